"""Mean of input + alpha * other over one, several or all dimensions.

input: tensor; other: tensor that broadcasts with `input` (either may be the smaller one), or a Python number. Both tensors share one dtype,
float32, float16 or bfloat16; any layout.
dim: int or tuple of ints (negative values count from the end) to average over; None means all dimensions of the broadcast shape.
alpha: number that multiplies `other`.
keepdim: when true the averaged dimensions stay, with size 1.
dtype: dtype of the result (float32, float16 or bfloat16); None means the inputs' dtype.
out: optional tensor of the result's shape and dtype. The result is written into it and `out` itself is returned.
Returns the mean; `input` and `other` are not changed.

Add and accumulate in float32 whatever the dtypes and round once, at the end; float32 results must be accurate to float32, also for sums of
many terms. The sum need not be stored. NaN in an averaged element gives NaN.
"""

import torch

from kbx_eval.suite import Call, Case, Cost

DIFFICULTY = 4
CASES = [
    Case(shape=(48, 64), other=(48, 64)),
    Case(shape=(1,), other=(1,)),
    Case(shape=(37, 53), other=(53,), dim=1, alpha=0.3, strict=True),
    Case(shape=(5, 1, 67), other=(9, 1), dim=(0, -1), keepdim=True, strict=True),
    Case(shape=(130, 45), other=(130, 45), dim=0, layout="strided", alpha=-2),
    Case(shape=(6, 33, 20), other=(6, 33, 20), dim=1, layout="transposed", scale=100.0, outliers=0.01),
    Case(shape=(3, 3001), other=None, dim=-1, alpha=0.5),
    Case(shape=(20011,), other=(20011,), outliers=0.001),
    Case(shape=(7, 19, 11), other=(7, 19, 11), dim=(1,), out=(7, 11), strict=True),
    Case(shape=(29, 70), other=(29, 70), dim=1, dtype="float16", cast="float32"),
    Case(shape=(17, 300), other=(17, 300), keepdim=True, dtype="bfloat16"),
]
TIMED = [
    Case(shape=(2**12,), other=(2**12,)),
    Case(shape=(4096, 4096), other=(4096, 4096), dim=1),
    Case(shape=(4096, 4096), other=(4096, 4096), dim=0),
    Case(shape=(2**27,), other=(2**27,)),
]


def inputs(case: Case, rng: torch.Generator) -> Call:
    x = case.randn(*case.shape, rng=rng)
    options: dict[str, object] = {name: case.params[name] for name in ("dim", "alpha", "keepdim") if name in case.params}
    if case.get("cast"):
        options["dtype"] = getattr(torch, case.cast)
    if case.get("out"):
        options["out"] = torch.full(case.out, torch.nan, dtype=case.dtype)
    return Call((x, 1.7 if case.other is None else case.randn(*case.other, rng=rng)), options)


def reference(
    input: torch.Tensor,
    other: torch.Tensor | float,
    dim: int | tuple[int, ...] | None = None,
    alpha: float = 1,
    keepdim: bool = False,
    dtype: torch.dtype | None = None,
    out: torch.Tensor | None = None,
) -> torch.Tensor:
    wide = torch.promote_types(input.dtype, torch.float32)
    total = torch.add(input.to(wide), other.to(wide) if isinstance(other, torch.Tensor) else other, alpha=alpha)
    mean = total.mean(dim, keepdim).to(dtype or input.dtype)
    return mean if out is None else out.copy_(mean)


def cost(case: Case) -> Cost:
    x, other = (torch.empty(shape or (), device="meta") for shape in (case.shape, case.other))
    added = torch.add(x, other)
    kept = added.mean(case.get("dim")).numel() if case.get("dim") is not None else 1
    return Cost(bytes=(x.numel() + other.numel() + kept) * case.itemsize, flops=2 * added.numel())
