"""Functions of `x` and `y`, float32 (64,): the rows are pow, atan2, fmod, hypot, max, min and copysign(x, -y)."""

import torch

from kbx_eval.suite import Case, Cost

CASES = [Case(), Case(number=2)]
TIMED = [Case()]


def inputs(case: Case, rng: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    return case.rand(64, rng=rng, low=0.1, high=4.0), case.rand(64, rng=rng, low=0.1, high=4.0)


def reference(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    rows = [torch.pow(x, y), torch.atan2(x, y), torch.fmod(x, y), torch.hypot(x, y), torch.maximum(x, y), torch.minimum(x, y)]
    return torch.stack([*rows, torch.copysign(x, -y)])


def cost(case: Case) -> Cost:
    return Cost(bytes=4 * 64 * 9, flops=64 * 7)
