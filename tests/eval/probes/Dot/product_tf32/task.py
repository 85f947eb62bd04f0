"""The matrix product of two 32 x 32 float32 matrices whose elements are first rounded to TF32 (10 bits of mantissa)."""

import torch

from kbx_eval.suite import Case, Cost

CASES = [Case(size=32), Case(size=32, scale=10.0)]
TIMED = [Case(size=32)]


def inputs(case: Case, rng: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    return case.randn(case.size, case.size, rng=rng), case.randn(case.size, case.size, rng=rng)


def tf32(values: torch.Tensor) -> torch.Tensor:
    rounded = (values.float().view(torch.int32) + 0x1000) & ~0x1FFF
    return rounded.view(torch.float32).to(values.dtype)


def reference(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return tf32(a) @ tf32(b)


def cost(case: Case) -> Cost:
    return Cost(bytes=12 * case.size**2, flops=2 * case.size**3)
