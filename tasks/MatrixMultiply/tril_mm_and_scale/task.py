"""Multiply the lower triangle of a square matrix by a matrix and scale the product: beta * (alpha * (tril(A) @ B)).

`A`: matrix (n, n); only its diagonal and what lies below count. What lies above the diagonal counts as 0, even when it is NaN or
infinite. `B`: matrix (n, p). Both have one floating-point dtype and any memory layout; neither is written. `alpha`, `beta`: numbers.
The result is a new (n, p) tensor of that dtype.

Accumulate in float32, whatever the dtype, and round once when storing. A float32 result must be accurate to float32: TF32 is not
accurate enough, so `tl.dot` on float32 operands needs `input_precision="ieee"`.
"""

import torch

from kbx_eval.suite import Case, Cost

DIFFICULTY = 3

CASES = [
    Case(n=64, p=48, alpha=0.5, beta=0.5),
    Case(n=1, p=1, alpha=2.0, beta=-1.0),
    Case(n=37, p=19, alpha=1, beta=3),
    Case(n=65, p=33, alpha=-0.5, beta=2.0, layout="transposed"),
    Case(n=33, p=70, alpha=1.0, beta=0.1, layout="strided"),
    Case(n=150, p=17, alpha=0.3, beta=0.7, outliers=0.01),
    Case(n=40, p=24, alpha=1e-3, beta=0.5, scale=1e4),
    Case(n=50, p=20, alpha=0.5, beta=2.0, above=float("nan")),
    Case(n=20, p=50, alpha=0.0, beta=1.0),
    Case(n=96, p=40, alpha=0.5, beta=0.5, dtype="float16"),
    Case(n=70, p=24, alpha=1.5, beta=0.5, dtype="bfloat16"),
]
TIMED = [Case(n=n, p=n, alpha=0.5, beta=0.5) for n in (16, 512, 2048)] + [Case(n=8192, p=8192, alpha=0.5, beta=0.5, dtype="float16")]


def inputs(case: Case, rng: torch.Generator) -> tuple[torch.Tensor | float, ...]:
    left, right = case.randn(case.n, case.n, rng=rng), case.randn(case.n, case.p, rng=rng)
    if case.get("above"):
        left[torch.triu_indices(case.n, case.n, 1).unbind()] = case.above
    return left, right, case.alpha, case.beta


def reference(A: torch.Tensor, B: torch.Tensor, alpha: float, beta: float) -> torch.Tensor:
    return beta * (alpha * torch.matmul(torch.tril(A), B))


def cost(case: Case) -> Cost:
    triangle = case.n * (case.n + 1) // 2
    return Cost(bytes=(triangle + 2 * case.n * case.p) * case.itemsize, flops=2 * triangle * case.p)
