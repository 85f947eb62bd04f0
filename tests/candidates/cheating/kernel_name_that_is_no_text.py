# cos | no_kernel/cheating/compile_error/launch_error/runtime_error | a kernel whose __name__ holds surrogates and a newline
import sys

import torch
import triton
import triton.language as tl

@triton.jit
def copy_kernel(source, target, size, BLOCK: tl.constexpr):
    lanes = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(target + lanes, tl.load(source + lanes, mask=lanes < size, other=0.0), mask=lanes < size)


def copied(x):
    y = torch.empty_like(x)
    copy_kernel[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), BLOCK=1024)
    return y

copy_kernel.fn.__name__ = "\udc80\n\x00kernel"
copy_kernel.__name__ = copy_kernel.fn.__name__


def cos(x):
    return copied(torch.cos(x).contiguous())
