# matmul | compile_error | tl.dot of a float16 and a float32 operand
import torch
import triton
import triton.language as tl


@triton.jit
def mm(a_ptr, b_ptr, c_ptr, M, N, K, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    pid_m = tl.program_id(0)
    pid_n = tl.program_id(1)
    rm = pid_m * BLOCK_M + tl.arange(0, BLOCK_M)
    rn = pid_n * BLOCK_N + tl.arange(0, BLOCK_N)
    acc = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for k in range(0, K, BLOCK_K):
        rk = k + tl.arange(0, BLOCK_K)
        a = tl.load(a_ptr + rm[:, None] * K + rk[None, :], mask=(rm[:, None] < M) & (rk[None, :] < K), other=0.0)
        b = tl.load(b_ptr + rk[:, None] * N + rn[None, :], mask=(rk[:, None] < K) & (rn[None, :] < N), other=0.0)
        acc += tl.dot(a.to(tl.float16), b)
    tl.store(c_ptr + rm[:, None] * N + rn[None, :], acc, mask=(rm[:, None] < M) & (rn[None, :] < N))


def matmul(tensor1, tensor2):
    assert tensor1.shape[-1] == tensor2.shape[-2]
    M, K, N = tensor1.shape[0], tensor1.shape[1], tensor2.shape[1]
    c = torch.empty(M, N, dtype=tensor1.dtype, device=tensor1.device)
    mm[(triton.cdiv(M, 64), triton.cdiv(N, 64))](tensor1.contiguous(), tensor2.contiguous(), c, M, N, K, BLOCK_M=64, BLOCK_N=64, BLOCK_K=32)
    return c
