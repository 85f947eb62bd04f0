"""Softmax along one dimension: exp(input - max) divided by its sum over `dim`.

`input`: floating-point tensor with at least one dimension, in any memory layout; it is not written.
`dim`: the dimension along which the results add up to 1; negative values count from the end.
`dtype`: optional floating-point dtype; `input` is cast to it before anything is computed, and the result has it. Without it the result
has the dtype of `input`. The result is a new tensor of `input`'s shape.

Compute in float32 and round once when storing; only for a float64 result compute in float64. Subtract the maximum first: inputs may be
large (1e4) and exp must not overflow.
Elements of minus infinity get 0. A NaN or plus infinity anywhere, or minus infinity everywhere, makes its whole slice NaN.
"""

import torch

from kbx_eval.suite import Call, Case, Cost, numel

DIFFICULTY = 2

CASES = [
    Case(shape=(32, 100), dim=1),
    Case(shape=(1, 1), dim=0),
    Case(shape=(7, 1025), dim=-1, layout="strided"),
    Case(shape=(5, 33, 7), dim=1),
    Case(shape=(520, 33), dim=0),
    Case(shape=(24, 50), dim=0, layout="transposed"),
    Case(shape=(3, 5000), dim=1, scale=0.1, outliers=0.01),
    Case(shape=(9, 77), dim=-1, shift=1e4),
    Case(shape=(9, 77), dim=-1, shift=-1e4),
    Case(shape=(6, 40), dim=-1, special=True),
    Case(shape=(4, 2050), dim=1, dtype="bfloat16"),
    Case(shape=(8, 100), dim=1, dtype="float16"),
    Case(shape=(8, 100), dim=1, dtype="float16", result="float32"),
    Case(shape=(6, 65), dim=0, result="float64"),
]
TIMED = [
    Case(shape=(1024, 16), dim=-1),
    Case(shape=(1024, 8192), dim=-1),
    Case(shape=(16384, 8192), dim=-1, dtype="bfloat16"),
    Case(shape=(64, 4096, 256), dim=1),
    Case(shape=(1024, 262144), dim=-1),
]


def inputs(case: Case, rng: torch.Generator) -> Call:
    values = case.randn(*case.shape, rng=rng)
    values += case.get("shift", 0.0)
    if case.get("special"):
        infinity = float("inf")
        values[0], values[1, ::2], values[2, 3], values[3, 1], values[4, -1] = -infinity, -infinity, float("nan"), infinity, -infinity
    result = case.get("result")
    return Call((values, case.dim), {"dtype": getattr(torch, result)} if result else {})


def reference(input: torch.Tensor, dim: int, dtype: torch.dtype | None = None) -> torch.Tensor:
    return torch.softmax(input, dim, dtype=dtype)


def cost(case: Case) -> Cost:
    written = getattr(torch, case.get("result") or case.dtype_name).itemsize
    return Cost(bytes=numel(*case.shape) * (case.itemsize + written), flops=5 * numel(*case.shape))
