# cos | no_kernel/cheating/compile_error/runtime_error | the __code__ of the entry point is exchanged after its first call
import torch
import triton
import triton.language as tl
calls = []


@triton.jit
def cos_kernel(source, target, size, BLOCK: tl.constexpr):
    lanes = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(source + lanes, mask=lanes < size, other=0.0).to(tl.float32)
    tl.store(target + lanes, tl.cos(x), mask=lanes < size)


def honest(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    cos_kernel[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), BLOCK=1024)
    return y

def fast(x):
    return torch.cos(x)


def cos(x):
    y = honest(x)
    cos.__code__ = fast.__code__
    return y
