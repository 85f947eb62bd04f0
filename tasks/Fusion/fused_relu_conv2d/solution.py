"""ReLU of a 2-D convolution: a matrix product with operands gathered from the image, clamped before its only store."""

import torch
import triton
import triton.language as tl

# The first suits small images and every GPU.
CONFIGS = [
    triton.Config({"BLOCK_P": 64, "BLOCK_O": 16, "BLOCK_R": 32}, num_warps=4, num_stages=2),
    triton.Config({"BLOCK_P": 64, "BLOCK_O": 64, "BLOCK_R": 32}, num_warps=4, num_stages=3),
    triton.Config({"BLOCK_P": 128, "BLOCK_O": 64, "BLOCK_R": 32}, num_warps=8, num_stages=3),
    triton.Config({"BLOCK_P": 128, "BLOCK_O": 128, "BLOCK_R": 32}, num_warps=8, num_stages=3),
]


@triton.autotune(configs=CONFIGS, key=["pixels", "group_in", "group_out", "KERNEL_H", "KERNEL_W"])
@triton.jit
def relu_conv2d_kernel(
    x_ptr, weight_ptr, bias_ptr, y_ptr, height, width, out_height, out_width, pixels, group_in, group_out, out_channels,
    x_batch, x_channel, x_row, x_column,
    weight_out, weight_in, weight_row, weight_column,
    stride_h, stride_w, padding_h, padding_w, dilation_h, dilation_w,
    KERNEL_H: tl.constexpr, KERNEL_W: tl.constexpr, BLOCK_P: tl.constexpr, BLOCK_O: tl.constexpr, BLOCK_R: tl.constexpr,
):  # fmt: skip
    group = tl.program_id(2)
    pixel = tl.program_id(0) * BLOCK_P + tl.arange(0, BLOCK_P)
    channel = tl.program_id(1) * BLOCK_O + tl.arange(0, BLOCK_O)
    image = (pixel // (out_height * out_width)).to(tl.int64)
    top = pixel // out_width % out_height * stride_h - padding_h
    left = pixel % out_width * stride_w - padding_w

    taps = group_in * KERNEL_H * KERNEL_W
    total = tl.zeros([BLOCK_P, BLOCK_O], tl.float32)
    for start in range(0, taps, BLOCK_R):
        tap = start + tl.arange(0, BLOCK_R)
        source = tap // (KERNEL_H * KERNEL_W)
        i = tap // KERNEL_W % KERNEL_H
        j = tap % KERNEL_W
        row = top[:, None] + (i * dilation_h)[None, :]
        column = left[:, None] + (j * dilation_w)[None, :]
        in_image = (row >= 0) & (row < height) & (column >= 0) & (column < width)
        x_at = image[:, None] * x_batch + (group * group_in + source)[None, :] * x_channel + row * x_row + column * x_column
        x = tl.load(x_ptr + x_at, mask=in_image & (pixel < pixels)[:, None] & (tap < taps)[None, :], other=0.0)
        weight_at = (group * group_out + channel)[None, :] * weight_out + (source * weight_in + i * weight_row + j * weight_column)[:, None]
        weight = tl.load(weight_ptr + weight_at, mask=(channel < group_out)[None, :] & (tap < taps)[:, None], other=0.0)
        total = tl.dot(x, weight, total, input_precision="ieee")

    if bias_ptr is not None:
        bias = tl.load(bias_ptr + group * group_out + channel, mask=channel < group_out, other=0.0)
        total += bias[None, :].to(tl.float32)
    # A comparison keeps NaN, which a maximum may drop.
    total = tl.where(total < 0, 0.0, total)
    area = out_height * out_width
    y_at = (image[:, None] * out_channels + (group * group_out + channel)[None, :]) * area + (pixel % area)[:, None]
    tl.store(y_ptr + y_at, total, mask=(pixel < pixels)[:, None] & (channel < group_out)[None, :])


def pair(value: int | tuple[int, int]) -> tuple[int, int]:
    """(vertical, horizontal) from one number or two."""
    return (value, value) if isinstance(value, int) else (value[0], value[1])


def fused_relu_conv2d(
    input: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor | None = None,
    stride: int | tuple[int, int] = 1,
    padding: int | tuple[int, int] = 0,
    dilation: int | tuple[int, int] = 1,
    groups: int = 1,
    inplace: bool = False,
) -> torch.Tensor:
    """max(0, conv2d(input, weight, bias, ...)); `inplace` changes nothing, there is no intermediate result."""
    batch, _, height, width = input.shape
    out_channels, group_in, kernel_h, kernel_w = weight.shape
    (stride_h, stride_w), (padding_h, padding_w), (dilation_h, dilation_w) = pair(stride), pair(padding), pair(dilation)
    out_height = (height + 2 * padding_h - dilation_h * (kernel_h - 1) - 1) // stride_h + 1
    out_width = (width + 2 * padding_w - dilation_w * (kernel_w - 1) - 1) // stride_w + 1
    pixels, group_out = batch * out_height * out_width, out_channels // groups
    y = torch.empty((batch, out_channels, out_height, out_width), dtype=input.dtype, device=input.device)
    relu_conv2d_kernel[lambda meta: (triton.cdiv(pixels, meta["BLOCK_P"]), triton.cdiv(group_out, meta["BLOCK_O"]), groups)](
        input, weight, None if bias is None else bias.contiguous(), y,
        height, width, out_height, out_width, pixels, group_in, group_out, out_channels, *input.stride(), *weight.stride(),
        stride_h, stride_w, padding_h, padding_w, dilation_h, dilation_w, KERNEL_H=kernel_h, KERNEL_W=kernel_w,
    )  # fmt: skip
    return y
