"""The rounding that a GPU does and numpy does not: bfloat16, TF32 and 16-bit accumulation."""

from collections.abc import Callable
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


def bfloat16_to_float32(bits: Array) -> Array:
    """Widen bfloat16 bit patterns (uint16)."""
    return (np.asarray(bits, dtype=np.uint16).astype(np.uint32) << np.uint32(16)).view(np.float32)


def float32_to_bfloat16(values: Array) -> Array:
    """Round to nearest, ties to even; NaN stays NaN. Returns bit patterns (uint16)."""
    values = np.ascontiguousarray(values, dtype=np.float32)
    bits = values.view(np.uint32)
    rounded = (bits + np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1))) >> np.uint32(16)
    return np.where(np.isnan(values), np.uint16(0x7FC0), rounded.astype(np.uint16)).astype(np.uint16)


def round_to_tf32(values: Array) -> Array:
    """Keep 10 bits of mantissa, as tensor cores read float32 operands (cvt.rna: ties away from zero)."""
    values = np.ascontiguousarray(values, dtype=np.float32)
    bits = values.view(np.uint32)
    special = (bits & np.uint32(0x7F800000)) == np.uint32(0x7F800000)
    rounded = (bits + np.uint32(0x1000)) & np.uint32(0xFFFFE000)
    return np.where(special, bits, rounded).astype(np.uint32).view(np.float32)


def tree_reduce(values: Array, axis: int | None, keepdims: bool, combine: Callable[[Array, Array], Array]) -> Array:
    """Fold halves onto each other, rounding to the array's own dtype at every level, as a warp does."""
    if axis is None:
        flat = tree_reduce(values.reshape(-1), 0, False, combine)
        return flat.reshape((1,) * values.ndim) if keepdims else flat
    moved = np.moveaxis(values, axis, 0)
    while moved.shape[0] > 1:
        half = moved.shape[0] // 2
        rest = moved[2 * half :]
        moved = np.concatenate([combine(moved[:half], moved[half : 2 * half]).astype(values.dtype), rest])
    return np.moveaxis(moved, 0, axis) if keepdims else moved[0]
