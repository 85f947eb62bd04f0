# std | correct | tl.reduce with a Welford combine over three tensors, across the lanes of a tile
import torch
import triton
import triton.language as tl


@triton.jit
def welford(mean_a, m2_a, n_a, mean_b, m2_b, n_b):
    delta = mean_b - mean_a
    n = n_a + n_b
    share = tl.where(n == 0.0, 0.0, n_b / n)
    return mean_a + delta * share, m2_a + m2_b + delta * delta * n_a * share, n


@triton.jit
def std_kernel(x_ptr, y_ptr, outer, n, inner, so, sn, si, divisor, BM: tl.constexpr, BN: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * BM + tl.arange(0, BM)
    live = row < outer * inner
    base = (row // inner) * so + (row % inner) * si
    mean = tl.zeros((BM,), tl.float32)
    m2 = tl.zeros((BM,), tl.float32)
    count = tl.zeros((BM,), tl.float32)
    for start in range(0, n, BN):
        k = start + tl.arange(0, BN)
        inside = live[:, None] & (k < n)[None, :]
        v = tl.load(x_ptr + base[:, None] + k.to(tl.int64)[None, :] * sn, mask=inside, other=0.0).to(tl.float32)
        tile_mean, tile_m2, tile_n = tl.reduce((v, tl.zeros_like(v), inside.to(tl.float32)), 1, welford)
        mean, m2, count = welford(mean, m2, count, tile_mean, tile_m2, tile_n)
    tl.store(y_ptr + row, tl.sqrt(m2 / divisor).to(y_ptr.dtype.element_ty), mask=live)


def std(input, dim=None, correction=1, keepdim=False, out=None):
    dims = sorted(d % input.ndim for d in (range(input.ndim) if dim is None else (dim,) if isinstance(dim, int) else dim))
    if dims == list(range(dims[0], dims[-1] + 1)):
        x = input.reshape(input.shape[: dims[0]].numel(), -1, input.shape[dims[-1] + 1 :].numel())
    else:
        rest = [d for d in range(input.ndim) if d not in dims]
        x = input.permute(rest + dims).reshape(torch.Size([input.shape[d] for d in rest]).numel(), -1, 1)
    if out is None:
        shape = [1 if d in dims else s for d, s in enumerate(input.shape) if keepdim or d not in dims]
        out = input.new_empty(shape)
    outer, n, inner = x.shape
    rows = outer * inner
    bm = min(16, triton.next_power_of_2(rows))
    bn = min(256, triton.next_power_of_2(n))
    std_kernel[(triton.cdiv(rows, bm),)](x, out, outer, n, inner, *x.stride(), max(0.0, float(n - correction)), BM=bm, BN=bn)
    return out
