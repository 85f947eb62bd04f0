"""One-dimensional average pooling over the last dimension.

`input`: floating-point tensor (batch, channels, length) or (channels, length), in any memory layout; it is not written.
`kernel_size`, `stride`, `padding`: integers. `stride` defaults to `kernel_size`; `padding` is at most half of
`kernel_size`. Output element i of a channel is the sum of input[i * stride - padding + j] for j = 0 .. kernel_size - 1, divided by
`kernel_size`; positions outside the input count as 0 and are not left out of the divisor. The last dimension of the result has
floor((length + 2 * padding - kernel_size) / stride) + 1 elements, which is at least 1. The result is a new tensor of the input's dtype.

Accumulate in float32, whatever the dtype, and round once when storing. NaN and infinity reach only the windows that contain them.
"""

import torch
import torch.nn.functional as F

from kbx_eval.suite import Call, Case, Cost, numel

DIFFICULTY = 2

CASES = [
    Case(shape=(2, 3, 64), kernel_size=4),
    Case(shape=(1, 1, 1), kernel_size=1),
    Case(shape=(2, 3, 37), kernel_size=3, stride=2, padding=1),
    Case(shape=(5, 70), kernel_size=5, stride=1),
    Case(shape=(1, 2, 1100), kernel_size=2, stride=1, padding=1, outliers=0.01),
    Case(shape=(2, 2, 40), kernel_size=3, stride=7),
    Case(shape=(1, 3, 9), kernel_size=9, padding=4, stride=3, scale=1e4),
    Case(shape=(2, 5, 33), kernel_size=4, stride=3, padding=2, layout="strided"),
    Case(shape=(2, 7, 19), kernel_size=3, layout="transposed"),
    Case(shape=(1, 1, 30), kernel_size=4, stride=2, special=True),
    Case(shape=(2, 3, 65), kernel_size=4, stride=3, dtype="float16"),
    Case(shape=(2, 3, 65), kernel_size=7, stride=2, padding=3, dtype="bfloat16"),
]
TIMED = [Case(shape=(1, 64, length), kernel_size=4) for length in (1024, 32768, 1048576)] + [
    Case(shape=(16, 64, 65536), kernel_size=7, stride=1, padding=3, dtype="bfloat16")
]


def inputs(case: Case, rng: torch.Generator) -> Call:
    values = case.randn(*case.shape, rng=rng)
    if case.get("special"):
        values[..., 3], values[..., 12] = float("nan"), float("inf")
    return Call((values, case.kernel_size), {name: case.get(name) for name in ("stride", "padding") if case.get(name)})


def reference(input: torch.Tensor, kernel_size: int, stride: int | None = None, padding: int = 0) -> torch.Tensor:
    return F.avg_pool1d(input, kernel_size, stride, padding)


def cost(case: Case) -> Cost:
    channels, length = numel(*case.shape[:-1]), case.shape[-1]
    outputs = (length + 2 * case.get("padding", 0) - case.kernel_size) // case.get("stride", case.kernel_size) + 1
    return Cost(bytes=channels * (length + outputs) * case.itemsize, flops=channels * outputs * case.kernel_size)
