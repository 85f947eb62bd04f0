# exp_sqrt | wrong_value | n // BLOCK programs instead of ceil: the tail is never written
import torch
import triton
import triton.language as tl


@triton.jit
def _exp_sqrt(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offs < n
    x = tl.load(x_ptr + offs, mask=mask).to(tl.float32)
    tl.store(y_ptr + offs, tl.exp(x * 0.5), mask=mask)


def exp_sqrt(input, out=None):
    x = input.contiguous()
    y = torch.empty(x.shape, dtype=x.dtype, device=x.device)
    n = x.numel()
    BLOCK = 256
    grid = (max(1, n // BLOCK),)
    _exp_sqrt[grid](x, y, n, BLOCK=BLOCK)
    if out is not None:
        out.copy_(y)
        return out
    return y
