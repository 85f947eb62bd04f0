# logspace | wrong_value | computes a float64 result in float32
import math

import torch
import triton
import triton.language as tl


@triton.jit
def logspace_kernel(out_ptr, first, last, half_steps, steps, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    step = (last - first) / tl.maximum(steps - 1, 1).to(tl.float32)
    from_start = first + i.to(tl.float32) * step
    from_end = last - (steps - 1 - i).to(tl.float32) * step
    e = tl.where(i < half_steps, from_start, from_end)
    tl.store(out_ptr + i, tl.exp2(e).to(out_ptr.dtype.element_ty), mask=i < steps)


def logspace(start, end, steps, base=10.0, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    out = torch.empty(steps, dtype=dtype or torch.get_default_dtype(), device=device or "cuda")
    scale = math.log2(base)
    first = start * scale
    last = (end if steps > 1 else start) * scale
    logspace_kernel[(triton.cdiv(steps, 1024),)](out, first, last, steps // 2, steps, BLOCK=1024)
    return out.requires_grad_(requires_grad)
