"""Other inputs of the same structure: every value that a kernel computes with is new, every value that steers the host is kept."""

from typing import Any

import torch

from kbx_eval.suite import Call


def freshened(call: Call, other: Call) -> Call:
    """`call` with the floating-point tensors of `other`; with all of its tensors when there is no floating-point one.

    Integers and booleans are kept where they can be (indices, masks, counts), since sizes and grids may depend on them.
    """
    floats = any(tensor.is_floating_point() or tensor.is_complex() for tensor in _tensors((call.args, call.kwargs)))

    def pick(mine: Any, theirs: Any) -> Any:
        if isinstance(mine, torch.Tensor):
            alike = isinstance(theirs, torch.Tensor) and (mine.shape, mine.stride(), mine.dtype) == (
                theirs.shape,
                theirs.stride(),
                theirs.dtype,
            )
            return theirs if alike and (mine.is_floating_point() or mine.is_complex() or not floats) else mine
        if isinstance(mine, (list, tuple)):
            return type(mine)(pick(one, two) for one, two in zip(mine, theirs, strict=True))
        return mine

    args = tuple(pick(mine, theirs) for mine, theirs in zip(call.args, other.args, strict=True))
    return Call(args, {key: pick(value, other.kwargs[key]) for key, value in call.kwargs.items()})


def has_fresh_values(call: Call) -> bool:
    """Whether there is any tensor at all whose values could be new."""
    return any(tensor.numel() for tensor in _tensors((call.args, call.kwargs)))


def _tensors(value: Any) -> list[torch.Tensor]:
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, dict):
        return _tensors(list(value.values()))
    if isinstance(value, (list, tuple)):
        return [tensor for item in value for tensor in _tensors(item)]
    return []
