# fused_relu_conv2d | correct | the result has the channels_last memory format: right shape and values, strides of its own
import torch
import triton
import triton.language as tl


@triton.jit(do_not_specialize=["KH", "KW", "sh", "sw", "ph", "pw", "dh", "dw", "cin", "cout", "H", "W", "OH", "OW", "pixels", "x0", "x1", "x2", "x3"])
def nhwc_conv(
    x, w, bias, y, H, W, OH, OW, pixels, cin, cout, x0, x1, x2, x3, sh, sw, ph, pw, dh, dw,
    KH, KW, BP: tl.constexpr, BC: tl.constexpr, BO: tl.constexpr,
):
    g = tl.program_id(2)
    p = tl.program_id(0) * BP + tl.arange(0, BP)
    o = tl.program_id(1) * BO + tl.arange(0, BO)
    n = p // (OH * OW)
    oy = p // OW % OH
    ox = p % OW
    acc = tl.zeros((BP, BO), tl.float32)
    for i in range(KH):
        for j in range(KW):
            iy = oy * sh - ph + i * dh
            ix = ox * sw - pw + j * dw
            seen = (p < pixels) & (iy >= 0) & (iy < H) & (ix >= 0) & (ix < W)
            at = n.to(tl.int64) * x0 + iy * x2 + ix * x3
            for c0 in range(0, cin, BC):
                c = c0 + tl.arange(0, BC)
                a = tl.load(x + at[:, None] + (g * cin + c)[None, :] * x1, mask=seen[:, None] & (c < cin)[None, :], other=0.0)
                # The weight lies as (kh, kw, cin, groups * cout).
                b = tl.load(
                    w + ((i * KW + j) * cin + c)[:, None] * (tl.num_programs(2) * cout) + (g * cout + o)[None, :],
                    mask=(c < cin)[:, None] & (o < cout)[None, :], other=0.0,
                )
                acc = tl.dot(a, b, acc, input_precision="ieee")
    if bias is not None:
        acc += tl.load(bias + g * cout + o, mask=o < cout, other=0.0)[None, :].to(tl.float32)
    acc = tl.where(acc <= 0, 0.0, acc)
    total = tl.num_programs(2) * cout
    tl.store(y + p[:, None].to(tl.int64) * total + (g * cout + o)[None, :], acc.to(y.dtype.element_ty), mask=(p < pixels)[:, None] & (o < cout)[None, :])


def fused_relu_conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1, inplace=False):
    (sh, sw), (ph, pw), (dh, dw) = (v if isinstance(v, (tuple, list)) else (v, v) for v in (stride, padding, dilation))
    batch, _, H, W = input.shape
    out_channels, cin, KH, KW = weight.shape
    OH = (H + 2 * ph - dh * (KH - 1) - 1) // sh + 1
    OW = (W + 2 * pw - dw * (KW - 1) - 1) // sw + 1
    w = weight.permute(2, 3, 1, 0).contiguous()
    y = torch.empty((batch, out_channels, OH, OW), dtype=input.dtype, device=input.device, memory_format=torch.channels_last)
    pixels, cout = batch * OH * OW, out_channels // groups
    nhwc_conv[(triton.cdiv(pixels, 32), triton.cdiv(cout, 16), groups)](
        input, w, bias if bias is None else bias.contiguous(), y, H, W, OH, OW, pixels, cin, cout, *input.stride(),
        sh, sw, ph, pw, dh, dw, KH, KW, BP=32, BC=16, BO=16,
    )
    return y
