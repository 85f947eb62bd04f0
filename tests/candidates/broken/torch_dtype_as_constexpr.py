# sigmoid | compile_error | gives the kernel a torch dtype where Triton needs its own
import torch
import triton
import triton.language as tl


@triton.jit
def sigmoid_kernel(x_ptr, y_ptr, n, DTYPE: tl.constexpr, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offs < n
    x = tl.load(x_ptr + offs, mask=mask, other=0.0).to(tl.float32)
    y = 1.0 / (1.0 + tl.exp(-x))
    tl.store(y_ptr + offs, y.to(DTYPE), mask=mask)


def sigmoid(input, out=None):
    x = input.contiguous()
    y = torch.empty_like(x)
    sigmoid_kernel[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), DTYPE=x.dtype, BLOCK=1024)
    return y if out is None else out.copy_(y)
