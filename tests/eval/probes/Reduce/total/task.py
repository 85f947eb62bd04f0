"""The sum of each row: `x` (rows, cols) float32, the result (rows,) float32."""

import torch

from kbx_eval.suite import Case, Cost

CASES = [Case(rows=3, cols=100), Case(rows=1, cols=1), Case(rows=2, cols=129)]
TIMED = [Case(rows=64, cols=64)]


def inputs(case: Case, rng: torch.Generator) -> tuple[torch.Tensor]:
    return (case.randn(case.rows, case.cols, rng=rng),)


def reference(x: torch.Tensor) -> torch.Tensor:
    return x.sum(dim=1)


def cost(case: Case) -> Cost:
    return Cost(bytes=4 * case.rows * (case.cols + 1), flops=case.rows * case.cols)
