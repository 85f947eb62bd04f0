"""The matrix product a @ b of two 32 x 32 float32 matrices, accurate to float32."""

import torch

from kbx_eval.suite import Case, Cost

CASES = [Case(size=32), Case(size=32, scale=10.0)]
TIMED = [Case(size=32)]


def inputs(case: Case, rng: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    return case.randn(case.size, case.size, rng=rng), case.randn(case.size, case.size, rng=rng)


def reference(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return a @ b


def cost(case: Case) -> Cost:
    return Cost(bytes=12 * case.size**2, flops=2 * case.size**3)
