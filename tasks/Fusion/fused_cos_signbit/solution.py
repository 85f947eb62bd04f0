"""Cosine and its sign in one pass, arithmetic in float32."""

import torch
import triton
import triton.language as tl


@triton.jit
def cos_signbit_kernel(x_ptr, cosine_ptr, sign_ptr, size, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    inside = offsets < size
    cosine = tl.cos(tl.load(x_ptr + offsets, mask=inside, other=0.0).to(tl.float32))
    tl.store(cosine_ptr + offsets, cosine, mask=inside)
    # No float32 has a cosine of exactly zero, so the sign bit and "below zero" agree.
    tl.store(sign_ptr + offsets, cosine < 0, mask=inside)


def fused_cos_signbit(input: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """(cos(input), signbit(cos(input)))."""
    x = input.contiguous()
    cosine = torch.empty_like(x)
    sign = torch.empty_like(x, dtype=torch.bool)
    block = 1024
    cos_signbit_kernel[(triton.cdiv(x.numel(), block),)](x, cosine, sign, x.numel(), BLOCK=block)
    return cosine, sign
