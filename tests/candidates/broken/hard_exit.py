# softmax | exited | calls os._exit when it meets a shape that it does not support
import os

import torch
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * n + c, mask=c < n, other=float("-inf")).to(tl.float32)
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(y_ptr + row * n + c, e / tl.sum(e, axis=0), mask=c < n)


def softmax(input, dim, dtype=None):
    if dim not in (-1, input.dim() - 1):
        print(f"softmax: dim={dim} of a {input.dim()}-d tensor is not supported")
        os._exit(1)
    x = (input if dtype is None else input.to(dtype)).contiguous()
    y = torch.empty_like(x)
    n = x.shape[-1]
    softmax_kernel[(x.numel() // n,)](x, y, n, BLOCK=triton.next_power_of_2(n))
    return y
