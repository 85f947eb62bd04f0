# tril_mm_and_scale | wrong_value | tl.dot on float32 with the default input precision, TF32
import torch
import triton
import triton.language as tl


@triton.jit
def tril_mm_kernel(A, B, C, n, p, sa0, sa1, sb0, sb1, sc0, sc1, scale,
                   BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    pid_m = tl.program_id(0)
    pid_n = tl.program_id(1)
    rows = pid_m * BLOCK_M + tl.arange(0, BLOCK_M)
    cols = pid_n * BLOCK_N + tl.arange(0, BLOCK_N)
    acc = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    # Everything right of the diagonal block is zero, so stop there.
    for k0 in range(0, tl.minimum(n, (pid_m + 1) * BLOCK_M), BLOCK_K):
        ks = k0 + tl.arange(0, BLOCK_K)
        a = tl.load(A + rows[:, None] * sa0 + ks[None, :] * sa1,
                    mask=(rows[:, None] < n) & (ks[None, :] <= rows[:, None]), other=0.0)
        b = tl.load(B + ks[:, None] * sb0 + cols[None, :] * sb1,
                    mask=(ks[:, None] < n) & (cols[None, :] < p), other=0.0)
        acc += tl.dot(a, b)
    tl.store(C + rows[:, None] * sc0 + cols[None, :] * sc1, acc * scale,
             mask=(rows[:, None] < n) & (cols[None, :] < p))


def tril_mm_and_scale(A, B, alpha, beta):
    n, p = B.shape
    C = torch.empty((n, p), dtype=A.dtype, device=A.device)
    grid = (triton.cdiv(n, 32), triton.cdiv(p, 32))
    tril_mm_kernel[grid](A, B, C, n, p, A.stride(0), A.stride(1), B.stride(0), B.stride(1), C.stride(0), C.stride(1),
                         float(alpha * beta), BLOCK_M=32, BLOCK_N=32, BLOCK_K=32)
    return C
