"""Twice every element, in half precision: `x` and the result are float16."""

import torch

from kbx_eval.suite import Case, Cost, numel

CASES = [Case(shape=(300,), dtype="float16"), Case(shape=(1,), dtype="float16")]
TIMED = [Case(shape=(4096,), dtype="float16")]


def inputs(case: Case, rng: torch.Generator) -> tuple[torch.Tensor]:
    return (case.randn(*case.shape, rng=rng),)


def reference(x: torch.Tensor) -> torch.Tensor:
    return 2 * x


def cost(case: Case) -> Cost:
    return Cost(bytes=4 * numel(*case.shape), flops=numel(*case.shape))
