# RMSProp | wrong_value | returns a new parameter and leaves `param` itself as it was
import torch
import triton
import triton.language as tl


@triton.jit
def rmsprop_kernel(p_ptr, g_ptr, s_ptr, out_ptr, n, lr, alpha, eps, wd, BLOCK: tl.constexpr):
    o = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    m = o < n
    p = tl.load(p_ptr + o, mask=m).to(tl.float32)
    g = tl.load(g_ptr + o, mask=m).to(tl.float32) + wd * p
    s = tl.load(s_ptr + o, mask=m).to(tl.float32)
    s = s * alpha + g * g * (1.0 - alpha)
    tl.store(s_ptr + o, s, mask=m)
    tl.store(out_ptr + o, p - lr * g / (tl.sqrt(s) + eps), mask=m)


def rmsprop_step(param, grad, square_avg, lr=0.01, alpha=0.99, eps=1e-8, weight_decay=0.0):
    avg = square_avg.contiguous()
    p = param.contiguous()
    new_param = torch.empty_like(p)
    n = p.numel()
    rmsprop_kernel[(triton.cdiv(n, 1024),)](p, grad.contiguous(), avg, new_param, n, lr, alpha, eps, weight_decay, BLOCK=1024)
    square_avg.copy_(avg)
    return new_param
