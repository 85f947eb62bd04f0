# sigmoid | compile_error | the kernel reads a module-level number that is no tl.constexpr
import torch
import triton
import triton.language as tl

LOG2E = 1.4426950408889634
BLOCK_SIZE = 1024


@triton.jit
def sigmoid_kernel(x_ptr, out_ptr, n):
    offs = tl.program_id(0) * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offs < n
    x = tl.load(x_ptr + offs, mask=mask, other=0.0).to(tl.float32)
    y = 1.0 / (1.0 + tl.exp2(-x * LOG2E))
    tl.store(out_ptr + offs, y, mask=mask)


def sigmoid(input, out=None):
    x = input.contiguous()
    y = torch.empty_like(x)
    sigmoid_kernel[(triton.cdiv(x.numel(), BLOCK_SIZE),)](x, y, x.numel())
    return y if out is None else out.copy_(y)
