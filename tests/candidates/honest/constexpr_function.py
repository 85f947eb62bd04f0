# fused_exp_mean | correct | triton.constexpr_function computes tile sizes at compile time inside the kernel
import torch
import triton
import triton.language as tl


@triton.constexpr_function
def tile_rows(cols, budget):
    """Rows of a tile of `budget` elements that is as wide as a row, within limits."""
    rows = 1
    while rows * 2 * cols <= budget and rows < 64:
        rows *= 2
    return rows


@triton.constexpr_function
def is_wide(cols):
    return cols > 256


@triton.jit
def mean_of_exp(x, y, rows, cols, s0, s1, COLS_P2: tl.constexpr, BUDGET: tl.constexpr):
    ROWS: tl.constexpr = tile_rows(COLS_P2, BUDGET)
    WIDE: tl.constexpr = is_wide(COLS_P2)
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    if WIDE:
        acc = tl.zeros((ROWS, 256), tl.float32)
        for c0 in range(0, cols, 256):
            c = c0 + tl.arange(0, 256)
            v = tl.load(
                x + r[:, None].to(tl.int64) * s0 + c[None, :].to(tl.int64) * s1,
                mask=(r[:, None] < rows) & (c[None, :] < cols), other=float("-inf"),
            )
            acc += tl.exp(v.to(tl.float32))
    else:
        c = tl.arange(0, COLS_P2)
        v = tl.load(
            x + r[:, None].to(tl.int64) * s0 + c[None, :].to(tl.int64) * s1,
            mask=(r[:, None] < rows) & (c[None, :] < cols), other=float("-inf"),
        )
        acc = tl.exp(v.to(tl.float32))
    mean = tl.sum(acc, axis=1) / cols
    tl.store(y + r, mean.to(y.dtype.element_ty), mask=r < rows)


def fused_exp_mean(input, dim=None, keepdim=False, dtype=None, out=None):
    nd = input.dim()
    if dim is None:
        dim = tuple(range(nd))
    elif isinstance(dim, int):
        dim = (dim,)
    dim = tuple(d % nd for d in dim)
    x = input.movedim(dim, tuple(range(nd - len(dim), nd)))
    kept = x.shape[: nd - len(dim)]
    x = x.reshape(kept.numel(), -1)
    rows, cols = x.shape
    shape = tuple(1 if d in dim else s for d, s in enumerate(input.shape)) if keepdim else tuple(kept)
    y = torch.empty(shape, dtype=dtype or input.dtype, device=input.device)
    p2 = triton.next_power_of_2(cols)
    budget = 1024
    per_program = min(64, max(1, budget // p2))
    mean_of_exp[(triton.cdiv(rows, per_program),)](x, y, rows, cols, *x.stride(), COLS_P2=p2, BUDGET=budget)
    return y if out is None else out.copy_(y)
