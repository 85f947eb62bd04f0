# cross_entropy | wrong_shape | always returns the mean
import torch
import triton
import triton.language as tl


@triton.jit
def cross_entropy_kernel(logits, targets, weights, sums, C, inner, ignore_index, HAS_WEIGHT: tl.constexpr, BLOCK_C: tl.constexpr):
    i = tl.program_id(0)
    t = tl.load(targets + i)
    base = logits + (i // inner) * C * inner + i % inner
    c = tl.arange(0, BLOCK_C)
    x = tl.load(base + c * inner, mask=c < C, other=-float("inf")).to(tl.float32)
    mx = tl.max(x, 0)
    lse = tl.log(tl.sum(tl.exp(x - mx), 0)) + mx
    counts = t != ignore_index
    safe = tl.where(counts, t, 0)
    w = tl.load(weights + safe).to(tl.float32) if HAS_WEIGHT else 1.0
    loss = (lse - tl.load(base + safe * inner).to(tl.float32)) * w
    tl.atomic_add(sums, tl.where(counts, loss, 0.0))
    tl.atomic_add(sums + 1, tl.where(counts, w, 0.0))


def cross_entropy(input, target, weight=None, ignore_index=-100, reduction="mean"):
    x, t = input.contiguous(), target.contiguous()
    N, C = x.shape[0], x.shape[1]
    sums = torch.zeros(2, dtype=torch.float32, device=x.device)
    cross_entropy_kernel[(t.numel(),)](
        x, t, weight.contiguous() if weight is not None else x, sums, C, t.numel() // N, ignore_index,
        HAS_WEIGHT=weight is not None, BLOCK_C=triton.next_power_of_2(C),
    )
    return (sums[0] / sums[1]).to(input.dtype)
