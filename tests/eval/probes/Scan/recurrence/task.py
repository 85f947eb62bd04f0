"""h[i] = a[i] * h[i - 1] + b[i] with h[-1] = 0: `a`, `b` and the result are float32 (64,)."""

import torch

from kbx_eval.suite import Case, Cost

CASES = [Case(), Case(number=2)]
TIMED = [Case()]


def inputs(case: Case, rng: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    return case.rand(64, rng=rng), case.randn(64, rng=rng)


def reference(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    rows = [b[0]]
    for index in range(1, len(a)):
        rows.append(a[index] * rows[-1] + b[index])
    return torch.stack(rows)


def cost(case: Case) -> Cost:
    return Cost(bytes=4 * 64 * 3, flops=64 * 2)
