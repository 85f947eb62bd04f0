# cross_entropy | wrong_value | targets equal to ignore_index count like all others
import torch
import triton
import triton.language as tl


@triton.jit
def ce_fwd(logits_ptr, target_ptr, weight_ptr, loss_ptr, w_ptr, C, inner, HAS_WEIGHT: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0)
    base = logits_ptr + (i // inner) * C * inner + i % inner
    c = tl.arange(0, BLOCK)
    x = tl.load(base + c * inner, mask=c < C, other=float("-inf")).to(tl.float32)
    m = tl.max(x, axis=0)
    lse = m + tl.log(tl.sum(tl.exp(x - m), axis=0))
    t = tl.load(target_ptr + i)
    t = tl.minimum(tl.maximum(t, 0), C - 1)
    nll = lse - tl.load(base + t * inner).to(tl.float32)
    w = 1.0
    if HAS_WEIGHT:
        w = tl.load(weight_ptr + t).to(tl.float32)
    tl.store(loss_ptr + i, nll * w)
    tl.store(w_ptr + i, w)


def cross_entropy(input, target, weight=None, ignore_index=-100, reduction="mean"):
    x = input.contiguous()
    t = target.contiguous()
    n = t.numel()
    loss = torch.empty(n, device=x.device, dtype=torch.float32)
    w = torch.empty(n, device=x.device, dtype=torch.float32)
    ce_fwd[(n,)](x, t, weight.contiguous() if weight is not None else x, loss, w, x.shape[1], n // x.shape[0],
                 HAS_WEIGHT=weight is not None, BLOCK=triton.next_power_of_2(x.shape[1]))
    if reduction == "none":
        return loss.view(target.shape).to(input.dtype)
    if reduction == "sum":
        return loss.sum().to(input.dtype)
    return (loss.sum() / w.sum()).to(input.dtype)
