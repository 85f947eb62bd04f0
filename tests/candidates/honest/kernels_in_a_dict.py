# softmax | correct | one of three kernels is chosen from a dict by the shape: tiny rows, inner dimension, long rows
import torch
import triton
import triton.language as tl


@triton.jit
def _tiny(x, y, outer, n, inner, so, sn, si, ACC: tl.constexpr, ROWS: tl.constexpr, N: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    c = tl.arange(0, N)
    m = (r < outer)[:, None] & (c < n)[None, :]
    v = tl.load(x + r[:, None].to(tl.int64) * so + c[None, :] * sn, mask=m, other=float("-inf")).to(ACC)
    v = v - tl.max(v, axis=1, keep_dims=True)
    e = tl.exp(v)
    e = e / tl.sum(e, axis=1, keep_dims=True)
    tl.store(y + r[:, None].to(tl.int64) * n + c[None, :], e.to(y.dtype.element_ty), mask=m)


@triton.jit
def _inner(x, y, outer, n, inner, so, sn, si, ACC: tl.constexpr, ROWS: tl.constexpr, N: tl.constexpr):
    o = tl.program_id(1).to(tl.int64)
    k = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    live = k < inner
    x += o * so + k.to(tl.int64) * si
    y += o * n * inner + k
    m = tl.full((ROWS,), float("-inf"), ACC)
    for i in range(0, n):
        m = tl.maximum(m, tl.load(x + i * sn, mask=live, other=0.0).to(ACC), propagate_nan=tl.PropagateNan.ALL)
    z = tl.zeros((ROWS,), ACC)
    for i in range(0, n):
        z += tl.exp(tl.load(x + i * sn, mask=live, other=0.0).to(ACC) - m)
    for i in range(0, n):
        e = tl.exp(tl.load(x + i * sn, mask=live, other=0.0).to(ACC) - m) / z
        tl.store(y + i * inner, e.to(y.dtype.element_ty), mask=live)


@triton.jit
def _long(x, y, outer, n, inner, so, sn, si, ACC: tl.constexpr, ROWS: tl.constexpr, N: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    x += row // inner * so + row % inner * si
    y += row // inner * n * inner + row % inner
    c = tl.arange(0, N)
    m = tl.full((N,), float("-inf"), ACC)
    z = tl.zeros((N,), ACC)
    for c0 in range(0, n, N):
        v = tl.load(x + (c0 + c) * sn, mask=c0 + c < n, other=float("-inf")).to(ACC)
        new = tl.maximum(m, v)
        finite = tl.where(new == float("-inf"), 0.0, new)
        z = z * tl.exp(m - finite) + tl.exp(v - finite)
        m = new
    top = tl.max(m, axis=0)
    total = tl.sum(z * tl.exp(m - top), axis=0)
    for c0 in range(0, n, N):
        v = tl.load(x + (c0 + c) * sn, mask=c0 + c < n, other=float("-inf")).to(ACC)
        tl.store(y + (c0 + c).to(tl.int64) * inner, (tl.exp(v - top) / total).to(y.dtype.element_ty), mask=c0 + c < n)


KERNELS = {
    "tiny": (_tiny, lambda outer, n, inner, rows: (triton.cdiv(outer, rows),)),
    "inner": (_inner, lambda outer, n, inner, rows: (triton.cdiv(inner, rows), outer)),
    "long": (_long, lambda outer, n, inner, rows: (outer * inner,)),
}


def softmax(input, dim, dtype=None):
    dim = dim % input.dim()
    n = input.shape[dim]
    inner = input.shape[dim + 1 :].numel()
    x = input.reshape(-1, n, inner)
    y = torch.empty(input.shape, device=input.device, dtype=dtype or input.dtype)
    kind = "long" if n > 1024 else "tiny" if inner == 1 else "inner" if n < 64 else "long"
    kernel, grid = KERNELS[kind]
    width = min(1024, triton.next_power_of_2(n))
    rows = 32 if kind == "inner" else max(1, 1024 // width) if kind == "tiny" else 1
    acc = {torch.float64: tl.float64}.get(y.dtype, tl.float32)
    kernel[grid(x.shape[0], n, inner, rows)](x, y, x.shape[0], n, inner, *x.stride(), ACC=acc, ROWS=rows, N=width)
    return y
