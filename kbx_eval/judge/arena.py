"""One call laid out in the buffer that judge and child share."""

import math
import mmap
import random
from typing import Any

import torch

from kbx_eval.inside.buffers import Spec, leaves, view
from kbx_eval.suite import Call

ALIGNMENT = 4096
"""Bytes; allocations start on their own page, so an overrun of one cannot look like data of the next."""


class TooLargeError(ValueError):
    """A case does not fit into the arena: the task's fault."""


class Layout:
    """Where the arguments and the expected results of one call lie. The same call shapes get the same addresses."""

    def __init__(self, buffer: mmap.mmap) -> None:
        self._buffer = buffer
        self._end = 0
        self._storages: dict[int, tuple[int, int]] = {}
        self._specs: list[tuple[Spec, torch.Tensor]] = []

    def describe(self, call: Call) -> tuple[list[Spec], dict[str, Spec]]:
        """Write the arguments and say where they are."""
        return [self._spec(arg) for arg in call.args], {key: self._spec(value) for key, value in call.kwargs.items()}

    def _spec(self, value: Any) -> Spec:
        if isinstance(value, torch.Tensor):
            return {"tensor": self._tensor(value)}
        if isinstance(value, (list, tuple)):
            return {"list" if isinstance(value, list) else "tuple": [self._spec(item) for item in value]}
        if isinstance(value, torch.dtype):
            return {"dtype": _name(value)}
        if isinstance(value, torch.device):
            return {"device": value.type}
        if isinstance(value, float) and not math.isfinite(value):
            return {"float": repr(value)}
        return {"value": value}

    def _tensor(self, tensor: torch.Tensor) -> Spec:
        storage = tensor.untyped_storage()
        key = storage.data_ptr() if storage.nbytes() else -len(self._specs) - 1
        if key not in self._storages:
            self._storages[key] = (self._reserve(storage.nbytes()), storage.nbytes())
            offset, size = self._storages[key]
            if size:
                self._bytes(offset, size).copy_(torch.empty(0, dtype=torch.uint8).set_(storage))
        offset, size = self._storages[key]
        spec = {
            "dtype": _name(tensor.dtype),
            "shape": list(tensor.shape),
            "stride": list(tensor.stride()),
            "start": tensor.storage_offset(),
            "offset": offset,
            "bytes": size,
        }
        self._specs.append((spec, tensor))
        return spec

    def slots(self, expected: list[Any]) -> list[Spec]:
        """Room for each expected tensor, filled with bytes that nobody can guess."""
        slots = []
        for value in expected:
            tensor = value if isinstance(value, torch.Tensor) else torch.empty(0)
            size = tensor.numel() * tensor.element_size()
            offset = self._reserve(size)
            self._buffer[offset : offset + size] = random.SystemRandom().randbytes(size)
            slots.append({"dtype": _name(tensor.dtype), "shape": list(tensor.shape), "offset": offset})
        return slots

    def result(self, slot: Spec) -> torch.Tensor:
        """A private copy of what lies in a slot."""
        dtype = getattr(torch, slot["dtype"])
        count = math.prod(slot["shape"])
        raw = bytearray(self._buffer[slot["offset"] : slot["offset"] + count * dtype.itemsize])
        return (torch.frombuffer(raw, dtype=dtype) if count else torch.empty(0, dtype=dtype)).reshape(slot["shape"])

    def arguments(self) -> list[tuple[torch.Tensor, torch.Tensor]]:
        """Each tensor argument as the judge made it, and a private copy of what it holds now."""
        return [(before, view(self._buffer, spec).clone()) for spec, before in self._specs]

    @property
    def storages(self) -> list[list[int]]:
        """Offset and bytes of every storage that was described."""
        return [[offset, size] for offset, size in self._storages.values() if size]

    @staticmethod
    def bytes_of(slot: Spec) -> int:
        """Size of a slot."""
        return int(math.prod(slot["shape"]) * getattr(torch, slot["dtype"]).itemsize)

    def _reserve(self, size: int) -> int:
        offset = self._end
        self._end += -(-max(size, 1) // ALIGNMENT) * ALIGNMENT + ALIGNMENT
        if self._end > len(self._buffer):
            raise TooLargeError(f"the case needs more than {len(self._buffer) >> 20} MiB")
        return offset

    def _bytes(self, offset: int, size: int) -> torch.Tensor:
        return torch.frombuffer(self._buffer, dtype=torch.uint8, count=size, offset=offset)


def _name(dtype: torch.dtype) -> str:
    return str(dtype).removeprefix("torch.")


__all__ = ["Layout", "TooLargeError", "leaves"]
