# fused_repeat_interleave_log_softmax | correct | tl.cumsum (forward and reverse) places the copies; one program a row, data-dependent loops
import torch
import triton
import triton.language as tl


@triton.jit
def row_kernel(x, counts, y, n, length, inner, so, sn, si, each, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    x += row // inner * so + row % inner * si
    y += row // inner * length * inner + row % inner
    k = tl.arange(0, BLOCK)
    top = tl.full((), float("-inf"), tl.float32)
    for i0 in range(0, n, BLOCK):
        i = i0 + k
        c = tl.where(i < n, each, 0).to(tl.int64) if counts is None else tl.load(counts + i, mask=i < n, other=0)
        v = tl.load(x + i * sn, mask=c > 0, other=float("-inf")).to(tl.float32)
        top = tl.maximum(top, tl.max(v, axis=0))
    total = tl.zeros((), tl.float32)
    for i0 in range(0, n, BLOCK):
        i = i0 + k
        c = tl.where(i < n, each, 0).to(tl.int64) if counts is None else tl.load(counts + i, mask=i < n, other=0)
        v = tl.load(x + i * sn, mask=c > 0, other=float("-inf")).to(tl.float32)
        total += tl.sum(tl.where(c > 0, tl.exp(v - top) * c.to(tl.float32), 0.0), axis=0)
    shift = tl.log(total)
    at = tl.zeros((), tl.int64)
    for i0 in range(0, n, BLOCK):
        i = i0 + k
        c = tl.where(i < n, each, 0).to(tl.int64) if counts is None else tl.load(counts + i, mask=i < n, other=0)
        v = tl.load(x + i * sn, mask=c > 0, other=0.0).to(tl.float32)
        v = ((v - top) - shift).to(y.dtype.element_ty)
        block_total = tl.sum(c, axis=0)
        # From the front in even blocks, from the back in odd ones: the same positions.
        if (i0 // BLOCK) % 2 == 0:
            begin = at + tl.cumsum(c, axis=0) - c
        else:
            begin = at + block_total - tl.cumsum(c, axis=0, reverse=True)
        most = tl.max(c, axis=0)
        copy = most * 0
        while copy < most:
            tl.store(y + (begin + copy) * inner, v, mask=copy < c)
            copy += 1
        at += block_total


def fused_repeat_interleave_log_softmax(input, repeats, dim=None, *, output_size=None, dtype=None, out=None):
    x = input.flatten() if dim is None else input
    dim = 0 if dim is None else dim % input.dim()
    n, inner = x.shape[dim], x.shape[dim + 1 :].numel()
    counts = repeats.contiguous() if torch.is_tensor(repeats) else None
    if output_size is None:
        output_size = n * repeats if counts is None else int(counts.sum().item())
    y = torch.empty((*x.shape[:dim], output_size, *x.shape[dim + 1 :]), dtype=dtype or x.dtype, device=x.device)
    flat = x.reshape(-1, n, inner)
    row_kernel[(flat.shape[0] * inner,)](
        flat, counts, y, n, output_size, inner, *flat.stride(), 0 if counts is not None else repeats,
        BLOCK=min(1024, max(2, triton.next_power_of_2(n))),
    )
    return y if out is None else out.copy_(y)
