# sigmoid | syntax_error | the kernel body is indented with both tabs and spaces
import torch
import triton
import triton.language as tl


@triton.jit
def sigmoid_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
	mask = offs < n
    x = tl.load(x_ptr + offs, mask=mask, other=0.0)
    tl.store(y_ptr + offs, tl.sigmoid(x.to(tl.float32)), mask=mask)


def sigmoid(input, out=None):
    x = input.contiguous()
    y = torch.empty_like(x)
    sigmoid_kernel[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), BLOCK=1024)
    return y if out is None else out.copy_(y)
