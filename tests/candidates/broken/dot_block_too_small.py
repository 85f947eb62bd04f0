# tril_mm_and_scale | compile_error | tl.dot over blocks of K = 4, smaller than it supports
import torch
import triton
import triton.language as tl


@triton.jit
def tril_mm_kernel(a_ptr, b_ptr, c_ptr, n, p, alpha, beta, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), tl.float32)
    for k in range(0, n, BK):
        rk = k + tl.arange(0, BK)
        a = tl.load(a_ptr + rm[:, None] * n + rk[None, :], mask=(rm < n)[:, None] & (rk[None, :] <= rm[:, None]), other=0.0)
        b = tl.load(b_ptr + rk[:, None] * p + rn[None, :], mask=(rk < n)[:, None] & (rn < p)[None, :], other=0.0)
        acc += tl.dot(a, b, input_precision="ieee")
    tl.store(c_ptr + rm[:, None] * p + rn[None, :], acc * (alpha * beta), mask=(rm < n)[:, None] & (rn < p)[None, :])


def tril_mm_and_scale(A, B, alpha, beta):
    n, p = B.shape
    C = torch.empty((n, p), dtype=A.dtype, device=A.device)
    tril_mm_kernel[(triton.cdiv(n, 4), triton.cdiv(p, 4))](A.contiguous(), B.contiguous(), C, n, p, alpha, beta, BM=4, BN=4, BK=4)
    return C
