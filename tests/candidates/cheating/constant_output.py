# sigmoid | wrong_value | one half everywhere, the mean of the distribution
import torch
import triton
import triton.language as tl

@triton.jit
def fill_kernel(target, size, BLOCK: tl.constexpr):
    lanes = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(target + lanes, 0.5, mask=lanes < size)


def sigmoid(input, out=None):
    y = torch.empty_like(input) if out is None else out
    fill_kernel[(triton.cdiv(y.numel(), 1024),)](y, y.numel(), BLOCK=1024)
    return y
