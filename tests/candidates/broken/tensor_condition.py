# fused_cos_signbit | compile_error | a Python `if` over a whole block
import torch
import triton
import triton.language as tl


@triton.jit
def cos_sign_kernel(x_ptr, c_ptr, s_ptr, n, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offs < n
    x = tl.load(x_ptr + offs, mask=mask, other=0.0).to(tl.float32)
    c = tl.cos(x)
    if c < 0:
        sign = 1
    else:
        sign = 0
    tl.store(c_ptr + offs, c, mask=mask)
    tl.store(s_ptr + offs, sign, mask=mask)


def fused_cos_signbit(input):
    x = input.contiguous()
    c = torch.empty_like(x)
    s = torch.empty(x.shape, dtype=torch.bool, device=x.device)
    cos_sign_kernel[(triton.cdiv(x.numel(), 1024),)](x, c, s, x.numel(), BLOCK=1024)
    return c, s
