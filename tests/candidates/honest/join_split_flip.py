# logspace | correct | tl.flip, tl.join, tl.interleave and reshape build each block from both ends; values computed in float64 where asked
import math

import torch
import triton
import triton.language as tl


@triton.jit
def logspace_pairs(out, line, steps, COMPUTE: tl.constexpr, BLOCK: tl.constexpr):
    first = tl.load(line).to(COMPUTE)
    last = tl.load(line + 1).to(COMPUTE)
    step = tl.load(line + 2).to(COMPUTE)
    HALF: tl.constexpr = BLOCK // 2
    base = tl.program_id(0) * BLOCK
    even = base + 2 * tl.arange(0, HALF)
    odd = even + 1
    index = tl.interleave(even, odd)
    from_left = first + tl.interleave(even, odd).to(COMPUTE) * step
    # The distance to the end, counted backwards and turned round.
    backwards = (steps - 1 - (base + BLOCK - 1)) + tl.arange(0, BLOCK)
    from_right = last - tl.flip(backwards, 0).to(COMPUTE) * step
    both = tl.join(from_left, from_right)
    left, right = tl.split(both)
    t = tl.where(index < steps // 2, left, right)
    value = tl.reshape(tl.exp2(tl.reshape(t, (2, HALF))), (BLOCK,))
    tl.store(out + index, value.to(out.dtype.element_ty), mask=index < steps)


def logspace(start, end, steps, base=10.0, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    dtype = dtype or torch.get_default_dtype()
    device = device or torch.device("cuda", torch.cuda.current_device())
    scale = math.log2(base)
    first = start * scale
    last = end * scale if steps > 1 else first
    line = torch.tensor([first, last, (last - first) / (steps - 1) if steps > 1 else 0.0], dtype=torch.float64, device=device)
    out = torch.zeros(steps, dtype=dtype, device=device)
    compute = tl.float64 if dtype == torch.float64 else tl.float32
    logspace_pairs[(triton.cdiv(steps, 128),)](out, line, steps, COMPUTE=compute, BLOCK=128)
    return out.requires_grad_(True) if requires_grad else out
