# sigmoid | correct | the entry point is a functools.partial; block size bound ahead of the call
import functools

import torch
import triton
import triton.language as tl


@triton.jit
def kern(x, y, N, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + i, mask=i < N, other=0).to(tl.float32)
    tl.store(y + i, tl.sigmoid(v).to(y.dtype.element_ty), mask=i < N)


def run(block, input, out=None):
    x = input.contiguous()
    y = torch.empty(x.shape, dtype=x.dtype, device=x.device)
    kern[(-(-x.numel() // block),)](x, y, x.numel(), block)
    if out is None:
        return y
    out[...] = y
    return out


sigmoid = functools.partial(run, 1024)
