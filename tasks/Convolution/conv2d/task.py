"""2-D convolution (cross-correlation, as in neural networks) with bias, stride, zero padding, dilation and groups.

input: (batch, in_channels, height, width); weight: (out_channels, in_channels // groups, kernel_height, kernel_width);
bias: None or (out_channels,). One dtype, float32, float16 or bfloat16; any layout; `groups` divides both channel counts.
stride, padding, dilation: an int, or a pair (vertical, horizontal). `padding` zeros are added on each of the two sides.
Returns a new tensor (batch, out_channels, out_height, out_width) in the dtype of input, where
out_height = (height + 2 * padding - dilation * (kernel_height - 1) - 1) // stride + 1 and out_width likewise:
    out[n, o, y, x] = bias[o] + sum over c, i, j of
                      weight[o, c, i, j] * padded[n, first + c, y * stride + i * dilation, x * stride + j * dilation]
with first = (o // (out_channels // groups)) * (in_channels // groups). No argument is changed.

Accumulate in float32 and round once. For float32 inputs the result must be accurate to float32: `tl.dot` needs input_precision="ieee"
there, TF32 is not accurate enough.
"""

import torch
from torch.nn.functional import conv2d

from kbx_eval.suite import Call, Case, Cost, numel

DIFFICULTY = 4
CASES = [
    Case(input=(2, 8, 8, 8), weight=(8, 8, 3, 3), bias=True, padding=1),
    Case(input=(1, 1, 1, 1), weight=(1, 1, 1, 1)),
    Case(input=(2, 3, 13, 11), weight=(5, 3, 3, 2), bias=True, stride=2, padding=1),
    Case(input=(1, 6, 12, 9), weight=(9, 2, 3, 3), groups=3, bias=True, padding=(2, 1)),
    Case(input=(2, 7, 9, 10), weight=(7, 1, 3, 3), groups=7, stride=(2, 1), padding=1),
    Case(input=(1, 3, 17, 15), weight=(4, 3, 3, 3), bias=True, dilation=(2, 3), padding=(0, 2)),
    Case(input=(2, 5, 7, 9), weight=(6, 5, 3, 1), layout="strided", bias=True),
    Case(input=(1, 4, 10, 7), weight=(3, 4, 2, 3), layout="transposed", scale=30.0, outliers=0.01),
    Case(input=(1, 70, 6, 6), weight=(37, 70, 1, 1), bias=True, dtype="float16"),
    Case(input=(1, 16, 6, 7), weight=(20, 16, 3, 3), padding=1, dtype="bfloat16"),
]
TIMED = [
    Case(input=(2, 16, 16, 16), weight=(32, 16, 3, 3), bias=True),
    Case(input=(16, 64, 56, 56), weight=(64, 64, 3, 3), bias=True, padding=1),
    Case(input=(64, 256, 28, 28), weight=(512, 256, 3, 3), bias=True, padding=1, dtype="float16"),
    Case(input=(32, 64, 112, 112), weight=(64, 1, 3, 3), bias=True, padding=1, groups=64),
]


def inputs(case: Case, rng: torch.Generator) -> Call:
    x = case.randn(*case.input, rng=rng)
    weight = case.randn(*case.weight, rng=rng)
    bias = case.randn(case.weight[0], rng=rng) if case.get("bias") else None
    return Call((x, weight, bias), {name: case.params[name] for name in ("stride", "padding", "dilation", "groups") if name in case.params})


def reference(
    input: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor | None = None,
    stride: int | tuple[int, int] = 1,
    padding: int | tuple[int, int] = 0,
    dilation: int | tuple[int, int] = 1,
    groups: int = 1,
) -> torch.Tensor:
    return conv2d(input, weight, bias, stride, padding, dilation, groups)


def cost(case: Case) -> Cost:
    x, weight = (torch.empty(shape, device="meta") for shape in (case.input, case.weight))
    options = {name: case.get(name, default) for name, default in (("stride", 1), ("padding", 0), ("dilation", 1), ("groups", 1))}
    outputs = reference(x, weight, **options).numel()
    moved = x.numel() + weight.numel() + case.weight[0] * bool(case.get("bias")) + outputs
    return Cost(bytes=moved * case.itemsize, flops=2 * outputs * numel(*case.weight[1:]))
