# fused_cos_signbit | wrong_dtype | returns (sign, cosine) instead of (cosine, sign)
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, cos_ptr, sign_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    c = tl.cos(tl.load(x_ptr + i, mask=i < n, other=0.0).to(tl.float32))
    tl.store(cos_ptr + i, c, mask=i < n)
    tl.store(sign_ptr + i, c < 0.0, mask=i < n)


def fused_cos_signbit(input):
    x = input.contiguous()
    c = torch.empty_like(x)
    s = torch.empty_like(x, dtype=torch.bool)
    kernel[(triton.cdiv(x.numel(), 1024),)](x, c, s, x.numel(), BLOCK=1024)
    return s, c
