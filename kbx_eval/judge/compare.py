"""Is a result right? Raw values against the float64 oracle, with a tolerance that the same-dtype reference sets.

    tolerance(i) = FACTOR · max(E · weight(i), |reference(i) - oracle(i)|) + FLOOR[dtype] · eps(dtype) · weight(i)
    weight(i)    = |oracle(i)| + scale
    E            = max over i of |reference(i) - oracle(i)| / weight(i), at most WIDEST
    scale        = root mean square of the oracle, its outliers cut at four times the median magnitude
Values below the dtype's normal range count neither for E nor for the median: there every relative error is large.

So a kernel may be a few times less accurate than PyTorch in the same dtype, small outputs are no hole (zeros are never close to
them), and an outlier does not loosen the bound of its neighbours. Integers and booleans are exact. NaN must be NaN. Where the oracle
overflows the output dtype, or reference and oracle disagree about being finite, either of the two is right.
"""

import math
from dataclasses import dataclass
from typing import Any

import torch

from kbx_eval.record import Status

FACTOR = 4.0
FLOOR = {torch.float64: 1024.0, torch.float32: 64.0, torch.float16: 2.0, torch.bfloat16: 2.0}
"""In units of the dtype's epsilon. float32's 64 (7.6e-6) leaves room for the device's fast exp and division."""
WIDEST = 0.05
"""One ill-conditioned element must not excuse all others."""
TF32_EPSILON = 2.0**-11


@dataclass(frozen=True)
class Mismatch:
    """Why a result is wrong."""

    status: Status
    message: str


@dataclass(frozen=True)
class Comparison:
    """One result: wrong or not, and by how much."""

    mismatch: Mismatch | None
    max_error: float = 0.0
    error_ratio: float = 0.0


def compare(name: str, actual: torch.Tensor, reference: torch.Tensor, oracle: torch.Tensor) -> Comparison:
    """Compare tensors of the same shape; `actual` and `reference` have the same dtype."""
    if actual.is_complex():
        return compare(
            name,
            torch.view_as_real(actual.resolve_conj()),
            torch.view_as_real(reference.resolve_conj()),
            torch.view_as_real(oracle.resolve_conj()),
        )
    if not actual.numel():
        return Comparison(None)
    if not actual.is_floating_point():
        return _exact(name, actual, reference)
    got, same, true = (tensor.to(torch.float64) for tensor in (actual, reference, oracle))
    finite = true.isfinite() & same.isfinite()
    wrong = ~finite & ~_same_special(got, same, true, actual.dtype)
    limits = torch.finfo(actual.dtype)
    normal = finite & (true.abs() >= limits.tiny)
    scale = _scale(true[normal], int(finite.sum()))
    weight = true.abs() + scale
    error, own = (got - true).abs(), (same - true).abs()
    spread = min(_maximum((own / weight)[normal]), WIDEST)
    bound = FACTOR * torch.maximum(spread * weight, own) + FLOOR.get(actual.dtype, 1.0) * limits.eps * weight + _negligible(actual.dtype)
    wrong |= finite & ~(error <= bound)
    measured = finite & got.isfinite()
    ratio = _maximum((error / bound.clamp(min=torch.finfo(torch.float64).tiny))[measured])
    largest = _maximum(error[measured])
    if not wrong.any():
        return Comparison(None, largest, ratio)
    status = Status.NON_FINITE if (finite & ~got.isfinite()).any() else Status.WRONG_VALUE
    return Comparison(Mismatch(status, _explain(name, wrong, actual, true, bound, scale)), largest, max(ratio, 1.0))


def _exact(name: str, actual: torch.Tensor, reference: torch.Tensor) -> Comparison:
    wrong = actual != reference
    if not wrong.any():
        return Comparison(None)
    error = (actual.to(torch.float64) - reference.to(torch.float64)).abs()
    message = _explain(name, wrong, actual, reference.to(torch.float64), torch.zeros_like(error), 0.0)
    return Comparison(Mismatch(Status.WRONG_VALUE, message), float(error.max()), float("inf"))


def _same_special(got: torch.Tensor, same: torch.Tensor, true: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Lanes where one of the truths is not finite, and the result agrees with either."""
    rounded = true.to(dtype).to(torch.float64)
    limit = torch.finfo(dtype).max
    agrees = torch.zeros_like(got, dtype=torch.bool)
    for truth in (same, rounded):
        agrees |= (got == truth) | (got.isnan() & truth.isnan())
        agrees |= truth.isinf() & ~true.isinf() & (got.abs() >= 0.99 * limit) & (got.sign() == truth.sign())
    close = (got - true).abs() <= 1e-2 * true.abs()  # the reference overflowed on the way to a finite result
    return agrees | (true.isfinite() & ~same.isfinite() & close)


def _scale(normal: torch.Tensor, count: int) -> float:
    """Root mean square over `count` values, of which `normal` are not negligible."""
    if not normal.numel():
        return 0.0
    magnitude = normal.abs()
    magnitude = magnitude.clamp(max=4 * float(magnitude.median()))
    largest = float(magnitude.max())  # squares of what is left neither overflow nor vanish
    return largest * math.sqrt(float((magnitude / largest).square().sum()) / count)


def _negligible(dtype: torch.dtype) -> float:
    """What may be flushed to zero: everything below the normal range; of float16, which no GPU flushes, a few of its smallest steps."""
    limits = torch.finfo(dtype)
    return 4 * limits.smallest_normal * limits.eps if dtype is torch.float16 else limits.tiny


def _maximum(values: torch.Tensor) -> float:
    return float(values.max()) if values.numel() else 0.0


def _explain(name: str, wrong: torch.Tensor, actual: torch.Tensor, true: torch.Tensor, bound: torch.Tensor, scale: float) -> str:
    error = (actual.to(torch.float64) - true).abs().nan_to_num(nan=torch.inf, posinf=torch.inf)
    excess = torch.where(wrong, error / bound.clamp(min=1e-300), -1.0)
    index = tuple(int(part) for part in torch.unravel_index(excess.argmax(), wrong.shape)) if wrong.dim() else ()
    count = int(wrong.sum())
    text = f"{name}: {count} of {wrong.numel()} elements ({100 * count / wrong.numel():.3g} %) are wrong; worst at {list(index)}: "
    text += f"expected {_number(true[index])}, got {_number(actual[index])}"
    if actual.is_floating_point():
        text += f" (tolerance {float(bound[index]):.3g})"
    return text + _hint(wrong, actual, true, error, scale)


def _hint(wrong: torch.Tensor, actual: torch.Tensor, true: torch.Tensor, error: torch.Tensor, scale: float) -> str:
    """What the pattern of wrong elements suggests."""
    if actual.is_floating_point() and bool(actual.isnan().all()):
        return "; every element is NaN"
    if bool((actual == 0).all()) and bool(true.any()):
        return "; the result is all zeros"
    small = error[wrong] <= 8 * TF32_EPSILON * (true[wrong].abs() + scale)
    if actual.dtype == torch.float32 and bool(small.all()):
        return (
            '; errors of this size come from TF32 or half-precision arithmetic: accumulate in float32, tl.dot with input_precision="ieee"'
        )
    for dim in range(wrong.dim()):
        size = wrong.shape[dim]
        touched = wrong.transpose(0, dim).reshape(size, -1).any(dim=1).nonzero().flatten()
        first, last = int(touched[0]), int(touched[-1])
        if size > 1 and len(touched) <= size // 2 and last == size - 1 and first > 0:
            return f"; only indices {first}..{last} of dimension {dim} (size {size}) are wrong: look at the tail of the last block"
        if size > 2 and len(touched) == 1:
            return f"; only index {first} of dimension {dim} (size {size}) is wrong"
    return ""


def _number(value: Any) -> str:
    return f"{float(value):.7g}" if value.is_floating_point() else str(value.item())
