# attention | compile_error | tl.dot(..., trans_b=True): the keyword was removed in Triton 2.1
import math

import torch
import triton
import triton.language as tl


@triton.jit
def _attn_fwd(
    Q, K, V, Out, sm_scale,
    stride_q, stride_k, stride_v, stride_o,
    N_CTX_Q, N_CTX_K, D,
    CAUSAL: tl.constexpr, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_D: tl.constexpr,
):
    start_m = tl.program_id(0)
    bh = tl.program_id(1)
    offs_m = start_m * BLOCK_M + tl.arange(0, BLOCK_M)
    offs_n = tl.arange(0, BLOCK_N)
    offs_d = tl.arange(0, BLOCK_D)
    q = tl.load(Q + bh * stride_q + offs_m[:, None] * D + offs_d[None, :],
                mask=(offs_m[:, None] < N_CTX_Q) & (offs_d[None, :] < D), other=0.0)
    m_i = tl.full([BLOCK_M], float("-inf"), dtype=tl.float32)
    l_i = tl.zeros([BLOCK_M], dtype=tl.float32)
    acc = tl.zeros([BLOCK_M, BLOCK_D], dtype=tl.float32)
    for start_n in range(0, N_CTX_K, BLOCK_N):
        cols = start_n + offs_n
        kv_mask = (cols[:, None] < N_CTX_K) & (offs_d[None, :] < D)
        k = tl.load(K + bh * stride_k + cols[:, None] * D + offs_d[None, :], mask=kv_mask, other=0.0)
        qk = tl.dot(q, k, trans_b=True) * sm_scale
        qk = tl.where(cols[None, :] < N_CTX_K, qk, float("-inf"))
        if CAUSAL:
            qk = tl.where(offs_m[:, None] >= cols[None, :], qk, float("-inf"))
        m_new = tl.maximum(m_i, tl.max(qk, 1))
        p = tl.exp(qk - m_new[:, None])
        alpha = tl.exp(m_i - m_new)
        l_i = l_i * alpha + tl.sum(p, 1)
        v = tl.load(V + bh * stride_v + cols[:, None] * D + offs_d[None, :], mask=kv_mask, other=0.0)
        acc = acc * alpha[:, None] + tl.dot(p.to(v.dtype), v)
        m_i = m_new
    acc = acc / l_i[:, None]
    tl.store(Out + bh * stride_o + offs_m[:, None] * D + offs_d[None, :], acc.to(Out.dtype.element_ty),
             mask=(offs_m[:, None] < N_CTX_Q) & (offs_d[None, :] < D))


def attention(q, k, v, causal=False, softmax_scale=None, *, out=None):
    q, k, v = q.contiguous(), k.contiguous(), v.contiguous()
    B, H, M, D = q.shape
    N = k.shape[2]
    if softmax_scale is None:
        softmax_scale = 1.0 / math.sqrt(D)
    o = torch.empty_like(q)
    BLOCK_M, BLOCK_N = 32, 32
    _attn_fwd[(triton.cdiv(M, BLOCK_M), B * H)](
        q, k, v, o, softmax_scale, M * D, N * D, N * D, M * D, M, N, D,
        CAUSAL=causal, BLOCK_M=BLOCK_M, BLOCK_N=BLOCK_N, BLOCK_D=max(16, triton.next_power_of_2(D)),
    )
    if out is not None:
        out.copy_(o)
        return out
    return o
