# matmul_w8a8 | wrong_value | multiplies the original values in float32
import torch
import triton
import triton.language as tl

@triton.jit
def product_kernel(a, b, a_scale, b_scale, c, m, n, k, BLOCK: tl.constexpr):
    rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    cols = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    left_scale = tl.load(a_scale + rows, mask=rows < m, other=1.0)
    right_scale = tl.load(b_scale + cols, mask=cols < n, other=1.0)
    total = tl.zeros((BLOCK, BLOCK), tl.float32)
    for start in range(0, k, BLOCK):
        inner = start + tl.arange(0, BLOCK)
        left = tl.load(a + rows[:, None] * k + inner[None, :], mask=(rows < m)[:, None] & (inner < k)[None, :], other=0.0)
        right = tl.load(b + inner[:, None] * n + cols[None, :], mask=(inner < k)[:, None] & (cols < n)[None, :], other=0.0)
        total += tl.dot(left.to(tl.float32), right.to(tl.float32), input_precision="ieee")
    total = total * (left_scale[:, None] * right_scale[None, :])
    tl.store(c + rows[:, None] * n + cols[None, :], total, mask=(rows < m)[:, None] & (cols < n)[None, :])


def matmul_w8a8(input, weight):
    a, b = input.contiguous(), weight.contiguous()
    c = torch.empty(a.shape[0], b.shape[1], device=a.device)
    ones = torch.ones(max(c.shape), device=a.device)
    grid = (triton.cdiv(c.shape[0], 16), triton.cdiv(c.shape[1], 16))
    product_kernel[grid](a, b, ones, ones, c, c.shape[0], c.shape[1], a.shape[1], BLOCK=16)
    return c
