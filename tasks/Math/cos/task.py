"""Cosine of every element, in radians.

input_tensor: tensor of any shape (zero-dimensional included) and layout; float32, float16 or bfloat16.
Returns a new tensor with the shape and dtype of `input_tensor`, which is not changed.

Compute in float32 whatever the input type; float32 results must be accurate to float32, also for arguments far from zero
(thousands of periods), so the argument has to be reduced accurately: hardware approximations of cosine are not enough.
NaN gives NaN, +inf and -inf give NaN.
"""

import torch

from kbx_eval.suite import Case, Cost, numel

DIFFICULTY = 1
CASES = [
    Case(shape=(32, 64)),
    Case(shape=()),
    Case(shape=(1,)),
    Case(shape=(5, 1031), outliers=0.01),
    Case(shape=(7, 13, 11), layout="strided"),
    Case(shape=(48, 65), layout="transposed"),
    Case(shape=(3001,), scale=1e4),
    Case(shape=(1500,), special=True),
    Case(shape=(2500,), dtype="float16", scale=4.0),
    Case(shape=(1100,), dtype="bfloat16", scale=4.0),
]
TIMED = [Case(shape=(2**12,)), Case(shape=(2**20,)), Case(shape=(2**24,)), Case(shape=(2**27,)), Case(shape=(2**26,), dtype="bfloat16")]


def inputs(case: Case, rng: torch.Generator) -> tuple[torch.Tensor, ...]:
    x = case.randn(*case.shape, rng=rng)
    if case.get("special"):
        x[:5] = torch.tensor([torch.inf, -torch.inf, torch.nan, 0.0, -0.0])
    return (x,)


def reference(input_tensor: torch.Tensor) -> torch.Tensor:
    return torch.cos(input_tensor)


def cost(case: Case) -> Cost:
    elements = numel(*case.shape)
    return Cost(bytes=2 * elements * case.itemsize, flops=elements)
