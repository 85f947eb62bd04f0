"""The sum of 512 values: `x` (512,) float16, the result () float32, accurate to float32."""

import torch

from kbx_eval.suite import Case, Cost

CASES = [Case(dtype="float16"), Case(dtype="float16", scale=3.0)]
TIMED = [Case(dtype="float16")]


def inputs(case: Case, rng: torch.Generator) -> tuple[torch.Tensor]:
    return (case.rand(512, rng=rng, high=case.scale),)


def reference(x: torch.Tensor) -> torch.Tensor:
    return x.float().sum()


def cost(case: Case) -> Cost:
    return Cost(bytes=1028, flops=512)
