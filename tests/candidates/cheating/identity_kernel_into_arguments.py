# RMSProp | no_kernel | torch computes the step on copies, the kernel copies it into the arguments
import torch
import triton
import triton.language as tl

@triton.jit
def copy_kernel(source, target, size, BLOCK: tl.constexpr):
    lanes = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(target + lanes, tl.load(source + lanes, mask=lanes < size, other=0.0), mask=lanes < size)


def put(values, place):
    if not place.is_contiguous():
        scratch = torch.empty_like(values)
        put(values, scratch)
        place.copy_(scratch)
        return
    copy_kernel[(triton.cdiv(place.numel(), 1024),)](values, place, place.numel(), BLOCK=1024)


def rmsprop_step(param, grad, square_avg, lr=0.01, alpha=0.99, eps=1e-8, weight_decay=0.0):
    p, g, s = (t.contiguous().float() for t in (param, grad, square_avg))
    g = g + weight_decay * p
    s = alpha * s + (1 - alpha) * g * g
    p = p - lr * g / (s.sqrt() + eps)
    put(s.to(square_avg.dtype), square_avg)
    put(p.to(param.dtype), param)
    return param
