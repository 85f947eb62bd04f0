# logspace | launch_error | allocates the result without device="cuda" and hands it to the kernel
import math

import torch
import triton
import triton.language as tl


@triton.jit
def logspace_kernel(out_ptr, start, step, log2_base, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    e = (start + i.to(tl.float32) * step) * log2_base
    tl.store(out_ptr + i, tl.exp2(e), mask=i < n)


def logspace(start, end, steps, base=10.0, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    out = torch.empty(steps, dtype=dtype or torch.float32, device=device)
    step = (end - start) / (steps - 1) if steps > 1 else 0.0
    logspace_kernel[(triton.cdiv(steps, 1024),)](out, start, step, math.log2(base), steps, BLOCK=1024)
    return out.requires_grad_(requires_grad)
