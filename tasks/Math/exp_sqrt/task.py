"""The square root of the exponential of every element: sqrt(exp(input)).

`input`: floating-point tensor of any shape and memory layout; `exp(input)` neither overflows nor underflows in its dtype.
`out`: optional tensor of the same shape and dtype, in any memory layout, that is written and returned. Without it a new tensor of
`input`'s shape and dtype is returned. `input` itself is never written.

Compute in float32, whatever the dtype, and round once when storing.
NaN gives NaN, infinity gives infinity, minus infinity gives 0.
"""

import torch

from kbx_eval.suite import Call, Case, Cost, numel

DIFFICULTY = 1

CASES = [
    Case(shape=(1000,)),
    Case(shape=(1,)),
    Case(shape=(3, 2049)),
    Case(shape=(17, 65), layout="strided"),
    Case(shape=(31, 33), layout="transposed", out=True),
    Case(shape=(9, 130), layout="strided", out=True),
    Case(shape=(4099,), span=80.0),
    Case(shape=(64,), special=True),
    Case(shape=(2, 3, 257), dtype="float16", out=True),
    Case(shape=(1500,), dtype="bfloat16"),
]
TIMED = [Case(shape=(2**12,)), Case(shape=(2**20,)), Case(shape=(2**27,)), Case(shape=(2**27,), dtype="bfloat16")]


def inputs(case: Case, rng: torch.Generator) -> Call:
    span = case.get("span")
    values = case.rand(*case.shape, rng=rng, low=-span, high=span) if span else case.randn(*case.shape, rng=rng)
    if case.get("special"):
        values[:5] = torch.tensor([float("nan"), float("inf"), float("-inf"), 0.0, -0.0])
    out = {"out": case.arrange(torch.full(case.shape, float("nan"), dtype=case.dtype))} if case.get("out") else {}
    return Call((values,), out)


def reference(input: torch.Tensor, out: torch.Tensor | None = None) -> torch.Tensor:
    return torch.sqrt(torch.exp(input), out=out)


def cost(case: Case) -> Cost:
    return Cost(bytes=2 * numel(*case.shape) * case.itemsize, flops=2 * numel(*case.shape))
