# matmul_w8a8 | wrong_value | multiplies int8 codes in int8, where 127 * 127 wraps
import torch
import triton
import triton.language as tl


@triton.jit
def quant_rows(x_ptr, q_ptr, s_ptr, cols, s0, s1, BLOCK: tl.constexpr):
    r = tl.program_id(0)
    c = tl.arange(0, BLOCK)
    m = c < cols
    x = tl.load(x_ptr + r * s0 + c * s1, mask=m, other=0.0).to(tl.float32)
    scale = tl.max(tl.abs(x), axis=0) / 127.0
    div = tl.where(scale == 0.0, 1.0, scale)
    q = tl.floor(x / div + 0.5)
    q = tl.minimum(tl.maximum(q, -127.0), 127.0)
    tl.store(q_ptr + r * cols + c, q.to(tl.int8), mask=m)
    tl.store(s_ptr + r, scale)


@triton.jit
def dot_rows(a_ptr, b_ptr, sa_ptr, sb_ptr, o_ptr, K, N, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    i = tl.program_id(0)
    j = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    acc = tl.zeros((BLOCK_N,), dtype=tl.int32)
    for k0 in range(0, K, BLOCK_K):
        k = k0 + tl.arange(0, BLOCK_K)
        a = tl.load(a_ptr + i * K + k, mask=k < K, other=0)
        b = tl.load(b_ptr + j[:, None] * K + k[None, :], mask=(j < N)[:, None] & (k < K)[None, :], other=0)
        acc += tl.sum((a[None, :] * b).to(tl.int32), axis=1)
    sa = tl.load(sa_ptr + i)
    sb = tl.load(sb_ptr + j, mask=j < N, other=0.0)
    tl.store(o_ptr + i * N + j, acc.to(tl.float32) * sa * sb, mask=j < N)


def matmul_w8a8(input: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    M, K = input.shape
    N = weight.shape[1]
    dev = input.device
    qa = torch.empty((M, K), dtype=torch.int8, device=dev)
    qb = torch.empty((N, K), dtype=torch.int8, device=dev)
    sa = torch.empty(M, dtype=torch.float32, device=dev)
    sb = torch.empty(N, dtype=torch.float32, device=dev)
    block = triton.next_power_of_2(K)
    quant_rows[(M,)](input, qa, sa, K, input.stride(0), input.stride(1), BLOCK=block)
    quant_rows[(N,)](weight, qb, sb, K, weight.stride(1), weight.stride(0), BLOCK=block)
    out = torch.empty((M, N), dtype=torch.float32, device=dev)
    dot_rows[(M, triton.cdiv(N, 16))](qa, qb, sa, sb, out, K, N, BLOCK_N=16, BLOCK_K=32)
    return out
