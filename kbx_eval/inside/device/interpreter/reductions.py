"""Reductions and scans with a kernel's own combine function, a whole half of the lanes at a time.

The stock interpreter walks element by element in Python; folding halves is also closer to what a warp does.
"""

from typing import Any

import numpy as np
import triton.language as tl
from triton.runtime import interpreter as stock

from kbx_eval.inside.device.interpreter.arithmetic import tree_reduce


def install(scope: Any) -> None:
    """Make `tl.reduce` and `tl.associative_scan` use these while interpreting."""

    def reduce(input: Any, axis: Any, combine_fn: Any, keep_dims: bool = False, **_: Any) -> Any:
        return Reduce(_plain(axis), combine_fn, _plain(keep_dims)).apply(input)

    def scan(input: Any, axis: Any, combine_fn: Any, reverse: bool = False, **_: Any) -> Any:
        return Scan(_plain(axis), combine_fn, _plain(reverse)).apply(input)

    for module in (tl, tl.core):
        scope.set_attr(module, "reduce", reduce)
        scope.set_attr(module, "associative_scan", scan)


class Reduce(stock.ReduceOps):
    """One `tl.reduce`."""

    def sum(self, input: Any) -> Any:
        """Half-precision sums round at every level; wider ones are numpy's."""
        if input.handle.data.dtype != np.float16:
            return super().sum(input)
        return self.to_tensor(tree_reduce(input.handle.data, self.axis, self.keep_dims, np.add), input.dtype)

    def generic_reduce(self, input: Any) -> Any:
        """Fold neighbouring pairs until one lane is left."""
        lanes = [_lanes(arg, self.axis) for arg in input]
        dtypes = [arg.dtype for arg in input]
        while lanes[0].shape[0] > 1:
            even = lanes[0].shape[0] // 2 * 2
            folded = _combine(self, [lane[0:even:2] for lane in lanes], [lane[1:even:2] for lane in lanes], dtypes)
            lanes = [np.concatenate([new, lane[even:]]) for new, lane in zip(folded, lanes, strict=True)]
        rank = len(input[0].shape)
        return [self.to_tensor(_settle(lane[0], self.axis, self.keep_dims, rank), dtype) for lane, dtype in zip(lanes, dtypes, strict=True)]


class Scan(stock.ScanOps):
    """One `tl.associative_scan`."""

    def generic_scan(self, input: Any) -> Any:
        """Hillis-Steele: after step k every lane holds the combination of its last 2^k lanes."""
        lanes = [_lanes(arg, self.axis) for arg in input]
        dtypes = [arg.dtype for arg in input]
        distance = 1
        while distance < lanes[0].shape[0]:
            # Rolled rather than cut, since Triton wants blocks of a power of two; the first lanes have nothing before them.
            folded = _combine(self, [np.roll(lane, distance, axis=0) for lane in lanes], lanes, dtypes)
            lanes = [np.concatenate([lane[:distance], new[distance:]]) for new, lane in zip(folded, lanes, strict=True)]
            distance *= 2
        return [self.to_tensor(np.moveaxis(lane, 0, self.axis), dtype) for lane, dtype in zip(lanes, dtypes, strict=True)]


def _plain(value: Any) -> Any:
    return getattr(value, "value", value)


def _lanes(arg: Any, axis: int | None) -> Any:
    data = arg.handle.data
    return data.reshape(-1) if axis is None else np.moveaxis(data, axis, 0)


def _combine(operation: Any, left: list[Any], right: list[Any], dtypes: list[Any]) -> list[Any]:
    arguments = [operation.to_tensor(lane, dtype) for side in (left, right) for lane, dtype in zip(side, dtypes, strict=True)]
    combined = operation.combine_fn(*arguments)
    combined = combined if isinstance(combined, (tuple, tl.tuple)) else (combined,)
    shape = left[0].shape
    return [np.broadcast_to(value.handle.data, shape).astype(lane.dtype) for value, lane in zip(combined, left, strict=True)]


def _settle(lane: Any, axis: int | None, keep_dims: bool, rank: int) -> Any:
    if axis is None:
        return lane.reshape((1,) * rank) if keep_dims else lane.item()
    return np.expand_dims(lane, axis) if keep_dims else lane
