"""Cross-entropy between logits and class indices.

input: logits, (samples, classes) or (samples, classes, d1, d2, ...); float32, float16 or bfloat16; any layout.
target: class indices, int64, (samples,) or (samples, d1, d2, ...), each in [0, classes) or equal to ignore_index.
weight: None, or one weight per class, (classes,), in the dtype of `input`.
ignore_index: targets with this value contribute nothing, whatever their logits are; it may be a valid class.
reduction: "none": one loss per target, shape of `target`, 0 where ignored; "sum": their sum; "mean": their sum divided by the sum of the
weights of the targets that count (by their number without weights), NaN when none counts. The last two are zero-dimensional.
Returns the loss in the dtype of `input`:  loss = -weight[target] * log_softmax(input over classes)[target].  No argument is changed.

Compute in float32 whatever the input type, subtracting the row's maximum before the exponential, since logits can be large; float32 results
must be accurate to float32. A logit of -inf adds nothing to the softmax's sum.
"""

import torch
from torch.nn import functional

from kbx_eval.suite import Call, Case, Cost, numel

DIFFICULTY = 2
CASES = [
    Case(shape=(32, 100)),
    Case(shape=(1, 1)),
    Case(shape=(7, 1531), reduction="none"),
    Case(shape=(19, 33), reduction="sum", weight=True, layout="strided"),
    Case(shape=(40, 10), weight=True, ignore=3, layout="transposed"),
    Case(shape=(3, 5, 4, 3), weight=True, reduction="none", ignore=2),
    Case(shape=(25, 65), scale=100.0, outliers=0.02),
    Case(shape=(12, 20), ignore=-100, special=True),
    Case(shape=(3, 4), ignore=-100, none_counts=True),
    Case(shape=(21, 50), dtype="float16", scale=3.0, reduction="none"),
    Case(shape=(40, 30), dtype="bfloat16", weight=True),
]
TIMED = [
    Case(shape=(256, 1000)),
    Case(shape=(32768, 1000)),
    Case(shape=(8192, 32000)),
    Case(shape=(2**20, 32), weight=True),
]


def inputs(case: Case, rng: torch.Generator) -> Call:
    samples, classes, *rest = case.shape
    logits = case.randn(*case.shape, rng=rng)
    target = case.randint(0, classes, samples, *rest, rng=rng)
    options = {"reduction": case.reduction} if case.get("reduction") else {}
    if case.get("ignore") is not None:
        options["ignore_index"] = case.ignore
        target[1] = case.ignore
    if case.get("special"):
        logits[0, :], logits[0, target[0]], logits[1, 3] = -torch.inf, 1.0, torch.nan
    if case.get("none_counts"):
        target[:] = case.ignore
    return Call((logits, target, case.rand(classes, rng=rng, low=0.2, high=2.0) if case.get("weight") else None), options)


def reference(
    input: torch.Tensor,
    target: torch.Tensor,
    weight: torch.Tensor | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
) -> torch.Tensor:
    wide = torch.promote_types(input.dtype, torch.float32)
    weight = weight if weight is None else weight.to(wide)
    return functional.cross_entropy(input.to(wide), target, weight, ignore_index=ignore_index, reduction=reduction).to(input.dtype)


def cost(case: Case) -> Cost:
    elements, targets = numel(*case.shape), numel(*case.shape) // case.shape[1]
    return Cost(bytes=elements * case.itemsize + 8 * targets, flops=3 * elements)
