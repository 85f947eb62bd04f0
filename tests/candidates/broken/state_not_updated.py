# RMSProp | wrong_value | computes the new square_avg and never stores it
import torch
import triton
import triton.language as tl


@triton.jit
def _rmsprop(p, g, sq, n, lr, alpha, eps, wd, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    m = i < n
    param = tl.load(p + i, mask=m, other=0.0).to(tl.float32)
    grad = tl.load(g + i, mask=m, other=0.0).to(tl.float32) + wd * param
    avg = alpha * tl.load(sq + i, mask=m, other=0.0).to(tl.float32) + (1.0 - alpha) * grad * grad
    tl.store(p + i, param - lr * grad / (tl.sqrt(avg) + eps), mask=m)


def rmsprop_step(param, grad, square_avg, lr=0.01, alpha=0.99, eps=1e-8, weight_decay=0.0):
    work = param.contiguous()
    _rmsprop[(triton.cdiv(work.numel(), 512),)](work, grad.contiguous(), square_avg.contiguous(), work.numel(), lr, alpha, eps, weight_decay, BLOCK=512)
    if work.data_ptr() != param.data_ptr():
        param.copy_(work)
    return param
