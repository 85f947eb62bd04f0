"""Solve A X = B for a symmetric positive-definite A that is given by its Cholesky factor.

B: (..., n, k) right-hand sides; L: (..., n, n) Cholesky factor; float32, any layout. Their leading (batch) dimensions are equal, or absent.
upper: false: L is lower triangular and A = L @ L^T; true: L is upper triangular and A = L^T @ L.
Only the triangle in question is read: whatever stands in the other one must be ignored, it need not be zero.
out: optional tensor of the result's shape and dtype. The result is written into it and `out` itself is returned.
Returns X, (..., n, k); B and L are not changed.

Two triangular substitutions give X: with the lower triangular one of the two factors first, then with its transpose.
The result must be accurate to float32 for a well-conditioned A: `tl.dot` needs input_precision="ieee", TF32 is not accurate enough.
Within a program, reading from memory what other threads of that program wrote there needs a barrier in between.
"""

import torch

from kbx_eval.suite import Call, Case, Cost

DIFFICULTY = 4
CASES = [
    Case(n=16, k=10),
    Case(n=1, k=1),
    Case(n=37, k=3),
    Case(n=21, k=5, upper=True),
    Case(n=9, k=1, garbage=True),
    Case(n=11, k=18, garbage=True, upper=True),
    Case(n=8, k=6, batch=(2,), layout="transposed"),
    Case(n=4, k=7, batch=(2, 2), layout="strided"),
    Case(n=12, k=4, scale=100.0, outliers=0.02),
    Case(n=10, k=9, out=True),
]
TIMED = [Case(n=16, k=10), Case(n=256, k=10), Case(n=2048, k=64), Case(n=128, k=32, batch=(256,))]


def inputs(case: Case, rng: torch.Generator) -> Call:
    batch, n = case.get("batch", ()), case.n
    upper = case.get("upper", False)
    # Off-diagonal entries small against the diagonal keep A well conditioned at every n.
    noise = torch.randn((*batch, n, n), generator=rng) * 0.5 / n**0.5
    diagonal = torch.diag_embed(1 + torch.rand((*batch, n), generator=rng))
    triangle = (noise.triu(1) if upper else noise.tril(-1)) + diagonal
    other = (noise.tril(-1) if upper else noise.triu(1)) * 1e3 if case.get("garbage") else 0.0
    rhs = case.randn(*batch, n, case.k, rng=rng)
    options = {"upper": True} if upper else {}
    out = {"out": torch.full_like(rhs, torch.nan)} if case.get("out") else {}
    return Call((rhs, case.arrange((triangle + other).to(case.dtype))), options | out)


def reference(B: torch.Tensor, L: torch.Tensor, upper: bool = False, out: torch.Tensor | None = None) -> torch.Tensor:
    return torch.cholesky_solve(B, L, upper=upper, out=out)


def cost(case: Case) -> Cost:
    n, k = case.n, case.k
    systems = case.get("batch", (1,))[0]
    return Cost(bytes=systems * (n * (n + 1) // 2 + 2 * n * k) * case.itemsize, flops=systems * 2 * n * n * k)
