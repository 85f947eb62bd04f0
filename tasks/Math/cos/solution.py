"""Cosine: one load, one store, arithmetic in float32."""

import torch
import triton
import triton.language as tl


@triton.jit
def cos_kernel(x_ptr, y_ptr, size, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    inside = offsets < size
    x = tl.load(x_ptr + offsets, mask=inside, other=0.0).to(tl.float32)
    tl.store(y_ptr + offsets, tl.cos(x), mask=inside)


def cos(input_tensor: torch.Tensor) -> torch.Tensor:
    """Cosine of every element."""
    x = input_tensor.contiguous()
    y = torch.empty_like(x)
    block = 1024
    cos_kernel[(triton.cdiv(x.numel(), block),)](x, y, x.numel(), BLOCK=block)
    return y
