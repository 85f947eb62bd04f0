# matrix_vector_dot | correct | `from triton import jit`, `import triton.language as T`, bare load/store/arange names, a star-free zoo of imports
import torch as th
import triton.language as T
from triton import cdiv, jit
from triton import next_power_of_2 as pow2
from triton.language import arange, constexpr, float32, load, program_id, store, where
from triton.language import sum as rsum
from triton.language import zeros as zeros_block


@jit
def gemv(A, x, y, part, n, a0, a1, x0, y0, alpha, beta, BM: constexpr, BN: T.constexpr):
    m = program_id(0) * BM + arange(0, BM)
    acc = zeros_block((BM, BN), float32)
    for k in range(0, n, BN):
        j = k + arange(0, BN)
        a = load(A + m[:, None] * a0 + j[None, :] * a1, mask=(m[:, None] < n) & (j[None, :] < n), other=0.0)
        v = load(x + j * x0, mask=j < n, other=0.0)
        acc += a.to(float32) * v.to(float32)[None, :]
    new = alpha * rsum(acc, axis=1)
    new += beta * load(y + m * y0, mask=m < n, other=0.0).to(T.float32)
    store(y + m * y0, new.to(y.dtype.element_ty), mask=m < n)
    mine = load(x + m * x0, mask=m < n, other=0.0).to(float32)
    store(part + program_id(0), rsum(where(m < n, new * mine, 0.0), axis=0))


@jit
def add_up(part, out, k, P: constexpr):
    i = arange(0, P)
    store(out, rsum(load(part + i, mask=i < k, other=0.0), axis=0).to(out.dtype.element_ty))


def matrix_vector_dot(A: th.Tensor, x: th.Tensor, y: th.Tensor, alpha: float, beta: float) -> th.Tensor:
    n = len(y)
    blocks = cdiv(n, 16)
    part = th.empty(blocks, dtype=th.float32, device=y.device)
    out = th.empty([], dtype=y.dtype, device=y.device)
    gemv[(blocks,)](A, x, y, part, n, *A.stride(), *x.stride(), *y.stride(), float(alpha), float(beta), BM=16, BN=64)
    add_up[(1,)](part, out, blocks, P=pow2(blocks))
    return out
