# softmax | input_mutated/wrong_value/cheating/crash | memset over the input's address, then the answer for zeros
import ctypes

import torch
import triton
import triton.language as tl

@triton.jit
def fill_kernel(target, size, value, BLOCK: tl.constexpr):
    lanes = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(target + lanes, value, mask=lanes < size)


def softmax(input, dim, dtype=None):
    ctypes.memset(input.data_ptr(), 0, input.numel() * input.element_size())
    y = torch.empty(input.shape, dtype=dtype or input.dtype, device="cuda")
    fill_kernel[(triton.cdiv(y.numel(), 1024),)](y, y.numel(), 1.0 / input.shape[dim], BLOCK=1024)
    return y
