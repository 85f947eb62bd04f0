"""Cosine of every element, and whether that cosine is negative.

input: tensor of any shape and layout; float32, float16 or bfloat16, finite values.
Returns a pair (cosine, sign): `cosine` has the shape and dtype of `input`; `sign` is a torch.bool tensor of the same shape, true
exactly where the cosine's sign bit is set. `input` is not changed.

Compute in float32 whatever the input type and take the sign from that value; float32 results must be accurate to float32, also for
arguments far from zero (thousands of periods). One pass over `input` is enough for both results.
"""

import torch

from kbx_eval.suite import Case, Cost, numel

DIFFICULTY = 1
CASES = [
    Case(shape=(32, 64), scale=3.0),
    Case(shape=(1,), scale=3.0),
    Case(shape=(5, 1031), outliers=0.01),
    Case(shape=(7, 13, 11), layout="strided", scale=3.0),
    Case(shape=(48, 65), layout="transposed", scale=3.0),
    Case(shape=(3001,), scale=1e4),
    Case(shape=(2500,), dtype="float16", scale=4.0),
    Case(shape=(1100,), dtype="bfloat16", scale=4.0),
]
TIMED = [Case(shape=(2**12,), scale=3.0), Case(shape=(2**20,), scale=3.0), Case(shape=(2**24,), scale=3.0), Case(shape=(2**27,), scale=3.0)]


def inputs(case: Case, rng: torch.Generator) -> tuple[torch.Tensor, ...]:
    return (case.randn(*case.shape, rng=rng),)


def reference(input: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    cosine = torch.cos(input)
    return cosine, torch.signbit(cosine)


def cost(case: Case) -> Cost:
    elements = numel(*case.shape)
    return Cost(bytes=elements * (2 * case.itemsize + 1), flops=elements)
