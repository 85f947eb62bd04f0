# fused_relu_conv2d | correct | ModelNew(torch.nn.Module) whose forward launches the kernel; implicit GEMM with tl.dot
import torch
import torch.nn as nn
import triton
import triton.language as tl


@triton.jit
def relu_conv_kernel(
    x_ptr, w_ptr, b_ptr, y_ptr,
    H, W, OH, OW, P, CIN_G, COUT_G, COUT,
    sxn, sxc, sxh, sxw,
    STRIDE_H, STRIDE_W, PAD_H, PAD_W, DIL_H, DIL_W,
    KH: tl.constexpr, KW: tl.constexpr,
    HAS_BIAS: tl.constexpr,
    BP: tl.constexpr, BO: tl.constexpr, BR: tl.constexpr,
):
    pid_p = tl.program_id(0)
    pid_o = tl.program_id(1)
    g = tl.program_id(2)
    p = pid_p * BP + tl.arange(0, BP)
    o = pid_o * BO + tl.arange(0, BO)
    n = p // (OH * OW)
    oh = (p // OW) % OH
    ow = p % OW
    R = CIN_G * KH * KW
    acc = tl.zeros((BP, BO), dtype=tl.float32)
    for r0 in range(0, R, BR):
        r = r0 + tl.arange(0, BR)
        c = r // (KH * KW)
        kh = (r % (KH * KW)) // KW
        kw = r % KW
        ih = oh[:, None] * STRIDE_H - PAD_H + kh[None, :] * DIL_H
        iw = ow[:, None] * STRIDE_W - PAD_W + kw[None, :] * DIL_W
        xm = (p[:, None] < P) & (r[None, :] < R) & (ih >= 0) & (ih < H) & (iw >= 0) & (iw < W)
        xv = tl.load(
            x_ptr + n[:, None].to(tl.int64) * sxn + (g * CIN_G + c)[None, :] * sxc + ih * sxh + iw * sxw,
            mask=xm, other=0.0,
        )
        wv = tl.load(
            w_ptr + (g * COUT_G + o)[None, :] * R + r[:, None],
            mask=(o[None, :] < COUT_G) & (r[:, None] < R), other=0.0,
        )
        acc = tl.dot(xv, wv, acc=acc, input_precision="ieee")
    if HAS_BIAS:
        acc += tl.load(b_ptr + g * COUT_G + o, mask=o < COUT_G, other=0.0)[None, :].to(tl.float32)
    acc = tl.maximum(acc, 0.0, propagate_nan=tl.PropagateNan.ALL)
    y_off = (n[:, None].to(tl.int64) * COUT + (g * COUT_G + o)[None, :]) * (OH * OW) + (oh * OW + ow)[:, None]
    tl.store(y_ptr + y_off, acc.to(y_ptr.dtype.element_ty), mask=(p[:, None] < P) & (o[None, :] < COUT_G))


def _pair(v):
    return (v, v) if isinstance(v, int) else v


class ModelNew(nn.Module):
    """Drop-in for Conv2d + ReLU in inference."""

    def __init__(self, stride=1, padding=0, dilation=1, groups=1):
        super().__init__()
        self.stride, self.padding, self.dilation, self.groups = _pair(stride), _pair(padding), _pair(dilation), groups

    def forward(self, x: torch.Tensor, weight: torch.Tensor, bias=None) -> torch.Tensor:
        weight = weight.contiguous()
        N, _, H, W = x.shape
        O, CG, KH, KW = weight.shape
        OH = (H + 2 * self.padding[0] - self.dilation[0] * (KH - 1) - 1) // self.stride[0] + 1
        OW = (W + 2 * self.padding[1] - self.dilation[1] * (KW - 1) - 1) // self.stride[1] + 1
        y = torch.empty(N, O, OH, OW, device=x.device, dtype=x.dtype)
        P = N * OH * OW
        og = O // self.groups
        BP, BO, BR = 32, 16, 32
        relu_conv_kernel[(triton.cdiv(P, BP), triton.cdiv(og, BO), self.groups)](
            x, weight, bias if bias is None else bias.contiguous(), y,
            H, W, OH, OW, P, CG, og, O, *x.stride(),
            *self.stride, *self.padding, *self.dilation,
            KH=KH, KW=KW, HAS_BIAS=bias is not None, BP=BP, BO=BO, BR=BR, num_warps=4,
        )
        return y


def fused_relu_conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1, inplace=False):
    return ModelNew(stride, padding, dilation, groups)(input, weight, bias)
