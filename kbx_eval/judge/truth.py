"""What a call should give: the reference in the inputs' own dtype, the oracle in float64, and which arguments they write to."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch

from kbx_eval.inside.buffers import leaves
from kbx_eval.suite import Call, Task


@dataclass(frozen=True)
class Truth:
    """One call's expected results; `written` pairs each tensor argument with what it should hold afterwards."""

    reference: list[Any]
    oracle: list[Any]
    written: list[tuple[torch.Tensor, torch.Tensor] | None]
    """For every tensor argument in order: None when it must not change, else (reference, oracle) of its new content."""


def truth(task: Task, call: Call) -> Truth:
    """Run reference and oracle on copies of the arguments."""
    exact, exact_tensors = replicate(call)
    reference = leaves(task.reference(*exact.args, **exact.kwargs))
    wide, wide_tensors = replicate(call, widen)
    oracle = leaves(task.oracle(*wide.args, **wide.kwargs))
    _, originals = replicate(call)
    written = [
        None if same_bits(before, after) else (after, true)
        for before, after, true in zip(originals, exact_tensors, wide_tensors, strict=True)
    ]
    return Truth([_settled(leaf) for leaf in reference], [_settled(leaf) for leaf in oracle], written)


def replicate(call: Call, convert: Callable[[torch.Tensor], torch.Tensor] = torch.Tensor.clone) -> tuple[Call, list[torch.Tensor]]:
    """A deep copy with the same strides and aliasing, and its tensors in order; `convert` maps the flat content of a storage."""
    storages: dict[int, torch.Tensor] = {}
    tensors: list[torch.Tensor] = []

    def copy(value: Any) -> Any:
        if isinstance(value, torch.Tensor):
            tensors.append(_over(storages, value, convert))
            return tensors[-1]
        if isinstance(value, (list, tuple)):
            return type(value)(copy(item) for item in value)
        if isinstance(value, torch.dtype) and convert is widen:
            return torch.float64 if value.is_floating_point else torch.complex128 if value.is_complex else value
        return value

    copied = Call(tuple(copy(arg) for arg in call.args), {key: copy(value) for key, value in call.kwargs.items()})
    return copied, tensors


def _over(storages: dict[int, torch.Tensor], tensor: torch.Tensor, convert: Callable[[torch.Tensor], torch.Tensor]) -> torch.Tensor:
    storage = tensor.untyped_storage()
    key = storage.data_ptr()
    if not storage.nbytes():
        return convert(tensor)
    if key not in storages:
        storages[key] = convert(torch.empty(0, dtype=tensor.dtype).set_(storage))
    return storages[key].as_strided(tensor.shape, tensor.stride(), tensor.storage_offset())


def widen(flat: torch.Tensor) -> torch.Tensor:
    """float64 for floating-point content, complex128 for complex, a copy otherwise."""
    if flat.is_complex():
        return flat.to(torch.complex128, copy=True)
    return flat.to(torch.float64, copy=True) if flat.is_floating_point() else flat.clone()


def same_bits(left: torch.Tensor, right: torch.Tensor) -> bool:
    """Equal bit for bit, NaN payloads included."""
    if left.shape != right.shape or left.dtype != right.dtype:
        return False
    if not left.numel():
        return True
    return torch.equal(_bytes(left), _bytes(right))


def _bytes(tensor: torch.Tensor) -> torch.Tensor:
    packed = torch.empty(tensor.numel(), dtype=tensor.dtype)  # `contiguous` leaves a single element's odd strides as they are
    packed.view(tensor.shape).copy_(tensor)
    return packed.view(torch.uint8)


def _settled(leaf: Any) -> Any:
    return leaf.detach().clone() if isinstance(leaf, torch.Tensor) else leaf
