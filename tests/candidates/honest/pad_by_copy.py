# conv2d | correct | F.pad and copies bring the operands to padded layouts (no compute); the kernel then needs no image masks
import torch
import torch.nn.functional as F
import triton
import triton.language as tl


@triton.jit(do_not_specialize=["HP", "WP", "OH", "OW", "pixels", "cin", "cout", "sh", "sw", "dh", "dw", "KH", "KW"])
def conv_padded(x, w, b, y, HP, WP, OH, OW, pixels, cin, cout, sh, sw, dh, dw, KH, KW, HAS_BIAS: tl.constexpr, BP: tl.constexpr, BO: tl.constexpr, BC: tl.constexpr):
    """x: (batch, groups, HP, WP, cin), w: (groups, KH, KW, cin, cout), both dense."""
    g = tl.program_id(2)
    groups = tl.num_programs(2)
    p = tl.program_id(0) * BP + tl.arange(0, BP)
    o = tl.program_id(1) * BO + tl.arange(0, BO)
    n = p // (OH * OW)
    base = ((n.to(tl.int64) * groups + g) * HP + p // OW % OH * sh) * WP + p % OW * sw
    acc = tl.zeros((BP, BO), tl.float32)
    for tap in range(0, KH * KW):
        at = base + (tap // KW * dh) * WP + tap % KW * dw
        for c0 in range(0, cin, BC):
            c = c0 + tl.arange(0, BC)
            a = tl.load(x + at[:, None] * cin + c[None, :], mask=(p < pixels)[:, None] & (c < cin)[None, :], other=0.0)
            k = tl.load(w + ((g * KH * KW + tap) * cin + c)[:, None] * cout + o[None, :], mask=(c < cin)[:, None] & (o < cout)[None, :], other=0.0)
            acc = tl.dot(a, k, acc, input_precision="ieee")
    if HAS_BIAS:
        acc += tl.load(b + g * cout + o, mask=o < cout, other=0.0).to(tl.float32)[None, :]
    area = OH * OW
    out = ((n * groups + g).to(tl.int64)[:, None] * cout + o[None, :]) * area + (p % area)[:, None]
    tl.store(y + out, acc.to(y.dtype.element_ty), mask=(p < pixels)[:, None] & (o < cout)[None, :])


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    sh, sw = (stride, stride) if isinstance(stride, int) else stride
    ph, pw = (padding, padding) if isinstance(padding, int) else padding
    dh, dw = (dilation, dilation) if isinstance(dilation, int) else dilation
    batch, channels, H, W = input.shape
    out_channels, cin, KH, KW = weight.shape
    cout = out_channels // groups
    padded = F.pad(input, (pw, pw, ph, ph))
    HP, WP = padded.shape[2:]
    x = torch.empty((batch, groups, HP, WP, cin), dtype=input.dtype, device=input.device)
    x.copy_(padded.reshape(batch, groups, cin, HP, WP).permute(0, 1, 3, 4, 2))
    w = weight.reshape(groups, cout, cin, KH, KW).permute(0, 3, 4, 2, 1).contiguous()
    OH, OW = (HP - dh * (KH - 1) - 1) // sh + 1, (WP - dw * (KW - 1) - 1) // sw + 1
    y = torch.empty((batch, out_channels, OH, OW), dtype=input.dtype, device=input.device)
    bias = bias if bias is None else bias.contiguous()
    conv_padded[(triton.cdiv(batch * OH * OW, 32), triton.cdiv(cout, 16), groups)](
        x, w, bias, y, HP, WP, OH, OW, batch * OH * OW, cin, cout, sh, sw, dh, dw, KH, KW,
        HAS_BIAS=bias is not None, BP=32, BO=16, BC=16,
    )
    return y
