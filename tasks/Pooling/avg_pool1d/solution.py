"""Average pooling: a block of outputs of one channel; each tap of the window is one load of the whole block."""

import torch
import triton
import triton.language as tl


@triton.jit
def avg_pool1d_kernel(
    x_ptr, out_ptr, channels, length, outputs, blocks_per_row, x_batch, x_channel, x_step, stride, padding,
    KERNEL_SIZE: tl.constexpr, BLOCK: tl.constexpr,
):  # fmt: skip
    pid = tl.program_id(0)
    row = (pid // blocks_per_row).to(tl.int64)
    output = (pid % blocks_per_row) * BLOCK + tl.arange(0, BLOCK)
    output_mask = output < outputs
    x_ptr += row // channels * x_batch + row % channels * x_channel
    total = tl.zeros((BLOCK,), tl.float32)
    for tap in range(KERNEL_SIZE):
        position = output * stride - padding + tap
        mask = output_mask & (position >= 0) & (position < length)
        total += tl.load(x_ptr + position.to(tl.int64) * x_step, mask=mask, other=0.0).to(tl.float32)
    mean = total / KERNEL_SIZE
    tl.store(out_ptr + row * outputs + output, mean.to(out_ptr.dtype.element_ty), mask=output_mask)


def avg_pool1d(input: torch.Tensor, kernel_size: int, stride: int | None = None, padding: int = 0) -> torch.Tensor:
    """Mean of each window of the last dimension, padding included."""
    stride = stride or kernel_size
    x = input if input.dim() == 3 else input[None]
    batch, channels, length = x.shape
    outputs = (length + 2 * padding - kernel_size) // stride + 1
    out = torch.empty((*input.shape[:-1], outputs), dtype=input.dtype, device=input.device)
    block = min(512, triton.next_power_of_2(outputs))
    blocks_per_row = triton.cdiv(outputs, block)
    avg_pool1d_kernel[(batch * channels * blocks_per_row,)](
        x, out, channels, length, outputs, blocks_per_row, *x.stride(), stride, padding, KERNEL_SIZE=kernel_size, BLOCK=block
    )
    return out
