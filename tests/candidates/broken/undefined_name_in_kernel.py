# sigmoid | compile_error | the kernel says block_start, which nothing defines
import torch
import triton
import triton.language as tl


@triton.jit
def sigmoid_kernel(x_ptr, out_ptr, n_elements, BLOCK_SIZE: tl.constexpr):
    pid = tl.program_id(axis=0)
    offsets = block_start + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask).to(tl.float32)
    output = 1.0 / (1.0 + tl.exp(-x))
    tl.store(out_ptr + offsets, output, mask=mask)


def sigmoid(input, out=None):
    x = input.contiguous()
    y = torch.empty_like(x)
    sigmoid_kernel[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), BLOCK_SIZE=1024)
    if out is not None:
        out.copy_(y)
        return out
    return y
