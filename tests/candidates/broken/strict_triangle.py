# tril_mm_and_scale | wrong_value | leaves the diagonal out: > where >= belongs
import torch
import triton
import triton.language as tl


@triton.jit
def tril_mm_and_scale_kernel(
    A_ptr, B_ptr, C_ptr, n, p, stride_an, stride_am, stride_bn, stride_bp, alpha, beta,
    BLOCK_SIZE_M: tl.constexpr, BLOCK_SIZE_N: tl.constexpr, BLOCK_SIZE_K: tl.constexpr,
):
    row = tl.program_id(0) * BLOCK_SIZE_M + tl.arange(0, BLOCK_SIZE_M)
    col = tl.program_id(1) * BLOCK_SIZE_N + tl.arange(0, BLOCK_SIZE_N)
    acc = tl.zeros((BLOCK_SIZE_M, BLOCK_SIZE_N), dtype=tl.float32)
    for k in range(0, n, BLOCK_SIZE_K):
        idx = k + tl.arange(0, BLOCK_SIZE_K)
        lower = row[:, None] > idx[None, :]
        a = tl.load(A_ptr + row[:, None] * stride_an + idx[None, :] * stride_am, mask=lower & (row < n)[:, None], other=0.0)
        b = tl.load(B_ptr + idx[:, None] * stride_bn + col[None, :] * stride_bp, mask=(idx < n)[:, None] & (col < p)[None, :], other=0.0)
        acc += tl.dot(a, b, input_precision="ieee")
    acc = acc * alpha * beta
    tl.store(C_ptr + row[:, None] * p + col[None, :], acc, mask=(row < n)[:, None] & (col < p)[None, :])


def tril_mm_and_scale(A: torch.Tensor, B: torch.Tensor, alpha: float, beta: float) -> torch.Tensor:
    n, p = A.shape[0], B.shape[1]
    C = torch.empty((n, p), device=A.device, dtype=A.dtype)
    grid = lambda meta: (triton.cdiv(n, meta["BLOCK_SIZE_M"]), triton.cdiv(p, meta["BLOCK_SIZE_N"]))
    tril_mm_and_scale_kernel[grid](
        A, B, C, n, p, A.stride(0), A.stride(1), B.stride(0), B.stride(1), alpha, beta,
        BLOCK_SIZE_M=16, BLOCK_SIZE_N=16, BLOCK_SIZE_K=16,
    )
    return C
