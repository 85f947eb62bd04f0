# logspace | wrong_type | returns a numpy array
import math

import torch
import triton
import triton.language as tl


@triton.jit
def logspace_kernel(out_ptr, start, step, log2_base, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + i, tl.exp2((start + i.to(tl.float32) * step) * log2_base), mask=i < n)


def logspace(start, end, steps, base=10.0, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    out = torch.empty(steps, dtype=dtype or torch.float32, device=device or "cuda")
    step = (end - start) / max(steps - 1, 1)
    logspace_kernel[(triton.cdiv(steps, 1024),)](out, start, step, math.log2(base), steps, BLOCK=1024)
    return out.detach().cpu().numpy()
