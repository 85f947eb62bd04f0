# fused_cos_signbit | wrong_type | computes both results and returns only the first
import torch
import triton
import triton.language as tl


@triton.jit
def cos_signbit(x_ptr, c_ptr, s_ptr, n, BLOCK: tl.constexpr):
    o = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    m = o < n
    c = tl.cos(tl.load(x_ptr + o, mask=m, other=0.0).to(tl.float32))
    tl.store(c_ptr + o, c, mask=m)
    tl.store(s_ptr + o, (c < 0).to(tl.int8), mask=m)


def fused_cos_signbit(input):
    x = input.contiguous()
    cos_out = torch.empty_like(x)
    sign_out = torch.empty(x.shape, dtype=torch.int8, device=x.device)
    cos_signbit[(triton.cdiv(x.numel(), 1024),)](x, cos_out, sign_out, x.numel(), BLOCK=1024)
    return cos_out
