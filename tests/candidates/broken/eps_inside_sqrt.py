# RMSProp | wrong_value | sqrt(square_avg + eps) instead of sqrt(square_avg) + eps
import torch
import triton
import triton.language as tl


@triton.jit
def rmsprop_kernel(param_ptr, grad_ptr, avg_ptr, n_elements, lr, alpha, eps, weight_decay, BLOCK_SIZE: tl.constexpr):
    pid = tl.program_id(0)
    offsets = pid * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n_elements
    p = tl.load(param_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    g = tl.load(grad_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    v = tl.load(avg_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    g += weight_decay * p
    v = alpha * v + (1 - alpha) * g * g
    p -= lr * g / tl.sqrt(v + eps)
    tl.store(param_ptr + offsets, p, mask=mask)
    tl.store(avg_ptr + offsets, v, mask=mask)


def rmsprop_step(param, grad, square_avg, lr=0.01, alpha=0.99, eps=1e-8, weight_decay=0.0):
    p, g, v = param.contiguous(), grad.contiguous(), square_avg.contiguous()
    n = p.numel()
    rmsprop_kernel[(triton.cdiv(n, 1024),)](p, g, v, n, lr, alpha, eps, weight_decay, BLOCK_SIZE=1024)
    if p is not param:
        param.copy_(p)
    if v is not square_avg:
        square_avg.copy_(v)
    return param
