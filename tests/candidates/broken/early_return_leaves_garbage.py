# cross_entropy | wrong_value | returns before storing anything for an ignored target; its loss stays uninitialised
import torch
import triton
import triton.language as tl


@triton.jit
def ce_kernel(logits_ptr, target_ptr, weight_ptr, loss_ptr, C, inner, ignore_index, HAS_WEIGHT: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    target = tl.load(target_ptr + row)
    if target == ignore_index:
        return
    base = logits_ptr + (row // inner) * C * inner + row % inner
    cols = tl.arange(0, BLOCK)
    x = tl.load(base + cols * inner, mask=cols < C, other=float("-inf")).to(tl.float32)
    m = tl.max(x, axis=0)
    lse = m + tl.log(tl.sum(tl.exp(x - m), axis=0))
    xt = tl.load(base + target * inner).to(tl.float32)
    loss = lse - xt
    if HAS_WEIGHT:
        loss *= tl.load(weight_ptr + target).to(tl.float32)
    tl.store(loss_ptr + row, loss)


@triton.jit
def reduce_kernel(loss_ptr, target_ptr, weight_ptr, out_ptr, n, ignore_index, MEAN: tl.constexpr, HAS_WEIGHT: tl.constexpr, BLOCK: tl.constexpr):
    offs = tl.arange(0, BLOCK)
    t = tl.load(target_ptr + offs, mask=offs < n, other=0)
    valid = (offs < n) & (t != ignore_index)
    total = tl.sum(tl.load(loss_ptr + offs, mask=valid, other=0.0), axis=0)
    if MEAN:
        if HAS_WEIGHT:
            total /= tl.sum(tl.load(weight_ptr + t, mask=valid, other=0.0).to(tl.float32), axis=0)
        else:
            total /= tl.sum(valid.to(tl.float32), axis=0)
    tl.store(out_ptr, total)


def cross_entropy(input, target, weight=None, ignore_index=-100, reduction="mean"):
    x = input.contiguous()
    t = target.contiguous()
    N, C = x.shape[:2]
    n = t.numel()
    loss = torch.empty(n, dtype=torch.float32, device=x.device)
    w = weight.contiguous() if weight is not None else x
    ce_kernel[(n,)](x, t, w, loss, C, n // N, ignore_index, HAS_WEIGHT=weight is not None, BLOCK=triton.next_power_of_2(C))
    if reduction == "none":
        return loss.view(t.shape).to(input.dtype)
    out = torch.empty((), dtype=input.dtype, device=x.device)
    reduce_kernel[(1,)](loss, t, w, out, n, ignore_index, MEAN=reduction == "mean", HAS_WEIGHT=weight is not None, BLOCK=triton.next_power_of_2(n))
    return out
