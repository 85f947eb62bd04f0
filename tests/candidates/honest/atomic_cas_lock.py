# matrix_vector_dot | correct | a spin lock (atomic_cas / atomic_xchg) guards the running dot product across programs
import torch
import triton
import triton.language as tl


@triton.jit
def gemv_dot(A, x, y, total, lock, n, a0, a1, x0, y0, alpha, beta, BM: tl.constexpr, BN: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    acc = tl.zeros((BM,), tl.float32)
    for start in range(0, n, BN):
        cols = start + tl.arange(0, BN)
        inside = (rows < n)[:, None] & (cols < n)[None, :]
        a = tl.load(A + rows.to(tl.int64)[:, None] * a0 + cols.to(tl.int64)[None, :] * a1, mask=inside, other=0.0).to(tl.float32)
        v = tl.load(x + cols.to(tl.int64) * x0, mask=cols < n, other=0.0).to(tl.float32)
        acc += tl.sum(a * v[None, :], axis=1)
    old = tl.load(y + rows.to(tl.int64) * y0, mask=rows < n, other=0.0).to(tl.float32)
    new = alpha * acc + beta * old
    tl.store(y + rows.to(tl.int64) * y0, new.to(y.dtype.element_ty), mask=rows < n)
    mine = tl.load(x + rows.to(tl.int64) * x0, mask=rows < n, other=0.0).to(tl.float32)
    part = tl.sum(tl.where(rows < n, new * mine, 0.0), axis=0)
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    tl.store(total, tl.load(total, volatile=True) + part)
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0)


@triton.jit
def cast_scalar(src, dst):
    tl.store(dst, tl.load(src).to(dst.dtype.element_ty))


def matrix_vector_dot(A, x, y, alpha, beta):
    n = A.shape[0]
    total = torch.zeros((), dtype=torch.float32, device=A.device)
    lock = torch.zeros((1,), dtype=torch.int32, device=A.device)
    gemv_dot[(triton.cdiv(n, 32),)](
        A, x, y, total, lock, n, A.stride(0), A.stride(1), x.stride(0), y.stride(0), float(alpha), float(beta), BM=32, BN=32
    )
    if y.dtype == torch.float32:
        return total
    result = torch.empty((), dtype=y.dtype, device=y.device)
    cast_scalar[(1,)](total, result)
    return result
