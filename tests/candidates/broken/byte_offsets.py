# exp_sqrt | illegal_memory | multiplies offsets by the element size, as in C with char pointers
import torch
import triton
import triton.language as tl


@triton.jit
def exp_sqrt_kernel(x_ptr, y_ptr, n, ELEM_SIZE: tl.constexpr, BLOCK: tl.constexpr):
    idx = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = idx < n
    x = tl.load(x_ptr + idx * ELEM_SIZE, mask=mask, other=0.0).to(tl.float32)
    tl.store(y_ptr + idx * ELEM_SIZE, tl.exp(0.5 * x), mask=mask)


def exp_sqrt(input, out=None):
    x = input.contiguous()
    y = torch.empty_like(x)
    n = x.numel()
    exp_sqrt_kernel[(triton.cdiv(n, 256),)](x, y, n, ELEM_SIZE=x.element_size(), BLOCK=256)
    return y if out is None else out.copy_(y)
