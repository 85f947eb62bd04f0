"""Twice every element. `x`: a tensor of any layout; the result is a new tensor of its shape and dtype."""

import torch

from kbx_eval.suite import Case, Cost, numel

CASES = [
    Case(shape=(300,)),
    Case(shape=(1,)),
    Case(shape=(7, 50), layout="strided"),
    Case(shape=(5, 40), layout="transposed"),
]
TIMED = [Case(shape=(4096,))]


def inputs(case: Case, rng: torch.Generator) -> tuple[torch.Tensor]:
    return (case.randn(*case.shape, rng=rng),)


def reference(x: torch.Tensor) -> torch.Tensor:
    return 2 * x


def cost(case: Case) -> Cost:
    return Cost(bytes=2 * numel(*case.shape) * case.itemsize, flops=numel(*case.shape))
