"""(x + y) * y - x in bfloat16, every step rounded to bfloat16; compared bit for bit."""

import torch

from kbx_eval.suite import Call, Case, Cost

CASES = [Case(size=256, dtype="bfloat16"), Case(size=64, dtype="bfloat16", scale=100.0)]
TIMED = [Case(size=256, dtype="bfloat16")]


def inputs(case: Case, rng: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    return case.randn(case.size, rng=rng), case.randn(case.size, rng=rng)


def reference(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return (x + y) * y - x


def check(call: Call, results: list[torch.Tensor]) -> str:
    wanted = reference(*call.args)
    wrong = int((wanted.view(torch.int16) != results[0].view(torch.int16)).sum())
    return f"{wrong} of {wanted.numel()} elements differ" if wrong else ""


def cost(case: Case) -> Cost:
    return Cost(bytes=6 * case.size, flops=3 * case.size)
