# sigmoid | correct | libdevice from triton.language.extra.cuda: tanh and fast division; sigmoid as (1 + tanh(x / 2)) / 2
import torch
import triton
import triton.language as tl
from triton.language.extra.cuda import libdevice


@triton.jit
def sigmoid_tanh(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n, other=0.0).to(tl.float32)
    y = libdevice.fma(libdevice.tanh(0.5 * x), 0.5, 0.5)
    tl.store(y_ptr + i, y, mask=i < n)


def sigmoid(input, out=None):
    x = input.contiguous()
    y = torch.empty_like(x)
    sigmoid_tanh[(triton.cdiv(x.numel(), 512),)](x, y, x.numel(), BLOCK=512)
    return y if out is None else out.copy_(y)
