"""Affine resampling without a grid in memory: a block of output pixels computes its positions once and gathers every channel."""

import torch
import triton
import triton.language as tl


@triton.jit
def normalised(index, count, ALIGN: tl.constexpr):
    if ALIGN:
        place = tl.where(count == 1, 0.0, 2.0 * index.to(tl.float32) / tl.cast(tl.maximum(count - 1, 1), tl.float32) - 1.0)
    else:
        place = (2 * index + 1).to(tl.float32) / tl.cast(count, tl.float32) - 1.0
    return place


@triton.jit
def input_position(coordinate, count, PADDING: tl.constexpr, ALIGN: tl.constexpr):
    size = tl.cast(count, tl.float32)
    if ALIGN:
        position = (coordinate + 1.0) * 0.5 * (size - 1.0)
        low = 0.0
        span = size - 1.0
    else:
        position = ((coordinate + 1.0) * size - 1.0) * 0.5
        low = -0.5
        span = size
    if PADDING == "reflection":
        # A triangle wave of period 2 * span; with a single aligned pixel there is no span and the clamp below decides.
        period = 2.0 * tl.maximum(span, 0.5)
        distance = tl.abs(position - low)
        distance -= tl.floor(distance / period) * period
        position = low + tl.where(distance > span, 2.0 * span - distance, distance)
    if PADDING != "zeros":
        position = tl.minimum(tl.maximum(position, 0.0), size - 1.0)
    return position


@triton.jit
def pixel(x_ptr, row, col, height, width, x_row, x_col, mask):
    inside = mask & (row >= 0) & (row < height) & (col >= 0) & (col < width)
    return tl.load(x_ptr + row * x_row + col * x_col, mask=inside, other=0.0).to(tl.float32)


@triton.jit
def sample_kernel(
    x_ptr, theta_ptr, out_ptr, channels, in_height, in_width, height, width,
    x_image, x_channel, x_row, x_col, theta_image, theta_row, theta_col,
    MODE: tl.constexpr, PADDING: tl.constexpr, ALIGN: tl.constexpr, BLOCK: tl.constexpr,
):  # fmt: skip
    blocks_per_image = tl.cdiv(height * width, BLOCK)
    image = (tl.program_id(0) // blocks_per_image).to(tl.int64)
    index = tl.program_id(0) % blocks_per_image * BLOCK + tl.arange(0, BLOCK)
    mask = index < height * width
    x = normalised(index % width, width, ALIGN)
    y = normalised(index // width, height, ALIGN)

    theta_ptr += image * theta_image
    second_ptr = theta_ptr + theta_row
    to_x = tl.load(theta_ptr) * x + tl.load(theta_ptr + theta_col) * y + tl.load(theta_ptr + 2 * theta_col)
    to_y = tl.load(second_ptr) * x + tl.load(second_ptr + theta_col) * y + tl.load(second_ptr + 2 * theta_col)
    col = input_position(to_x, in_width, PADDING, ALIGN)
    row = input_position(to_y, in_height, PADDING, ALIGN)
    if MODE == "nearest":
        col += 0.5
        row += 0.5
    left = tl.floor(col)
    top = tl.floor(row)
    # Far outside any image, a position would not fit an integer.
    first_col = tl.minimum(tl.maximum(left, -2.0), tl.cast(in_width, tl.float32)).to(tl.int64)
    first_row = tl.minimum(tl.maximum(top, -2.0), tl.cast(in_height, tl.float32)).to(tl.int64)

    x_ptr += image * x_image
    out_ptr += image * channels * height * width + index
    for _ in range(channels):
        value = pixel(x_ptr, first_row, first_col, in_height, in_width, x_row, x_col, mask)
        if MODE == "bilinear":
            upper_right = pixel(x_ptr, first_row, first_col + 1, in_height, in_width, x_row, x_col, mask)
            lower_left = pixel(x_ptr, first_row + 1, first_col, in_height, in_width, x_row, x_col, mask)
            lower_right = pixel(x_ptr, first_row + 1, first_col + 1, in_height, in_width, x_row, x_col, mask)
            upper = value * (1.0 - (col - left)) + upper_right * (col - left)
            lower = lower_left * (1.0 - (col - left)) + lower_right * (col - left)
            value = upper * (1.0 - (row - top)) + lower * (row - top)
        tl.store(out_ptr, value.to(out_ptr.dtype.element_ty), mask=mask)
        x_ptr += x_channel
        out_ptr += height * width


def grid_sample_with_affine(
    input: torch.Tensor,
    theta: torch.Tensor,
    size: tuple[int, int, int, int],
    mode: str = "bilinear",
    padding_mode: str = "zeros",
    align_corners: bool = False,
) -> torch.Tensor:
    """`input` sampled on the affine grid that `theta` spans over an image of `size`."""
    images, channels, height, width = size
    out = torch.empty((images, channels, height, width), dtype=input.dtype, device=input.device)
    block = min(256, triton.next_power_of_2(height * width))
    sample_kernel[(images * triton.cdiv(height * width, block),)](
        input, theta, out, channels, input.shape[2], input.shape[3], height, width, *input.stride(), *theta.stride(),
        MODE=mode, PADDING=padding_mode, ALIGN=align_corners, BLOCK=block,
    )  # fmt: skip
    return out
