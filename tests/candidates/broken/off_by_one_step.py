# logspace | wrong_value | divides by steps instead of steps - 1: the last element misses `end`
import math

import torch
import triton
import triton.language as tl


@triton.jit
def logspace_kernel(out_ptr, start, step, log2_base, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    exponent = start + i.to(tl.float32) * step
    tl.store(out_ptr + i, tl.exp2(exponent * log2_base), mask=i < n)


def logspace(start, end, steps, base=10.0, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    device = torch.device("cuda") if device is None else device
    out = torch.empty(steps, dtype=dtype or torch.float32, device=device)
    step = (end - start) / steps
    logspace_kernel[(triton.cdiv(steps, 512),)](out, start, step, math.log2(base), steps, BLOCK=512)
    if requires_grad:
        out.requires_grad_(True)
    return out
