# attention | runtime_error | uses math.sqrt without importing math
import torch
import triton
import triton.language as tl


@triton.jit
def attn_row(q_ptr, k_ptr, v_ptr, o_ptr, N, M, D, scale, CAUSAL: tl.constexpr, BM: tl.constexpr, BD: tl.constexpr):
    bh = tl.program_id(1)
    i = tl.program_id(0)
    d = tl.arange(0, BD)
    j = tl.arange(0, BM)
    q = tl.load(q_ptr + (bh * N + i) * D + d, mask=d < D, other=0.0).to(tl.float32)
    m2 = (j < M)[:, None] & (d < D)[None, :]
    k = tl.load(k_ptr + (bh * M + j)[:, None] * D + d[None, :], mask=m2, other=0.0).to(tl.float32)
    s = tl.sum(q[None, :] * k, axis=1) * scale
    ok = j < M
    if CAUSAL:
        ok = ok & (j <= i)
    s = tl.where(ok, s, float("-inf"))
    p = tl.exp(s - tl.max(s, axis=0))
    p = p / tl.sum(p, axis=0)
    v = tl.load(v_ptr + (bh * M + j)[:, None] * D + d[None, :], mask=m2, other=0.0).to(tl.float32)
    tl.store(o_ptr + (bh * N + i) * D + d, tl.sum(p[:, None] * v, axis=0), mask=d < D)


def attention(q, k, v, causal=False, softmax_scale=None, *, out=None):
    B, H, N, D = q.shape
    M = k.shape[2]
    scale = softmax_scale if softmax_scale is not None else 1.0 / math.sqrt(D)
    o = torch.empty((B, H, N, D), dtype=q.dtype, device=q.device)
    attn_row[(N, B * H)](q.contiguous(), k.contiguous(), v.contiguous(), o, N, M, D, scale, CAUSAL=causal,
                         BM=triton.next_power_of_2(M), BD=triton.next_power_of_2(D))
    return o if out is None else out.copy_(o)
