# fused_cos_signbit | correct | a factory makes kernels as closures over device functions and constexprs
import functools

import torch
import triton
import triton.language as tl


@triton.jit
def op_cos(v):
    return tl.cos(v)


@triton.jit
def op_below_zero(v):
    return v < 0.0


def make_kernel(unary, predicate, block):
    BLOCK = tl.constexpr(block)

    @triton.jit
    def generated(src, dst, flags, n):
        i = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
        inside = i < n
        v = unary(tl.load(src + i, mask=inside, other=0.0).to(tl.float32))
        tl.store(dst + i, v.to(dst.dtype.element_ty), mask=inside)
        tl.store(flags + i, predicate(v), mask=inside)

    return generated


@functools.cache
def kernel_for(block):
    return make_kernel(op_cos, op_below_zero, block)


def fused_cos_signbit(input):
    x = input.contiguous()
    cosine = torch.empty_like(x)
    sign = torch.empty(x.shape, dtype=torch.bool, device=x.device)
    block = 256 if x.numel() < 2048 else 1024
    kernel_for(block)[(triton.cdiv(x.numel(), block),)](x, cosine, sign, x.numel())
    return cosine, sign
