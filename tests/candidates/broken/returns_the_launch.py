# sigmoid | wrong_type | returns what kernel[grid](...) returned, not the tensor
import torch
import triton
import triton.language as tl


@triton.jit
def sigmoid_kernel(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n, other=0.0).to(tl.float32)
    tl.store(y + i, 1.0 / (1.0 + tl.exp(-v)), mask=i < n)


def sigmoid(input, out=None):
    x = input.contiguous()
    y = torch.empty_like(x) if out is None else out
    n = x.numel()
    return sigmoid_kernel[(triton.cdiv(n, 1024),)](x, y, n, BLOCK=1024)
