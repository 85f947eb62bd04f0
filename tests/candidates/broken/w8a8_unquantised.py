# matmul_w8a8 | wrong_value | multiplies the original values: nothing is quantised
import torch
import triton
import triton.language as tl


@triton.jit
def matmul_w8a8_kernel(
    a_ptr, b_ptr, c_ptr, M, N, K,
    stride_am, stride_ak, stride_bk, stride_bn,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr,
):
    """W8A8 matmul: fp32 accumulation for best accuracy."""
    offs_m = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    offs_n = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    acc = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for k0 in range(0, K, BLOCK_K):
        offs_k = k0 + tl.arange(0, BLOCK_K)
        a = tl.load(a_ptr + offs_m[:, None] * stride_am + offs_k[None, :] * stride_ak, mask=(offs_m[:, None] < M) & (offs_k[None, :] < K), other=0.0)
        b = tl.load(b_ptr + offs_k[:, None] * stride_bk + offs_n[None, :] * stride_bn, mask=(offs_k[:, None] < K) & (offs_n[None, :] < N), other=0.0)
        acc += tl.dot(a.to(tl.float32), b.to(tl.float32), input_precision="ieee")
    tl.store(c_ptr + offs_m[:, None] * N + offs_n[None, :], acc, mask=(offs_m[:, None] < M) & (offs_n[None, :] < N))


def matmul_w8a8(input: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    M, K = input.shape
    N = weight.shape[1]
    out = torch.empty((M, N), dtype=torch.float32, device=input.device)
    grid = (triton.cdiv(M, 32), triton.cdiv(N, 32))
    matmul_w8a8_kernel[grid](input, weight, out, M, N, K, *input.stride(), *weight.stride(), BLOCK_M=32, BLOCK_N=32, BLOCK_K=32)
    return out
