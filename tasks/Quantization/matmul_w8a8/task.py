"""Quantise both operands of a matrix product to int8, multiply with int32 accumulation, and return the dequantised float32 product.

`input`: activations (m, k). `weight`: (k, n). Both have one floating-point dtype (float32, float16 or bfloat16) and any memory layout;
neither is written. The scheme is symmetric, with one scale for each row of `input` and one for each column of `weight`:

    scale = max |x| / 127 over the row or column, in float32
    code = x / scale rounded to the nearest integer (ties either way) and clamped to [-127, 127], in int8
    result[i, j] = sum over k of input_code[i, k] * weight_code[k, j], in int32, times input_scale[i] * weight_scale[j]

A row or column of zeros gives zeros. The result is a new float32 tensor (m, n). It must be the product of this scheme, not of the
original values: a code may differ by one only where x / scale lies within 2e-4 of a tie, and everything else must be accurate to float32.
"""

import torch

from kbx_eval.suite import Call, Case, Cost

DIFFICULTY = 4

CASES = [
    Case(m=32, k=64, n=48),
    Case(m=1, k=1, n=1),
    Case(m=17, k=37, n=9),
    Case(m=33, k=130, n=20, layout="transposed"),
    Case(m=20, k=33, n=70, layout="strided"),
    Case(m=24, k=50, n=16, outliers=0.02),
    Case(m=8, k=300, n=8, scale=1e4),
    Case(m=9, k=40, n=11, zeros=True),
    Case(m=16, k=96, n=24, dtype="float16"),
    Case(m=16, k=70, n=24, dtype="bfloat16"),
]
TIMED = [Case(m=128, k=256, n=512), Case(m=1024, k=2048, n=4096), Case(m=4096, k=4096, n=4096, dtype="float16")]


def inputs(case: Case, rng: torch.Generator) -> tuple[torch.Tensor, ...]:
    left, right = case.randn(case.m, case.k, rng=rng), case.randn(case.k, case.n, rng=rng)
    if case.get("zeros"):
        left[2], right[:, 3] = 0.0, 0.0
    return left, right


def quantise(values: torch.Tensor, dim: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Values in units of their scale, not yet rounded, and the scale."""
    scale = values.abs().amax(dim, keepdim=True) / 127
    return values / torch.where(scale > 0, scale, 1.0), scale


def reference(input: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    compute = torch.promote_types(input.dtype, torch.float32)
    (left, left_scale), (right, right_scale) = quantise(input.to(compute), 1), quantise(weight.to(compute), 0)
    return torch.matmul(left.round(), right.round()) * (left_scale * right_scale)


def check(call: Call, results: list[torch.Tensor]) -> str:
    result, (input, weight) = results[0], (operand.double() for operand in call.args)
    (left, left_scale), (right, right_scale) = quantise(input, 1), quantise(weight, 0)
    unit, exact = left_scale * right_scale, (left.round() @ right.round()) * (left_scale * right_scale)
    left_tie, right_tie = (((codes - codes.floor() - 0.5).abs() < 2e-4).double() for codes in (left, right))
    steps = left_tie @ right.round().abs() + left.round().abs() @ right_tie + left_tie @ right_tie
    error = (result.double() - exact).abs()
    wrong = ~(error <= steps * unit + 1e-5 * (exact.abs() + steps * unit))
    if not wrong.any():
        return ""
    row, column = wrong.nonzero()[0].tolist()
    message = f"element ({row}, {column}) is {result[row, column]:.7g}, the int8 scheme gives {exact[row, column]:.7g}"
    unquantised = (result.double() - input @ weight).norm() < 0.6 * error.norm()
    return message + ("; looks unquantised: it is the product of the original values" if unquantised else "")


def cost(case: Case) -> Cost:
    read = (case.m + case.n) * case.k * case.itemsize
    return Cost(bytes=read + 4 * case.m * case.n, flops=2 * case.m * case.n * case.k)
