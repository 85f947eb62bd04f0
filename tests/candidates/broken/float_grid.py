# sigmoid | launch_error | n / BLOCK is a float, which no launch accepts as a grid
import torch
import triton
import triton.language as tl


@triton.jit
def sigmoid_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offs < n
    x = tl.load(x_ptr + offs, mask=mask, other=0.0).to(tl.float32)
    tl.store(y_ptr + offs, 1.0 / (1.0 + tl.exp(-x)), mask=mask)


def sigmoid(input, out=None):
    x = input.contiguous()
    y = torch.empty_like(x)
    n = x.numel()
    BLOCK = 256
    sigmoid_kernel[((n + BLOCK - 1) / BLOCK,)](x, y, n, BLOCK=BLOCK)
    if out is not None:
        out.copy_(y)
        return out
    return y
