# fused_exp_mean | correct | the last program to arrive (integer atomic counter, acq_rel) adds up the partial sums of all
import torch
import triton
import triton.language as tl


@triton.jit
def exp_mean(x_ptr, part_ptr, done_ptr, y_ptr, rows, cols, sr, sc, PARTS: tl.constexpr, PARTS_P2: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    part = tl.program_id(1)
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(part * BLOCK, cols, PARTS * BLOCK):
        c = start + tl.arange(0, BLOCK)
        inside = c < cols
        x = tl.load(x_ptr + row * sr + c.to(tl.int64) * sc, mask=inside, other=0.0).to(tl.float32)
        total += tl.where(inside, tl.exp(x), 0.0)
    tl.store(part_ptr + row * PARTS + part, tl.sum(total, axis=0))
    tl.debug_barrier()
    arrived = tl.atomic_add(done_ptr + row, 1, sem="acq_rel")
    if arrived == PARTS - 1:
        k = tl.arange(0, PARTS_P2)
        sums = tl.load(part_ptr + row * PARTS + k, mask=k < PARTS, other=0.0, cache_modifier=".cg")
        tl.store(y_ptr + row, (tl.sum(sums, axis=0) / cols).to(y_ptr.dtype.element_ty))


def fused_exp_mean(input, dim=None, keepdim=False, dtype=None, out=None):
    rank = input.ndim
    axes = [d % rank for d in (range(rank) if dim is None else [dim] if isinstance(dim, int) else dim)]
    rest = [d for d in range(rank) if d not in axes]
    x = input.permute(rest + sorted(axes))
    rows = 1
    for d in rest:
        rows *= input.shape[d]
    x = x.reshape(rows, input.numel() // rows)
    shape = [1 if d in axes else input.shape[d] for d in range(rank)] if keepdim else [input.shape[d] for d in rest]
    y = torch.empty(shape, device=input.device, dtype=input.dtype if dtype is None else dtype)
    cols = x.shape[1]
    parts = min(6, triton.cdiv(cols, 256))
    partial = torch.empty((rows, parts), device=input.device, dtype=torch.float32)
    done = torch.zeros(rows, device=input.device, dtype=torch.int32)
    exp_mean[(rows, parts)](
        x, partial, done, y, rows, cols, *x.stride(), PARTS=parts, PARTS_P2=triton.next_power_of_2(parts), BLOCK=256
    )
    if out is not None:
        out.copy_(y)
        return out
    return y
