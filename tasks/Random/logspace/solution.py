"""2 ** t for evenly spaced t = exponent * log2(base), counted from the nearer end so that both ends are exact."""

import math
from typing import Any

import torch
import triton
import triton.language as tl


@triton.jit
def logspace_kernel(out_ptr, line_ptr, steps, COMPUTE: tl.constexpr, BLOCK: tl.constexpr):
    first = tl.load(line_ptr).to(COMPUTE)
    last = tl.load(line_ptr + 1).to(COMPUTE)
    step = tl.load(line_ptr + 2).to(COMPUTE)
    index = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    t = tl.where(index < steps // 2, first + index.to(COMPUTE) * step, last - (steps - 1 - index).to(COMPUTE) * step)
    tl.store(out_ptr + index, tl.exp2(t).to(out_ptr.dtype.element_ty), mask=index < steps)


def logspace(
    start: float,
    end: float,
    steps: int,
    base: float = 10.0,
    dtype: torch.dtype | None = None,
    layout: torch.layout = torch.strided,
    device: Any = None,
    requires_grad: bool = False,
) -> torch.Tensor:
    """Return base ** linspace(start, end, steps)."""
    device = device or "cuda"
    out = torch.empty(steps, dtype=dtype or torch.get_default_dtype(), layout=layout, device=device)
    first, last = start * math.log2(base), (end if steps > 1 else start) * math.log2(base)
    # Float arguments of a kernel are float32; a float64 result needs these in full.
    line = torch.tensor([first, last, (last - first) / max(steps - 1, 1)], dtype=torch.float64, device=device)
    compute = tl.float64 if out.dtype == torch.float64 else tl.float32
    logspace_kernel[(triton.cdiv(steps, 1024),)](out, line, steps, COMPUTE=compute, BLOCK=1024)
    return out.requires_grad_(requires_grad)
