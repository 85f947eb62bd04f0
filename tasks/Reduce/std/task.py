"""Standard deviation of a tensor, over all elements or along some dimensions.

It is sqrt(sum((x - mean)^2) / max(0, count - correction)), where mean, sum and count are over the reduced dimensions.
`input`: floating-point tensor with at least one dimension, in any memory layout; it is not written. `dim`: None for all dimensions, an
integer or a tuple of integers; negative ones count from the end. `correction`: a number; 1 gives the unbiased estimate, 0 the population's.
`keepdim`: keep the reduced dimensions with size 1. `out`: optional contiguous tensor of the result's shape and of `input`'s dtype that is
written and returned; without it a new tensor of that shape and dtype is returned.

Accumulate in float32, whatever the dtype, and round once when storing. The mean can be a thousand times the deviation: subtract it
before squaring (two passes or Welford); sum(x^2) - count * mean^2 is not accurate enough.
Where count - correction <= 0 the divisor is 0: infinity, or NaN if all deviations are 0. NaN in the input gives NaN.
"""

import torch

from kbx_eval.suite import Call, Case, Cost, numel

DIFFICULTY = 3

CASES = [
    Case(shape=(32, 100), options={"dim": 1}),
    Case(shape=(1,), options={}),
    Case(shape=(1, 1), options={"dim": 0, "correction": 0, "keepdim": True}),
    Case(shape=(5000,), options={}, shift=1000.0),
    Case(shape=(7, 1031), options={"dim": -1}, layout="strided", shift=-300.0),
    Case(shape=(37, 50), options={"dim": 0, "correction": 2.5}, layout="transposed"),
    Case(shape=(2, 200, 9), options={"dim": 1, "keepdim": True}),
    Case(shape=(6, 11, 7), options={"dim": (0, 2), "correction": 0}),
    Case(shape=(3, 4, 65), options={"dim": (-1, 1)}, out=(3,)),
    Case(shape=(13, 77), options={"dim": 1, "keepdim": True}, out=(13, 1), scale=1e4, outliers=0.02),
    Case(shape=(5, 3), options={"dim": 1, "correction": 4}, special=True),
    Case(shape=(4, 2050), options={"dim": 1}, dtype="float16"),
    Case(shape=(16, 65), options={"dim": 0}, dtype="bfloat16"),
]
TIMED = [
    Case(shape=(2**12,), options={}),
    Case(shape=(2**27,), options={}),
    Case(shape=(16384, 4096), options={"dim": 1}),
    Case(shape=(16384, 4096), options={"dim": 0}),
]


def inputs(case: Case, rng: torch.Generator) -> Call:
    values = case.randn(*case.shape, rng=rng)
    values += case.get("shift", 0.0)
    if case.get("special"):
        values[0, 1], values[2] = float("nan"), 2.0
    out = {"out": torch.full(case.out, float("nan"), dtype=case.dtype)} if case.get("out") else {}
    return Call((values,), case.options | out)


def reference(
    input: torch.Tensor,
    dim: int | tuple[int, ...] | None = None,
    correction: float = 1,
    keepdim: bool = False,
    out: torch.Tensor | None = None,
) -> torch.Tensor:
    return torch.std(input, dim, correction=correction, keepdim=keepdim, out=out)


def cost(case: Case) -> Cost:
    dims = case.options.get("dim", range(len(case.shape)))
    reduced = numel(*(case.shape[dim] for dim in ((dims,) if isinstance(dims, int) else dims)))
    return Cost(bytes=(numel(*case.shape) + numel(*case.shape) // reduced) * case.itemsize, flops=4 * numel(*case.shape))
