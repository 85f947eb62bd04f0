"""Logarithm of the softmax of a tensor whose elements are repeated along one dimension.

input: tensor of any layout; float32, float16 or bfloat16.
repeats: how often each element is repeated: an int >= 1 for all, or an int64 tensor with one count >= 0 for each index of `dim`. The copies
of an element follow each other: [a, b] with counts [2, 3] becomes [a, a, b, b, b]; a count of 0 removes the element.
dim: the dimension to repeat along, and then to normalise over; negative values count from the end. None flattens `input` first.
output_size: None, or the length after repeating (the sum of the counts), given to spare computing it.
dtype: dtype of the result (float32, float16 or bfloat16); None means the dtype of `input`.
out: optional tensor of the result's shape and dtype. The result is written into it and `out` itself is returned.
Returns y with y = r - log(sum(exp(r))), r being the repeated tensor and the sum running over its whole length along `dim`: every copy
counts in the sum. No other argument is changed.

Compute in float32 whatever the dtypes, subtracting the maximum before the exponential, since values can be large; float32 results must be
accurate to float32. An element of -inf gives -inf and adds nothing to the sum; NaN makes its whole slice NaN.
"""

import torch

from kbx_eval.suite import Call, Case, Cost, numel

DIFFICULTY = 3
CASES = [
    Case(shape=(64,), repeats=3),
    Case(shape=(1,), repeats=1, dim=0),
    Case(shape=(7, 37), repeats=2, dim=1),
    Case(shape=(2, 6, 5), repeats=(3, 0, 7), dim=-2),
    Case(shape=(9, 6), repeats=(2, 1, 5, 0, 3, 1), layout="strided", dim=-1, output_size=12),
    Case(shape=(21, 9), repeats=2, layout="transposed", dim=0, scale=30.0, outliers=0.01),
    Case(shape=(3, 1501), repeats=2, dim=1, scale=4.0),
    Case(shape=(6000,), repeats=(1, 2, 0), output_size=6000),
    Case(shape=(4, 25), repeats=2, dim=1, special=True),
    Case(shape=(7, 6), repeats=2, dim=0, out=(14, 6)),
    Case(shape=(6, 40), repeats=3, dim=1, dtype="float16", cast="float32"),
    Case(shape=(5, 40), repeats=2, dim=1, dtype="bfloat16"),
]
TIMED = [
    Case(shape=(2**12,), repeats=2),
    Case(shape=(2**23,), repeats=2),
    Case(shape=(4096, 4096), repeats=4, dim=1),
    Case(shape=(65536, 128), repeats=2, dim=1, dtype="float16"),
]


def inputs(case: Case, rng: torch.Generator) -> Call:
    x = case.randn(*case.shape, rng=rng)
    if case.get("special"):
        x[0, ::2], x[1, 7] = -torch.inf, torch.nan
    options: dict[str, object] = {name: case.params[name] for name in ("dim", "output_size") if name in case.params}
    if case.get("cast"):
        options["dtype"] = getattr(torch, case.cast)
    if case.get("out"):
        options["out"] = torch.full(case.out, torch.nan, dtype=case.dtype)
    if isinstance(case.repeats, int):
        return Call((x, case.repeats), options)
    size = x.numel() if case.get("dim") is None else case.shape[case.dim]
    return Call((x, torch.tensor(case.repeats).repeat(size // len(case.repeats))), options)


def reference(
    input: torch.Tensor,
    repeats: int | torch.Tensor,
    dim: int | None = None,
    *,
    output_size: int | None = None,
    dtype: torch.dtype | None = None,
    out: torch.Tensor | None = None,
) -> torch.Tensor:
    repeated = torch.repeat_interleave(input, repeats, dim, output_size=output_size)
    wide = torch.promote_types(input.dtype, dtype or input.dtype)
    result = repeated.log_softmax(dim or 0, dtype=wide).to(dtype or input.dtype)
    return result if out is None else out.copy_(result)


def cost(case: Case) -> Cost:
    elements = numel(*case.shape)
    each = case.repeats if isinstance(case.repeats, int) else sum(case.repeats) / len(case.repeats)
    outputs = int(elements * each)
    itemsize = getattr(torch, case.get("cast") or case.dtype_name).itemsize
    return Cost(bytes=elements * case.itemsize + outputs * itemsize, flops=3 * elements + outputs)
