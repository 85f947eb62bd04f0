# exp_sqrt | wrong_type | moves the result to the host before returning it
import torch
import triton
import triton.language as tl


@triton.jit
def exp_sqrt_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    m = offs < n
    x = tl.load(x_ptr + offs, mask=m, other=0.0)
    tl.store(y_ptr + offs, tl.sqrt(tl.exp(x.to(tl.float32))), mask=m)


def exp_sqrt(input, out=None):
    device = input.device
    x = input.cuda().contiguous()
    y = torch.empty_like(x)
    exp_sqrt_kernel[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), BLOCK=1024)
    if out is not None:
        out.copy_(y)
    return y.detach().cpu()
