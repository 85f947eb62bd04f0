"""Logistic function of every element, 1 / (1 + exp(-x)).

input: tensor of any shape and layout; float32, float16 or bfloat16.
out: optional tensor of the result's shape and dtype, contiguous or not. The result is written into it and `out` itself is returned.
Returns a tensor with the shape and dtype of `input`; `input` is not changed.

Compute in float32 whatever the input type; float32 results must be accurate to float32.
Values of any size are legal: +inf gives 1, -inf gives 0, NaN gives NaN, and large |x| must saturate to 0 or 1 without producing NaN.
"""

import torch

from kbx_eval.suite import Call, Case, Cost, numel

DIFFICULTY = 2
CASES = [
    Case(shape=(32, 64)),
    Case(shape=(1,)),
    Case(shape=(5, 1031), outliers=0.01),
    Case(shape=(7, 13, 11), layout="strided"),
    Case(shape=(48, 65), layout="transposed", scale=100.0),
    Case(shape=(3001,), special=True),
    Case(shape=(1237,), out="contiguous"),
    Case(shape=(33, 40), out="transposed", strict=True),
    Case(shape=(2500,), dtype="float16", scale=4.0),
    Case(shape=(1500,), dtype="bfloat16", scale=4.0),
]
TIMED = [Case(shape=(2**12,)), Case(shape=(2**20,)), Case(shape=(2**24,)), Case(shape=(2**27,)), Case(shape=(2**26,), dtype="bfloat16")]


def inputs(case: Case, rng: torch.Generator) -> Call:
    x = case.randn(*case.shape, rng=rng)
    if case.get("special"):
        x[:6] = torch.tensor([torch.inf, -torch.inf, torch.nan, 0.0, -0.0, -3e38])
    if not case.get("out"):
        return Call((x,))
    out = torch.full(case.shape, torch.nan, dtype=case.dtype)
    return Call((x,), {"out": out if case.out == "contiguous" else out.mT.contiguous().mT})


def reference(input: torch.Tensor, out: torch.Tensor | None = None) -> torch.Tensor:
    return torch.sigmoid(input, out=out)


def cost(case: Case) -> Cost:
    elements = numel(*case.shape)
    return Cost(bytes=2 * elements * case.itemsize, flops=3 * elements)
