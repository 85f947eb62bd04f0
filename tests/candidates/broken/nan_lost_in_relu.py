# fused_relu_conv2d | wrong_value | tl.maximum(x, 0) turns NaN into 0
import torch
import triton
import triton.language as tl


@triton.jit
def conv2d_relu_kernel(
    x_ptr, w_ptr, b_ptr, y_ptr,
    C_in, H, W, C_out, OH, OW, KH, KW,
    sh, sw, ph, pw, dh, dw, groups,
    HAS_BIAS: tl.constexpr, BLOCK_P: tl.constexpr, BLOCK_O: tl.constexpr,
):
    # one program: a block of output pixels of one image, all output channels of one group
    n = tl.program_id(0) // groups
    g = tl.program_id(0) % groups
    c_group = C_in // groups
    o_group = C_out // groups
    pix = tl.program_id(1) * BLOCK_P + tl.arange(0, BLOCK_P)
    oc = tl.arange(0, BLOCK_O)
    valid = pix < OH * OW
    top = pix // OW * sh - ph
    left = pix % OW * sw - pw
    w_row = (g * o_group + oc) * c_group
    acc = tl.zeros((BLOCK_P, BLOCK_O), dtype=tl.float32)
    for tap in range(0, c_group * KH * KW):
        c = tap // (KH * KW)
        ih = top + tap // KW % KH * dh
        iw = left + tap % KW * dw
        ok = valid & (ih >= 0) & (ih < H) & (iw >= 0) & (iw < W)
        x = tl.load(x_ptr + ((n * C_in + g * c_group + c) * H + ih) * W + iw, mask=ok, other=0.0).to(tl.float32)
        w = tl.load(w_ptr + w_row * KH * KW + tap, mask=oc < o_group, other=0.0).to(tl.float32)
        acc += x[:, None] * w[None, :]
    if HAS_BIAS:
        acc += tl.load(b_ptr + g * o_group + oc, mask=oc < o_group, other=0.0).to(tl.float32)[None, :]
    # ReLU
    acc = tl.maximum(acc, 0.0)
    y = y_ptr + (n * C_out + g * o_group + oc)[None, :] * OH * OW + pix[:, None]
    tl.store(y, acc.to(y_ptr.dtype.element_ty), mask=valid[:, None] & (oc < o_group)[None, :])


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
    BLOCK_P = 128
    conv2d_relu_kernel[(N * groups, triton.cdiv(OH * OW, BLOCK_P))](
        x, w, bias.contiguous() if bias is not None else w, y,
        C_in, H, W, C_out, OH, OW, KH, KW, sh, sw, ph, pw, dh, dw, groups,
        HAS_BIAS=bias is not None, BLOCK_P=BLOCK_P, BLOCK_O=triton.next_power_of_2(C_out // groups),
    )
    return y
