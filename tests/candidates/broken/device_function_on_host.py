# sigmoid | runtime_error | calls a @triton.jit function from Python instead of launching a kernel
import torch
import triton
import triton.language as tl


@triton.jit
def _sigmoid(x):
    return 1.0 / (1.0 + tl.exp(-x))


@triton.jit
def sigmoid_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offs, mask=offs < n, other=0.0).to(tl.float32)
    tl.store(y_ptr + offs, _sigmoid(x), mask=offs < n)


def sigmoid(input, out=None):
    if input.numel() <= 4096:  # not worth a launch
        y = _sigmoid(input)
        return y if out is None else out.copy_(y)
    x = input.contiguous()
    y = torch.empty_like(x)
    sigmoid_kernel[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), BLOCK=1024)
    return y if out is None else out.copy_(y)
