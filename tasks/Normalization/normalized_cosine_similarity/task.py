"""Divide two tensors by their p-norms along one dimension, then return the cosine similarity of the results along that dimension.

First each input is normalised: u = x / max(norm_p(x), eps_norm), with norm_p(x) = (sum |x|^p)^(1/p) along `dim`; p = infinity means the
largest |x|. Then the result is sum(u1 * u2) / (max(norm_2(u1), eps_similarity) * max(norm_2(u2), eps_similarity)).

`x1`, `x2`: tensors of one floating-point dtype and shape, except that one may have size 1 where the other is larger in dimensions
other than `dim` (they broadcast); any memory layout, neither is written. `dim`: the dimension that is reduced; negative values count from
the end. `p_norm`: a number > 0 or infinity. The result is a new tensor of the broadcast shape without `dim`, in the inputs' dtype.

Accumulate in float32, whatever the dtype, and round once when storing. A slice of zeros gives 0, NaN in a slice gives NaN.
"""

import torch
import torch.nn.functional as F

from kbx_eval.suite import Call, Case, Cost, numel

DIFFICULTY = 3

CASES = [
    Case(shape=(32, 100)),
    Case(shape=(1, 1)),
    Case(shape=(7, 1025), layout="strided", options={"dim": -1}),
    Case(shape=(24, 37), layout="transposed", options={"dim": 0}),
    Case(shape=(3, 65, 9), options={"p_norm": 1}),
    Case(shape=(2, 5, 130), options={"dim": 2, "p_norm": 3.5}),
    Case(shape=(16, 70), options={"p_norm": float("inf"), "eps_similarity": 3.0}),
    Case(shape=(16, 70), options={"eps_norm": 20.0, "eps_similarity": 0.5}),
    Case(shape=(20, 33), other=(1, 33), scale=1e4, outliers=0.02),
    Case(shape=(8, 40), special=True),
    Case(shape=(4, 2050), dtype="float16"),
    Case(shape=(16, 65), dtype="bfloat16"),
]
TIMED = [Case(shape=(64, 1024)), Case(shape=(4096, 1024)), Case(shape=(32768, 1024)), Case(shape=(32768, 4096), dtype="float16")]


def inputs(case: Case, rng: torch.Generator) -> Call:
    x1, x2 = case.randn(*case.shape, rng=rng), case.randn(*case.get("other", case.shape), rng=rng)
    if case.get("special"):
        x1[0], x2[1], x1[2, 3], x1[3], x2[3] = 0.0, 0.0, float("nan"), 0.0, 0.0
    return Call((x1, x2), case.get("options", {}))


def reference(
    x1: torch.Tensor, x2: torch.Tensor, dim: int = 1, eps_similarity: float = 1e-8, p_norm: float = 2, eps_norm: float = 1e-12
) -> torch.Tensor:
    u1, u2 = (F.normalize(x, p=p_norm, dim=dim, eps=eps_norm) for x in (x1, x2))
    return F.cosine_similarity(u1, u2, dim=dim, eps=eps_similarity)


def cost(case: Case) -> Cost:
    read, longer = numel(*case.shape) + numel(*case.get("other", case.shape)), case.shape[case.get("options", {}).get("dim", 1)]
    return Cost(bytes=(read + numel(*case.shape) // longer) * case.itemsize, flops=10 * numel(*case.shape))
