# grid_sample_with_affine | wrong_value | always uses the formula for align_corners=True
import torch
import triton
import triton.language as tl


@triton.jit
def tap(x_ptr, base, row, col, H, W, mask):
    ok = mask & (row >= 0) & (row < H) & (col >= 0) & (col < W)
    return tl.load(x_ptr + base + row * W + col, mask=ok, other=0.0)


@triton.jit
def affine_sample_kernel(x_ptr, theta_ptr, out_ptr, C, H, W, OH, OW, BLOCK: tl.constexpr):
    nc = tl.program_id(0)
    n = nc // C
    p = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    mask = p < OH * OW
    gx = 2.0 * (p % OW).to(tl.float32) / tl.maximum(OW - 1, 1) - 1.0
    gy = 2.0 * (p // OW).to(tl.float32) / tl.maximum(OH - 1, 1) - 1.0
    t = theta_ptr + n * 6
    sx = tl.load(t) * gx + tl.load(t + 1) * gy + tl.load(t + 2)
    sy = tl.load(t + 3) * gx + tl.load(t + 4) * gy + tl.load(t + 5)
    ix = (sx + 1.0) * 0.5 * (W - 1)
    iy = (sy + 1.0) * 0.5 * (H - 1)
    x0f, y0f = tl.floor(ix), tl.floor(iy)
    x0, y0 = x0f.to(tl.int32), y0f.to(tl.int32)
    fx, fy = ix - x0f, iy - y0f
    base = nc * H * W
    value = tap(x_ptr, base, y0, x0, H, W, mask) * (1 - fx) * (1 - fy)
    value += tap(x_ptr, base, y0, x0 + 1, H, W, mask) * fx * (1 - fy)
    value += tap(x_ptr, base, y0 + 1, x0, H, W, mask) * (1 - fx) * fy
    value += tap(x_ptr, base, y0 + 1, x0 + 1, H, W, mask) * fx * fy
    tl.store(out_ptr + nc * OH * OW + p, value, mask=mask)


def grid_sample_with_affine(input, theta, size, mode="bilinear", padding_mode="zeros", align_corners=False):
    N, C, OH, OW = size
    x = input.contiguous()
    H, W = x.shape[2:]
    out = torch.empty((N, C, OH, OW), dtype=x.dtype, device=x.device)
    affine_sample_kernel[(N * C, triton.cdiv(OH * OW, 128))](x, theta.contiguous(), out, C, H, W, OH, OW, BLOCK=128)
    return out
