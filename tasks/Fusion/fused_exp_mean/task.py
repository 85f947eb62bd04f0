"""Mean of exp(input) over one, several or all dimensions.

input: tensor of any shape and layout; float32, float16 or bfloat16.
dim: int or tuple of ints (negative values count from the end) to average over; None means all dimensions.
keepdim: when true the averaged dimensions stay, with size 1.
dtype: dtype of the result (float32, float16 or bfloat16); None means the dtype of `input`.
out: optional tensor of the result's shape and dtype. The result is written into it and `out` itself is returned.
Returns the mean; `input` is not changed.

Exponentials and their sum are float32 whatever the dtypes, rounded once at the end; float32 results must be accurate to float32.
Lanes beyond the end must add nothing: exp(0) is 1, so padding with zeros is wrong.
An element of -inf adds 0, +inf makes the mean +inf, NaN makes it NaN.
"""

import torch

from kbx_eval.suite import Call, Case, Cost

DIFFICULTY = 3
CASES = [
    Case(shape=(48, 64)),
    Case(shape=(1,)),
    Case(shape=(37, 53), dim=1),
    Case(shape=(5, 9, 67), dim=(0, -1), keepdim=True),
    Case(shape=(130, 45), dim=0, layout="strided"),
    Case(shape=(6, 33, 20), dim=1, layout="transposed", scale=5.0),
    Case(shape=(3, 3001), dim=-1, scale=0.1, outliers=0.005),
    Case(shape=(20011,)),
    Case(shape=(4, 50), dim=1, special=True),
    Case(shape=(7, 19, 11), dim=(1,), out=(7, 11)),
    Case(shape=(29, 70), dim=1, dtype="float16", cast="float32"),
    Case(shape=(17, 300), keepdim=True, dtype="bfloat16"),
]
TIMED = [Case(shape=(2**12,)), Case(shape=(4096, 4096), dim=1), Case(shape=(4096, 4096), dim=0), Case(shape=(2**27,))]


def inputs(case: Case, rng: torch.Generator) -> Call:
    x = case.randn(*case.shape, rng=rng)
    if case.get("special"):
        x[0, ::2], x[1, 7], x[2, 3] = -torch.inf, torch.inf, torch.nan
    options: dict[str, object] = {name: case.params[name] for name in ("dim", "keepdim") if name in case.params}
    if case.get("cast"):
        options["dtype"] = getattr(torch, case.cast)
    if case.get("out"):
        options["out"] = torch.full(case.out, torch.nan, dtype=case.dtype)
    return Call((x,), options)


def reference(
    input: torch.Tensor,
    dim: int | tuple[int, ...] | None = None,
    keepdim: bool = False,
    dtype: torch.dtype | None = None,
    out: torch.Tensor | None = None,
) -> torch.Tensor:
    wide = torch.promote_types(input.dtype, torch.float32)
    mean = input.to(wide).exp().mean(dim, keepdim).to(dtype or input.dtype)
    return mean if out is None else out.copy_(mean)


def cost(case: Case) -> Cost:
    x = torch.empty(case.shape, device="meta")
    kept = x.mean(case.get("dim")).numel() if case.get("dim") is not None else 1
    return Cost(bytes=(x.numel() + kept) * case.itemsize, flops=2 * x.numel())
