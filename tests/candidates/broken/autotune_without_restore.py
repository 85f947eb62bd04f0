# RMSProp | wrong_value | autotunes an in-place kernel without restore_value: every trial makes another step
import torch
import triton
import triton.language as tl


@triton.autotune(
    configs=[triton.Config({"BLOCK_SIZE": 256}, num_warps=4), triton.Config({"BLOCK_SIZE": 1024}, num_warps=8)],
    key=["n_elements"],
)
@triton.jit
def rmsprop_kernel(param_ptr, grad_ptr, avg_ptr, n_elements, lr, alpha, eps, weight_decay, BLOCK_SIZE: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n_elements
    p = tl.load(param_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    g = tl.load(grad_ptr + offsets, mask=mask, other=0.0).to(tl.float32) + weight_decay * p
    v = alpha * tl.load(avg_ptr + offsets, mask=mask, other=0.0).to(tl.float32) + (1.0 - alpha) * g * g
    tl.store(avg_ptr + offsets, v, mask=mask)
    tl.store(param_ptr + offsets, p - lr * g / (tl.sqrt(v) + eps), mask=mask)


def rmsprop_step(param, grad, square_avg, lr=0.01, alpha=0.99, eps=1e-8, weight_decay=0.0):
    p, g, v = param.contiguous(), grad.contiguous(), square_avg.contiguous()
    n = p.numel()
    rmsprop_kernel[lambda meta: (triton.cdiv(n, meta["BLOCK_SIZE"]),)](p, g, v, n, lr, alpha, eps, weight_decay)
    if p is not param:
        param.copy_(p)
    if v is not square_avg:
        square_avg.copy_(v)
    return param
