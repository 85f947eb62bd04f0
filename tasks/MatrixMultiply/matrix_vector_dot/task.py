"""Update y to alpha * (A @ x) + beta * y in place, then return the dot product of the new y and x.

`A`: matrix (n, n). `x`, `y`: vectors (n,). All three have one floating-point dtype and any memory layout. `alpha`, `beta`: numbers.
`y` is overwritten with the new values; `A` and `x` are not written. The returned tensor has no dimensions and the dtype of `y`.

Accumulate in float32, whatever the dtype. The dot product may use the new y before or after it is rounded to its dtype.
"""

import torch

from kbx_eval.suite import Case, Cost

DIFFICULTY = 2

CASES = [
    Case(n=64, alpha=1.0, beta=1.0),
    Case(n=1, alpha=2.0, beta=0.5),
    Case(n=97, alpha=0.5, beta=2),
    Case(n=97, alpha=-0.25, beta=-1.5, layout="transposed"),
    Case(n=65, alpha=1.0, beta=0.0, layout="strided"),
    Case(n=33, alpha=0.0, beta=3.0),
    Case(n=40, alpha=1.5, beta=1.0, scale=1e4, outliers=0.02),
    Case(n=96, alpha=0.5, beta=0.5, dtype="float16"),
    Case(n=65, alpha=1.0, beta=-0.0, dtype="bfloat16"),
]
TIMED = [
    Case(n=64, alpha=1.5, beta=0.5),
    Case(n=4096, alpha=1.5, beta=0.5),
    Case(n=32768, alpha=1.5, beta=0.5),
    Case(n=32768, alpha=1.5, beta=0.5, dtype="float16"),
]


def inputs(case: Case, rng: torch.Generator) -> tuple[torch.Tensor | float, ...]:
    # One sign: a dot product that cancels would be dominated by rounding, and no tolerance could tell right from wrong.
    matrix, x, y = (case.arrange(case.randn(*shape, rng=rng).abs()) for shape in ((case.n, case.n), (case.n,), (case.n,)))
    return matrix, x, y, case.alpha, case.beta


def reference(A: torch.Tensor, x: torch.Tensor, y: torch.Tensor, alpha: float, beta: float) -> torch.Tensor:
    y.copy_(alpha * torch.mv(A, x) + beta * y)
    return torch.dot(y, x)


def cost(case: Case) -> Cost:
    return Cost(bytes=(case.n * case.n + 3 * case.n + 1) * case.itemsize, flops=2 * case.n * case.n + 5 * case.n)
