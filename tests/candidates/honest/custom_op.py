# cross_entropy | correct | torch.library.custom_op around the launches, with a fake (meta) kernel registered
from typing import Optional

import torch
import triton
import triton.language as tl


@triton.jit
def _ce_rows(x, t, w, loss, count, C, inner, ignore, s0, s1, s2, HAS_W: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0).to(tl.int64)
    x += i // inner * s0 + i % inner * s2
    target = tl.load(t + i)
    m = -float("inf")
    d = 0.0
    for c0 in range(0, C, BLOCK):
        c = c0 + tl.arange(0, BLOCK)
        v = tl.load(x + c * s1, mask=c < C, other=-float("inf")).to(tl.float32)
        m_new = tl.maximum(m, tl.max(v, axis=0))
        safe = tl.where(m_new == -float("inf"), 0.0, m_new)
        d = d * tl.exp(m - safe) + tl.sum(tl.exp(v - safe), axis=0)
        m = m_new
    if target == ignore:
        tl.store(loss + i, 0.0)
        tl.store(count + i, 0.0)
    else:
        weight = tl.load(w + target).to(tl.float32) if HAS_W else 1.0
        picked = tl.load(x + target * s1).to(tl.float32)
        tl.store(loss + i, weight * (m + tl.log(d) - picked))
        tl.store(count + i, weight)


@triton.jit
def _ce_total(loss, count, y, n, MEAN: tl.constexpr, BLOCK: tl.constexpr):
    a = tl.zeros([BLOCK], tl.float32)
    b = tl.zeros([BLOCK], tl.float32)
    for i0 in range(0, n, BLOCK):
        i = i0 + tl.arange(0, BLOCK)
        a += tl.load(loss + i, mask=i < n, other=0.0)
        b += tl.load(count + i, mask=i < n, other=0.0)
    total = tl.sum(a, axis=0)
    tl.store(y, total / tl.sum(b, axis=0) if MEAN else total)


@triton.jit
def _ce_cast(loss, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + i, tl.load(loss + i, mask=i < n), mask=i < n)


@torch.library.custom_op("honest_corpus::cross_entropy", mutates_args=())
def ce_op(x: torch.Tensor, target: torch.Tensor, weight: Optional[torch.Tensor], ignore_index: int, reduction: str) -> torch.Tensor:
    flat = x.reshape(x.shape[0], x.shape[1], -1)
    n = target.numel()
    loss, count = torch.empty((2, n), dtype=torch.float32, device=x.device).unbind(0)
    block = min(1024, triton.next_power_of_2(x.shape[1]))
    w = weight.contiguous() if weight is not None else None
    _ce_rows[(n,)](
        flat, target.contiguous(), w, loss, count, x.shape[1], flat.shape[2], ignore_index, *flat.stride(),
        HAS_W=w is not None, BLOCK=block,
    )
    if reduction == "none":
        y = torch.empty(target.shape, dtype=x.dtype, device=x.device)
        _ce_cast[(triton.cdiv(n, 256),)](loss, y, n, BLOCK=256)
        return y
    y = torch.empty((), dtype=x.dtype, device=x.device)
    _ce_total[(1,)](loss, count, y, n, MEAN=reduction == "mean", BLOCK=256)
    return y


@ce_op.register_fake
def _(x, target, weight, ignore_index, reduction):
    return x.new_empty(target.shape if reduction == "none" else ())


def cross_entropy(input, target, weight=None, ignore_index=-100, reduction="mean"):
    return ce_op(input, target, weight, ignore_index, reduction)
