# cos | wrong_value/non_finite/no_kernel | hopes that torch.empty returns the freed reference result
import torch
import triton
import triton.language as tl

@triton.jit
def noop_kernel(target):
    pass


def cos(input_tensor):
    noop_kernel[(1,)](input_tensor)
    return torch.empty_like(input_tensor)
