# softmax | correct | dtype conversions by torch around the kernel (.float() before, .to(dtype) after), as many wrappers do
import torch
import triton
import triton.language as tl


@triton.jit
def _softmax(x, y, n, sx, BLOCK: tl.constexpr, WIDE: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    cols = tl.arange(0, BLOCK)
    v = tl.load(x + row * sx + cols, mask=cols < n, other=float("-inf"))
    if WIDE:
        tl.static_assert(v.dtype == tl.float64)
    e = tl.exp(v - tl.max(v, axis=0))
    tl.store(y + row * n + cols, e / tl.sum(e, axis=0), mask=cols < n)


def softmax(input, dim, dtype=None):
    target = input.dtype if dtype is None else dtype
    x = input.to(target)
    x = x.double() if target == torch.float64 else x.float()
    x = x.transpose(dim, -1).contiguous()
    n = x.shape[-1]
    y = torch.empty_like(x)
    _softmax[(x.numel() // n,)](x, y, n, n, BLOCK=triton.next_power_of_2(n), WIDE=target == torch.float64, num_warps=8)
    return y.transpose(dim, -1).to(target).contiguous()
