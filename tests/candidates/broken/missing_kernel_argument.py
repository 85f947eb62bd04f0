# exp_sqrt | launch_error | launches the kernel without its n_elements argument
import torch
import triton
import triton.language as tl


@triton.jit
def exp_sqrt_kernel(x_ptr, y_ptr, n_elements, BLOCK_SIZE: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    tl.store(y_ptr + offsets, tl.sqrt(tl.exp(x)), mask=mask)


def exp_sqrt(input, out=None):
    x = input.contiguous()
    y = torch.empty_like(x)
    grid = lambda META: (triton.cdiv(x.numel(), META["BLOCK_SIZE"]),)
    exp_sqrt_kernel[grid](x, y, BLOCK_SIZE=1024)
    return y if out is None else out.copy_(y)
