# fused_cos_signbit | correct | autotune with a single config and no key; two outputs, the sign taken from the bits
import torch
import triton
from triton import language as tl


@triton.autotune(configs=[triton.Config(kwargs={"BLOCK_SIZE": 512}, num_warps=4, num_stages=1)], key=[])
@triton.jit
def _kernel(in_ptr, cos_ptr, neg_ptr, numel, BLOCK_SIZE: tl.constexpr):
    block_start = tl.program_id(axis=0).to(tl.int64) * BLOCK_SIZE
    offs = block_start + tl.arange(0, BLOCK_SIZE)
    mask = offs < numel
    c = tl.cos(tl.load(in_ptr + offs, mask=mask, other=0.0).to(tl.float32))
    bits = c.to(tl.uint32, bitcast=True)
    tl.store(cos_ptr + offs, c.to(cos_ptr.dtype.element_ty), mask=mask)
    tl.store(neg_ptr + offs, ((bits >> 31) & 1).to(tl.int1), mask=mask)


@torch.no_grad()
def fused_cos_signbit(input: torch.Tensor):
    source = input if input.is_contiguous() else input.clone(memory_format=torch.contiguous_format)
    cosine, sign = torch.empty_like(source), source.new_empty(source.shape, dtype=torch.bool)
    _kernel[lambda meta: (triton.cdiv(source.numel(), meta["BLOCK_SIZE"]),)](source, cosine, sign, source.numel())
    return cosine, sign
