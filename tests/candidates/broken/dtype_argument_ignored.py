# softmax | wrong_dtype | accepts `dtype` and does nothing with it
import torch
import triton
import triton.language as tl


@triton.jit
def _softmax(x_ptr, y_ptr, n, inner, BLOCK: tl.constexpr):
    i = tl.program_id(0)
    first = i // inner * n * inner + i % inner
    k = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + first + k * inner, mask=k < n, other=float("-inf")).to(tl.float32)
    p = tl.exp(x - tl.max(x, 0))
    tl.store(y_ptr + first + k * inner, p / tl.sum(p, 0), mask=k < n)


def softmax(input, dim, dtype=None):
    x = input.contiguous()
    n, inner = x.shape[dim], x.stride(dim)
    y = torch.empty_like(x)
    _softmax[(x.numel() // n,)](x, y, n, inner, BLOCK=triton.next_power_of_2(n))
    return y
