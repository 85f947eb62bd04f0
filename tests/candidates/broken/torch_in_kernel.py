# exp_sqrt | compile_error | calls torch functions inside the kernel
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offs, mask=offs < n)
    y = torch.sqrt(torch.exp(x))
    tl.store(out_ptr + offs, y, mask=offs < n)


def exp_sqrt(input, out=None):
    x = input.contiguous()
    y = torch.empty_like(x)
    kernel[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), BLOCK=1024)
    return y if out is None else out.copy_(y)
