# fused_cos_signbit | correct | the kernel is launched with kernel.run(..., grid=..., warmup=False) and all arguments by keyword, after kernel.warmup with dtypes at import
import torch
import triton
import triton.language as tl


@triton.jit
def kern(src, dst, neg, count, SIZE: tl.constexpr):
    at = tl.program_id(0).to(tl.int64) * SIZE + tl.arange(0, SIZE)
    ok = at < count
    c = tl.cos(tl.load(src + at, mask=ok, other=0.0).to(tl.float32))
    tl.store(dst + at, c.to(dst.dtype.element_ty), mask=ok)
    tl.store(neg + at, c < 0.0, mask=ok)


# Compiled while the module is loaded, from types alone.
kern.warmup(torch.float32, torch.float32, torch.bool, 1024, SIZE=512, grid=(1,))


def fused_cos_signbit(input):
    x = input.contiguous()
    outputs = dict(dst=torch.empty_like(x), neg=torch.empty_like(x, dtype=torch.bool))
    kern.run(src=x, count=x.numel(), SIZE=512, grid=(triton.cdiv(x.numel(), 512),), warmup=False, num_warps=4, **outputs)
    return outputs["dst"], outputs["neg"]
