"""ReLU of a 2-D convolution, max(0, conv2d(input, weight, bias)).

input: (batch, in_channels, height, width); weight: (out_channels, in_channels // groups, kernel_height, kernel_width);
bias: None or (out_channels,). One dtype, float32, float16 or bfloat16; any layout; `groups` divides both channel counts.
stride, padding, dilation: an int, or a pair (vertical, horizontal). `padding` zeros are added on each of the two sides.
inplace: whether the ReLU may reuse the convolution's own result; it has no visible effect, and no argument is ever changed.
Returns a new tensor (batch, out_channels, out_height, out_width) in the dtype of input, where
out_height = (height + 2 * padding - dilation * (kernel_height - 1) - 1) // stride + 1 and out_width likewise. The convolution is the
cross-correlation of neural networks (the kernel is not flipped); output channel o of group g = o // (out_channels // groups) sees the
in_channels // groups input channels of that group.

Accumulate in float32, clamp, round once. For float32 inputs the result must be accurate to float32: `tl.dot` needs
input_precision="ieee" there, TF32 is not accurate enough. A NaN from the convolution stays NaN, it does not become 0.
"""

import torch
from torch.nn.functional import conv2d, relu

from kbx_eval.suite import Call, Case, Cost, numel

DIFFICULTY = 4
CASES = [
    Case(input=(2, 3, 10, 10), weight=(8, 3, 3, 3), bias=True, padding=1),
    Case(input=(1, 1, 1, 1), weight=(1, 1, 1, 1), bias=True),
    Case(input=(2, 3, 13, 11), weight=(5, 3, 2, 3), bias=True, stride=2, padding=1, inplace=True),
    Case(input=(1, 6, 12, 9), weight=(9, 2, 3, 3), groups=3, padding=(2, 1), stride=(1, 2)),
    Case(input=(1, 3, 17, 15), weight=(4, 3, 3, 3), bias=True, dilation=(2, 3), padding=(0, 2)),
    Case(input=(2, 5, 7, 9), weight=(6, 5, 3, 1), layout="strided", bias=True),
    Case(input=(1, 4, 10, 7), weight=(3, 4, 2, 3), layout="transposed", scale=30.0, outliers=0.01),
    Case(input=(1, 3, 9, 9), weight=(4, 3, 3, 3), bias=True, special=True),
    Case(input=(1, 70, 6, 6), weight=(37, 70, 1, 1), bias=True, dtype="float16"),
    Case(input=(1, 16, 6, 7), weight=(20, 16, 3, 3), padding=1, dtype="bfloat16"),
]
TIMED = [
    Case(input=(1, 3, 32, 32), weight=(64, 3, 3, 3), bias=True),
    Case(input=(1, 3, 1024, 1024), weight=(64, 3, 3, 3), bias=True),
    Case(input=(16, 64, 56, 56), weight=(64, 64, 3, 3), bias=True),
    Case(input=(64, 256, 28, 28), weight=(512, 256, 3, 3), bias=True, dtype="float16"),
]
OPTIONS = ("stride", "padding", "dilation", "groups", "inplace")


def inputs(case: Case, rng: torch.Generator) -> Call:
    x = case.randn(*case.input, rng=rng)
    weight = case.randn(*case.weight, rng=rng)
    bias = case.randn(case.weight[0], rng=rng) if case.get("bias") else None
    if case.get("special"):
        x[0, 1, 4, 4] = torch.nan
    return Call((x, weight, bias), {name: case.params[name] for name in OPTIONS if name in case.params})


def reference(
    input: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor | None = None,
    stride: int | tuple[int, int] = 1,
    padding: int | tuple[int, int] = 0,
    dilation: int | tuple[int, int] = 1,
    groups: int = 1,
    inplace: bool = False,
) -> torch.Tensor:
    return relu(conv2d(input, weight, bias, stride, padding, dilation, groups))


def cost(case: Case) -> Cost:
    out_channels, *taps = case.weight
    outputs = case.input[0] * out_channels * (case.input[2] - taps[1] + 1) * (case.input[3] - taps[2] + 1)
    moved = numel(*case.input) + numel(*case.weight) + out_channels + outputs
    return Cost(bytes=moved * case.itemsize, flops=2 * outputs * numel(*taps))
