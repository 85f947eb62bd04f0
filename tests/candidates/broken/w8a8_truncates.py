# matmul_w8a8 | wrong_value | converts x / scale to int8 without rounding, which truncates
import torch
import triton
import triton.language as tl


@triton.jit
def quantize_rows(x_ptr, q_ptr, s_ptr, K, stride_r, stride_k, BLOCK_K: tl.constexpr):
    row = tl.program_id(0)
    k = tl.arange(0, BLOCK_K)
    mask = k < K
    x = tl.load(x_ptr + row * stride_r + k * stride_k, mask=mask, other=0.0).to(tl.float32)
    amax = tl.max(tl.abs(x), axis=0)
    scale = amax / 127.0
    q = x / tl.where(scale > 0, scale, 1.0)
    q = tl.clamp(q, -127.0, 127.0).to(tl.int8)
    tl.store(q_ptr + row * K + k, q, mask=mask)
    tl.store(s_ptr + row, scale)


@triton.jit
def int8_matmul(a_ptr, b_ptr, sa_ptr, sb_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), dtype=tl.int32)
    for k0 in range(0, K, BK):
        k = k0 + tl.arange(0, BK)
        a = tl.load(a_ptr + m[:, None] * K + k[None, :], mask=(m < M)[:, None] & (k < K)[None, :], other=0)
        b = tl.load(b_ptr + n[None, :] * K + k[:, None], mask=(k < K)[:, None] & (n < N)[None, :], other=0)
        acc += tl.dot(a, b, out_dtype=tl.int32)
    sa = tl.load(sa_ptr + m, mask=m < M, other=0.0)
    sb = tl.load(sb_ptr + n, mask=n < N, other=0.0)
    tl.store(c_ptr + m[:, None] * N + n[None, :], acc.to(tl.float32) * sa[:, None] * sb[None, :], mask=(m < M)[:, None] & (n < N)[None, :])


def matmul_w8a8(input, weight):
    M, K = input.shape
    N = weight.shape[1]
    dev = input.device
    qa, sa = torch.empty((M, K), dtype=torch.int8, device=dev), torch.empty(M, dtype=torch.float32, device=dev)
    qb, sb = torch.empty((N, K), dtype=torch.int8, device=dev), torch.empty(N, dtype=torch.float32, device=dev)
    bk = triton.next_power_of_2(K)
    quantize_rows[(M,)](input, qa, sa, K, input.stride(0), input.stride(1), BLOCK_K=bk)
    quantize_rows[(N,)](weight, qb, sb, K, weight.stride(1), weight.stride(0), BLOCK_K=bk)
    c = torch.empty((M, N), dtype=torch.float32, device=dev)
    int8_matmul[(triton.cdiv(M, 32), triton.cdiv(N, 32))](qa, qb, sa, sb, c, M, N, K, BM=32, BN=32, BK=32)
    return c
