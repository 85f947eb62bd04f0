# fused_cos_signbit | wrong_dtype | returns the sign as int8 instead of bool
import torch
import triton
import triton.language as tl


@triton.jit
def fused_kernel(x_ptr, cos_ptr, sign_ptr, n_elements, BLOCK_SIZE: tl.constexpr):
    pid = tl.program_id(axis=0)
    offsets = pid * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0)
    c = tl.cos(x.to(tl.float32))
    tl.store(cos_ptr + offsets, c.to(x.dtype), mask=mask)
    tl.store(sign_ptr + offsets, tl.where(c < 0, 1, 0), mask=mask)


def fused_cos_signbit(input: torch.Tensor):
    flat = input.reshape(-1).contiguous()
    n = flat.numel()
    c = torch.empty_like(flat)
    s = torch.empty(n, dtype=torch.int8, device=input.device)
    fused_kernel[(triton.cdiv(n, 512),)](flat, c, s, n, BLOCK_SIZE=512)
    return c.view(input.shape), s.view(input.shape)
