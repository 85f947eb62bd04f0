# attention | correct | tf32x3 for float32, native products for 16 bit, base-2 softmax, bool and float arguments; falls back to smaller blocks on OutOfResources
import math

import torch
import triton
import triton.language as tl
from triton.runtime.errors import OutOfResources


@triton.jit
def flash(
    Q, K, V, O, sm_scale, causal, H, NQ, NK, D,
    qb, qh, qm, qd, kb, kh, kn, kd, vb, vh, vn, vd, ob, oh, om, od,
    PRECISION: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BD: tl.constexpr,
):
    start_m = tl.program_id(0)
    hz = tl.program_id(1)
    z = (hz // H).to(tl.int64)
    h = (hz % H).to(tl.int64)
    m = start_m * BM + tl.arange(0, BM)
    n = tl.arange(0, BN)
    d = tl.arange(0, BD)
    q = tl.load(Q + z * qb + h * qh + m[:, None] * qm + d[None, :] * qd, mask=(m[:, None] < NQ) & (d[None, :] < D), other=0.0)
    m_i = tl.zeros([BM], dtype=tl.float32) - float("inf")
    l_i = tl.zeros([BM], dtype=tl.float32)
    acc = tl.zeros([BM, BD], dtype=tl.float32)
    qk_scale = sm_scale * 1.44269504
    hi = tl.minimum((start_m + 1) * BM, NK) if causal else NK
    for start_n in range(0, hi, BN):
        start_n = tl.multiple_of(start_n, BN)
        cols = start_n + n
        k = tl.load(K + z * kb + h * kh + cols[None, :] * kn + d[:, None] * kd, mask=(cols[None, :] < NK) & (d[:, None] < D), other=0.0)
        qk = tl.dot(q, k, input_precision=PRECISION) * qk_scale
        qk = tl.where(cols[None, :] < NK, qk, float("-inf"))
        if causal:
            qk = tl.where(m[:, None] >= cols[None, :], qk, float("-inf"))
        m_ij = tl.maximum(m_i, tl.max(qk, 1))
        p = tl.math.exp2(qk - m_ij[:, None])
        alpha = tl.math.exp2(m_i - m_ij)
        l_i = l_i * alpha + tl.sum(p, 1)
        acc = acc * alpha[:, None]
        v = tl.load(V + z * vb + h * vh + cols[:, None] * vn + d[None, :] * vd, mask=(cols[:, None] < NK) & (d[None, :] < D), other=0.0)
        acc = tl.dot(p.to(v.dtype), v, acc, input_precision=PRECISION)
        m_i = m_ij
    acc = acc / l_i[:, None]
    tl.store(O + z * ob + h * oh + m[:, None] * om + d[None, :] * od, acc.to(O.dtype.element_ty), mask=(m[:, None] < NQ) & (d[None, :] < D))


def attention(q, k, v, causal=False, softmax_scale=None, *, out=None):
    B, H, NQ, D = q.shape
    NK = k.shape[2]
    if softmax_scale is None:
        softmax_scale = 1.0 / math.sqrt(D)
    o = torch.empty(q.shape, dtype=q.dtype, device=q.device) if out is None else out
    precision = "tf32x3" if q.dtype == torch.float32 else "tf32"
    BD = max(16, triton.next_power_of_2(D))
    for BM, BN, stages in ((64, 32, 2), (32, 32, 1), (16, 16, 1)):
        try:
            flash[(triton.cdiv(NQ, BM), B * H)](
                q, k, v, o, softmax_scale, bool(causal), H, NQ, NK, D,
                *q.stride(), *k.stride(), *v.stride(), *o.stride(),
                PRECISION=precision, BM=BM, BN=BN, BD=BD, num_warps=4, num_stages=stages,
            )
            return o
        except OutOfResources:
            continue
    raise RuntimeError("no block size fits this device")
