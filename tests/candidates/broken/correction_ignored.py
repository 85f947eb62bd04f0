# std | non_finite | always divides by n - 1, whatever `correction` says: 0 / 0 for one element and correction=0
import torch
import triton
import triton.language as tl


@triton.jit
def welford_combine(mean_a, m2_a, n_a, mean_b, m2_b, n_b):
    n = n_a + n_b
    d = mean_b - mean_a
    f = tl.where(n > 0, n_b / tl.maximum(n, 1.0), 0.0)
    return mean_a + d * f, m2_a + m2_b + d * d * n_a * f, n


@triton.jit
def std_welford(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    mask = cols < n
    x = tl.load(x_ptr + row * n + cols, mask=mask, other=0.0).to(tl.float32)
    count = mask.to(tl.float32)
    mean, m2, c = tl.reduce((x, tl.zeros_like(x), count), 0, welford_combine)
    tl.store(y_ptr + row, tl.sqrt(m2 / (n - 1)))


def std(input, dim=None, correction=1, keepdim=False, out=None):
    nd = input.dim()
    dims = tuple(range(nd)) if dim is None else (dim,) if isinstance(dim, int) else tuple(dim)
    dims = sorted(d % nd for d in dims)
    kept = [d for d in range(nd) if d not in dims]
    x = input.permute(*kept, *dims).contiguous()
    n = 1
    for d in dims:
        n *= input.shape[d]
    rows = x.numel() // n
    y = torch.empty(rows, dtype=input.dtype, device=input.device)
    std_welford[(rows,)](x, y, n, BLOCK=triton.next_power_of_2(n))
    y = y.view([1 if d in dims else input.shape[d] for d in range(nd) if keepdim or d not in dims])
    return y if out is None else out.copy_(y)
