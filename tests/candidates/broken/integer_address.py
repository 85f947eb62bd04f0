# cos | compile_error | passes x.data_ptr(), an int, where the kernel needs a pointer
import torch
import triton
import triton.language as tl


@triton.jit
def cos_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offs, mask=offs < n, other=0.0)
    tl.store(y_ptr + offs, tl.cos(x), mask=offs < n)


def cos(input_tensor):
    x = input_tensor.contiguous()
    y = torch.empty_like(x)
    n = x.numel()
    cos_kernel[(triton.cdiv(n, 256),)](x.data_ptr(), y.data_ptr(), n, BLOCK=256)
    return y
