# softmax | non_finite | does not subtract the maximum: exp overflows
import torch
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x_ptr, y_ptr, n, stride, inner, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    base = (pid // inner) * n * inner + pid % inner
    c = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + base + c * stride, mask=c < n, other=float("-inf")).to(tl.float32)
    e = tl.exp(x)
    tl.store(y_ptr + base + c * stride, e / tl.sum(e, axis=0), mask=c < n)


def softmax(input, dim, dtype=None):
    x = (input if dtype is None else input.to(dtype)).contiguous()
    d = dim % x.dim()
    inner = x.stride(d)
    n = x.shape[d]
    y = torch.empty_like(x)
    softmax_kernel[(x.numel() // n,)](x, y, n, inner, inner, BLOCK=triton.next_power_of_2(n))
    return y
