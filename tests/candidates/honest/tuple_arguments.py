# conv2d | correct | tuples as kernel arguments (shapes, strides, and a tuple of pointers), unpacked and indexed in the kernel
import torch
import triton
import triton.language as tl


@triton.jit
def conv(tensors, x_shape, x_stride, w_stride, y_shape, step, pad, dilate, group_in, group_out, KH, KW, BP: tl.constexpr, BO: tl.constexpr, BR: tl.constexpr):
    x_ptr, w_ptr, bias_ptr, y_ptr = tensors
    H, W = x_shape[2], x_shape[3]
    OH, OW = y_shape[2], y_shape[3]
    pixels = y_shape[0] * OH * OW
    g = tl.program_id(2)
    p = tl.program_id(0) * BP + tl.arange(0, BP)
    o = tl.program_id(1) * BO + tl.arange(0, BO)
    image = (p // (OH * OW)).to(tl.int64)
    top = p // OW % OH * step[0] - pad[0]
    left = p % OW * step[1] - pad[1]
    acc = tl.zeros((BP, BO), tl.float32)
    taps = group_in * KH * KW
    for r0 in range(0, taps, BR):
        r = r0 + tl.arange(0, BR)
        c, i, j = r // (KH * KW), r // KW % KH, r % KW
        y = top[:, None] + (i * dilate[0])[None, :]
        x = left[:, None] + (j * dilate[1])[None, :]
        ok = (y >= 0) & (y < H) & (x >= 0) & (x < W) & (p < pixels)[:, None] & (r < taps)[None, :]
        at = image[:, None] * x_stride[0] + (g * group_in + c)[None, :] * x_stride[1] + y * x_stride[2] + x * x_stride[3]
        a = tl.load(x_ptr + at, mask=ok, other=0.0)
        wat = (g * group_out + o)[None, :] * w_stride[0] + (c * w_stride[1] + i * w_stride[2] + j * w_stride[3])[:, None]
        b = tl.load(w_ptr + wat, mask=(o < group_out)[None, :] & (r < taps)[:, None], other=0.0)
        acc = tl.dot(a, b, acc, input_precision="ieee")
    if bias_ptr is not None:
        acc += tl.load(bias_ptr + g * group_out + o, mask=o < group_out, other=0.0).to(tl.float32)[None, :]
    yat = (image[:, None] * y_shape[1] + (g * group_out + o)[None, :]) * (OH * OW) + (p % (OH * OW))[:, None]
    tl.store(y_ptr + yat, acc.to(y_ptr.dtype.element_ty), mask=(p < pixels)[:, None] & (o < group_out)[None, :])


def two(v):
    return (v, v) if isinstance(v, int) else tuple(v)


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    s, p, d = two(stride), two(padding), two(dilation)
    kh, kw = weight.shape[2:]
    size = [(input.shape[2 + a] + 2 * p[a] - d[a] * (k - 1) - 1) // s[a] + 1 for a, k in enumerate((kh, kw))]
    y = torch.empty((input.shape[0], weight.shape[0], *size), dtype=input.dtype, device=input.device)
    group_out = weight.shape[0] // groups
    bias = None if bias is None else bias.contiguous()
    conv[(triton.cdiv(y.shape[0] * size[0] * size[1], 32), triton.cdiv(group_out, 16), groups)](
        (input, weight, bias, y), tuple(input.shape), input.stride(), weight.stride(), tuple(y.shape), s, p, d,
        weight.shape[1], group_out, kh, kw, BP=32, BO=16, BR=32,
    )
    return y
