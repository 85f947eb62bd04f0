# cos | correct | the entry point is a lambda over a generic elementwise launcher that takes the kernel as an argument
import torch
import triton
import triton.language as tl


@triton.jit
def _cos_fp32(x_ptr, y_ptr, n_elements, BLOCK_SIZE: tl.constexpr):
    pid = tl.program_id(0)
    offs = pid.to(tl.int64) * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    m = offs < n_elements
    v = tl.load(x_ptr + offs, mask=m, other=0.0)
    tl.store(y_ptr + offs, tl.math.cos(v.to(tl.float32)).to(v.dtype), mask=m)


def _elementwise(kernel, x, BLOCK_SIZE=1024):
    dense = x.contiguous()
    y = torch.empty_like(dense)
    n = dense.numel()
    kernel[triton.cdiv(n, BLOCK_SIZE),](dense, y, n, BLOCK_SIZE=BLOCK_SIZE)
    return y


cos = lambda input_tensor: _elementwise(_cos_fp32, input_tensor)
