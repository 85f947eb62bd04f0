"""Select slices of a tensor along one dimension by a list of indices.

input: tensor with at least one dimension, any layout; any floating-point or integer dtype.
dim: the dimension to select along; negative values count from the end.
index: contiguous 1-D tensor of int64 or int32, values in [0, input.shape[dim]); any order, repetitions allowed.
Returns a new tensor of the dtype of `input` whose shape is that of `input` with dimension `dim` replaced by len(index): its slice j along
`dim` is the slice index[j] of `input`. Nothing passed in is changed.

Values are copied exactly, NaN and infinities included.
"""

import torch

from kbx_eval.suite import Case, Cost, numel

DIFFICULTY = 3
CASES = [
    Case(shape=(40, 64), dim=0, count=16),
    Case(shape=(1,), dim=0, count=1),
    Case(shape=(37, 53), dim=1, count=71),
    Case(shape=(5, 9, 33), dim=-2, count=7),
    Case(shape=(12, 65), dim=0, count=20, layout="strided"),
    Case(shape=(31, 47), dim=0, count=13, layout="transposed", index="int32"),
    Case(shape=(6, 1301), dim=0, count=3, special=True),
    Case(shape=(4, 6, 10), dim=2, count=17, layout="transposed", dtype="float16"),
    Case(shape=(23, 100), dim=0, count=11, dtype="bfloat16"),
    Case(shape=(23, 45), dim=-1, count=30, integer=True),
]
TIMED = [
    Case(shape=(4096, 256), dim=0, count=512),
    Case(shape=(131072, 256), dim=0, count=16384),
    Case(shape=(131072, 1024), dim=0, count=65536),
    Case(shape=(4096, 16384), dim=1, count=8192),
]


def inputs(case: Case, rng: torch.Generator) -> tuple[object, ...]:
    draw = case.randint(-(2**40), 2**40, *case.shape, rng=rng) if case.get("integer") else case.randn(*case.shape, rng=rng)
    if case.get("special"):
        draw[:, :3] = torch.tensor([torch.nan, torch.inf, -0.0])
    return draw, case.dim, case.randint(0, case.shape[case.dim], case.count, rng=rng, dtype=case.get("index", "int64"))


def reference(input: torch.Tensor, dim: int, index: torch.Tensor) -> torch.Tensor:
    return torch.index_select(input, dim, index)


def cost(case: Case) -> Cost:
    size = case.shape[case.dim]
    distinct = int(size * (1 - (1 - 1 / size) ** case.count))
    itemsize = 8 if case.get("integer") else case.itemsize
    return Cost(bytes=numel(*case.shape) // size * (distinct + case.count) * itemsize + 8 * case.count, flops=0)
