"""Functions of `x` in (0.1, 0.9), float32 (64,), as the rows of a (24, 64) tensor.

tanh, erf, exp2, log1p, expm1, sin, cos, tan, asin, acos, atan, sinh, cosh, cbrt, rsqrt, lgamma, tgamma, erfinv, round, trunc, ceil, floor,
log10, sigmoid.
"""

import torch

from kbx_eval.suite import Case, Cost

CASES = [Case(), Case(number=2)]
TIMED = [Case()]


def inputs(case: Case, rng: torch.Generator) -> tuple[torch.Tensor]:
    return (case.rand(64, rng=rng, low=0.1, high=0.9),)


def reference(x: torch.Tensor) -> torch.Tensor:
    plain = "tanh erf exp2 log1p expm1 sin cos tan asin acos atan sinh cosh".split()
    rows = [getattr(torch, name)(x) for name in plain]
    rows += [x ** (1 / 3), x**-0.5, torch.lgamma(x), torch.exp(torch.lgamma(x)), torch.erfinv(x)]
    rows += [torch.round(4 * x), torch.trunc(4 * x), torch.ceil(4 * x), torch.floor(4 * x), torch.log10(x), torch.sigmoid(x)]
    return torch.stack(rows)


def cost(case: Case) -> Cost:
    return Cost(bytes=4 * 64 * 25, flops=64 * 24)
