# fused_relu_conv2d | wrong_value | tl.maximum(x, 0) turns NaN into 0
import torch
import triton
import triton.language as tl


@triton.jit
def conv2d_relu_kernel(
    x_ptr, w_ptr, b_ptr, y_ptr,
    C_in, H, W, C_out, OH, OW, KH, KW,
    sh, sw, ph, pw, dh, dw, groups,
    HAS_BIAS: tl.constexpr, BLOCK: tl.constexpr, BLOCK_C: tl.constexpr,
):
    # program (n * C_out + co, block of output pixels)
    nc = tl.program_id(0)
    n = nc // C_out
    co = nc % C_out
    cg = C_in // groups
    c0 = (co // (C_out // groups)) * cg
    pix = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    valid = pix < OH * OW
    oh = pix // OW
    ow = pix % OW
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    c = tl.arange(0, BLOCK_C)
    for kh in range(0, KH):
        for kw in range(0, KW):
            ih = oh * sh - ph + kh * dh
            iw = ow * sw - pw + kw * dw
            ok = valid & (ih >= 0) & (ih < H) & (iw >= 0) & (iw < W)
            ptrs = ((n * C_in + c0 + c)[None, :] * H + ih[:, None]) * W + iw[:, None]
            x = tl.load(x_ptr + ptrs, mask=ok[:, None] & (c < cg)[None, :], other=0.0).to(tl.float32)
            w = tl.load(w_ptr + ((co * cg + c) * KH + kh) * KW + kw, mask=c < cg, other=0.0).to(tl.float32)
            acc += tl.sum(x * w[None, :], axis=1)
    if HAS_BIAS:
        acc += tl.load(b_ptr + co).to(tl.float32)
    acc = tl.maximum(acc, 0.0)
    tl.store(y_ptr + nc * OH * OW + pix, acc.to(y_ptr.dtype.element_ty), mask=valid)


def _pair(v):
    return (v, v) if isinstance(v, int) else tuple(v)


def fused_relu_conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1, inplace=False):
    x, w = input.contiguous(), weight.contiguous()
    (sh, sw), (ph, pw), (dh, dw) = _pair(stride), _pair(padding), _pair(dilation)
    N, C_in, H, W = x.shape
    C_out, _, KH, KW = w.shape
    OH = (H + 2 * ph - dh * (KH - 1) - 1) // sh + 1
    OW = (W + 2 * pw - dw * (KW - 1) - 1) // sw + 1
    y = torch.empty((N, C_out, OH, OW), device=x.device, dtype=x.dtype)
    BLOCK = 128
    conv2d_relu_kernel[(N * C_out, triton.cdiv(OH * OW, BLOCK))](
        x, w, bias.contiguous() if bias is not None else w, y,
        C_in, H, W, C_out, OH, OW, KH, KW, sh, sw, ph, pw, dh, dw, groups,
        HAS_BIAS=bias is not None, BLOCK=BLOCK, BLOCK_C=triton.next_power_of_2(w.shape[1]),
    )
    return y
