# tril_mm_and_scale | runtime_error | multiplies a CUDA tensor with a mask made on the CPU
import torch
import triton
import triton.language as tl


@triton.jit
def mm_kernel(a_ptr, b_ptr, c_ptr, n, p, scale, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), tl.float32)
    for k0 in range(0, n, BK):
        rk = k0 + tl.arange(0, BK)
        a = tl.load(a_ptr + rm[:, None] * n + rk[None, :], mask=(rm[:, None] < n) & (rk[None, :] < n), other=0.0)
        b = tl.load(b_ptr + rk[:, None] * p + rn[None, :], mask=(rk[:, None] < n) & (rn[None, :] < p), other=0.0)
        acc += tl.dot(a, b, input_precision="ieee")
    tl.store(c_ptr + rm[:, None] * p + rn[None, :], acc * scale, mask=(rm[:, None] < n) & (rn[None, :] < p))


def tril_mm_and_scale(A, B, alpha, beta):
    n, p = B.shape
    mask = torch.tril(torch.ones(n, n, dtype=A.dtype))
    A = A * mask
    C = torch.empty((n, p), dtype=A.dtype, device=A.device)
    mm_kernel[(triton.cdiv(n, 32), triton.cdiv(p, 32))](A.contiguous(), B.contiguous(), C, n, p, alpha * beta, BM=32, BN=32, BK=32)
    return C
