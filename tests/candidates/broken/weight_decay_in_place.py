# RMSProp | input_mutated | adds the weight decay to the caller's `grad`
import torch
import triton
import triton.language as tl


@triton.jit
def rmsprop_kernel(p_ptr, g_ptr, s_ptr, n, lr, alpha, eps, BLOCK: tl.constexpr):
    idx = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = idx < n
    p = tl.load(p_ptr + idx, mask=mask, other=0.0).to(tl.float32)
    g = tl.load(g_ptr + idx, mask=mask, other=0.0).to(tl.float32)
    s = tl.load(s_ptr + idx, mask=mask, other=0.0).to(tl.float32)
    s = alpha * s + (1.0 - alpha) * g * g
    p = p - lr * g / (tl.sqrt(s) + eps)
    tl.store(s_ptr + idx, s, mask=mask)
    tl.store(p_ptr + idx, p, mask=mask)


def rmsprop_step(param, grad, square_avg, lr=0.01, alpha=0.99, eps=1e-8, weight_decay=0.0):
    if weight_decay != 0:
        grad.add_(param, alpha=weight_decay)
    p, s = param.contiguous(), square_avg.contiguous()
    g = grad.contiguous()
    n = p.numel()
    rmsprop_kernel[(triton.cdiv(n, 1024),)](p, g, s, n, lr, alpha, eps, BLOCK=1024)
    if p.data_ptr() != param.data_ptr():
        param.copy_(p)
    if s.data_ptr() != square_avg.data_ptr():
        square_avg.copy_(s)
    return param
