# conv2d | wrong_value | accepts a bias and never adds it
import torch
import triton
import triton.language as tl


@triton.jit
def conv2d_kernel(x_ptr, w_ptr, y_ptr, C, H, W, OC, OH, OW, R, S, sh, sw, ph, pw, dh, dw, groups, BLOCK_P: tl.constexpr, BLOCK_C: tl.constexpr):
    n = tl.program_id(0) // OC
    oc = tl.program_id(0) % OC
    p = tl.program_id(1) * BLOCK_P + tl.arange(0, BLOCK_P)
    oh, ow = p // OW, p % OW
    cg = C // groups
    first = oc // (OC // groups) * cg
    c = tl.arange(0, BLOCK_C)
    acc = tl.zeros((BLOCK_P,), tl.float32)
    for r in range(R):
        for s in range(S):
            ih = oh * sh - ph + r * dh
            iw = ow * sw - pw + s * dw
            ok = (p < OH * OW) & (ih >= 0) & (ih < H) & (iw >= 0) & (iw < W)
            x = tl.load(x_ptr + ((n * C + first + c)[None, :] * H + ih[:, None]) * W + iw[:, None], mask=ok[:, None] & (c < cg)[None, :], other=0.0)
            w = tl.load(w_ptr + ((oc * cg + c) * R + r) * S + s, mask=c < cg, other=0.0)
            acc += tl.sum(x.to(tl.float32) * w.to(tl.float32)[None, :], axis=1)
    tl.store(y_ptr + tl.program_id(0) * OH * OW + p, acc, mask=p < OH * OW)


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    sh, sw = (stride, stride) if isinstance(stride, int) else stride
    ph, pw = (padding, padding) if isinstance(padding, int) else padding
    dh, dw = (dilation, dilation) if isinstance(dilation, int) else dilation
    N, C, H, W = input.shape
    OC, CG, R, S = weight.shape
    OH = (H + 2 * ph - dh * (R - 1) - 1) // sh + 1
    OW = (W + 2 * pw - dw * (S - 1) - 1) // sw + 1
    y = torch.empty((N, OC, OH, OW), dtype=input.dtype, device=input.device)
    conv2d_kernel[(N * OC, triton.cdiv(OH * OW, 64))](
        input.contiguous(), weight.contiguous(), y, C, H, W, OC, OH, OW, R, S, sh, sw, ph, pw, dh, dw, groups,
        BLOCK_P=64, BLOCK_C=triton.next_power_of_2(CG),
    )
    return y
