# attention | non_finite | i > j hides the diagonal: the first query sees no key, and 0 / 0 is NaN
import torch
import triton
import triton.language as tl


@triton.jit
def attention_kernel(
    q_ptr, k_ptr, v_ptr, o_ptr, nq, nk, d, scale,
    CAUSAL: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BD: tl.constexpr,
):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    bh = tl.program_id(1)
    rd = tl.arange(0, BD)
    qm = (rm < nq)[:, None] & (rd < d)[None, :]
    q = tl.load(q_ptr + bh * nq * d + rm[:, None] * d + rd[None, :], mask=qm, other=0.0)
    m = tl.full((BM,), float("-inf"), tl.float32)
    l = tl.zeros((BM,), tl.float32)
    acc = tl.zeros((BM, BD), tl.float32)
    for s in range(0, nk, BN):
        rn = s + tl.arange(0, BN)
        km = (rn < nk)[:, None] & (rd < d)[None, :]
        k = tl.load(k_ptr + bh * nk * d + rn[:, None] * d + rd[None, :], mask=km, other=0.0)
        v = tl.load(v_ptr + bh * nk * d + rn[:, None] * d + rd[None, :], mask=km, other=0.0)
        ok = (rn < nk)[None, :]
        if CAUSAL:
            ok = ok & (rm[:, None] > rn[None, :])
        x = tl.where(ok, tl.dot(q, tl.trans(k), input_precision="ieee") * scale, float("-inf"))
        mn = tl.maximum(m, tl.max(x, 1))
        p = tl.exp(x - mn[:, None])
        c = tl.exp(m - mn)
        l = l * c + tl.sum(p, 1)
        acc = acc * c[:, None] + tl.dot(p.to(v.dtype), v, input_precision="ieee")
        m = mn
    tl.store(o_ptr + bh * nq * d + rm[:, None] * d + rd[None, :], acc / l[:, None], mask=qm)


def attention(q, k, v, causal=False, softmax_scale=None, *, out=None):
    q, k, v = (t.contiguous() for t in (q, k, v))
    b, h, nq, d = q.shape
    nk = k.shape[2]
    o = torch.empty_like(q)
    attention_kernel[(triton.cdiv(nq, 32), b * h)](
        q, k, v, o, nq, nk, d, d**-0.5 if softmax_scale is None else softmax_scale,
        CAUSAL=causal, BM=32, BN=32, BD=max(16, triton.next_power_of_2(d)),
    )
    return o if out is None else out.copy_(o)
