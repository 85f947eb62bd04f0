# softmax | host_timeout | doubles a block size that starts at 0 until it covers the row
import torch
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * n + c, mask=c < n, other=float("-inf")).to(tl.float32)
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(y_ptr + row * n + c, e / tl.sum(e, axis=0), mask=c < n)


def _block_for(n):
    block = n // 1024
    while block < n:
        block *= 2
    return block


def softmax(input, dim, dtype=None):
    x = input if dtype is None else input.to(dtype)
    x = x.movedim(dim, -1).contiguous()
    y = torch.empty_like(x)
    n = x.shape[-1]
    softmax_kernel[(x.numel() // n,)](x, y, n, BLOCK=_block_for(n))
    return y.movedim(-1, dim)
