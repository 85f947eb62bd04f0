"""Which addresses a kernel may touch, and how much it moved.

A GPU does not fault on every stray access: just past a tensor a read returns whatever lies there and a write corrupts it; far away both
fault. So within `NEAR` bytes of an allocation stray reads return garbage and stray writes go nowhere, and both are noted; further off they
end the launch.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch

Array = np.ndarray[Any, Any]

NEAR = 2 << 20
"""The caching allocator hands out blocks of 2 MiB, so a short overrun stays inside mapped memory."""


class IllegalMemoryAccess(RuntimeError):
    """A kernel touched memory outside of every tensor."""


@dataclass
class Counters:
    """What the launches of one call moved."""

    launches: dict[str, int] = field(default_factory=dict)
    programs: int = 0
    read_bytes: int = 0
    written_bytes: int = 0
    lanes: int = 0
    masked_lanes: int = 0


class Memory:
    """The storages of one launch, and the counters of the call it belongs to."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Fresh randomness, and nothing noted."""
        self.rng = np.random.default_rng()
        self.counters = Counters()
        self.findings: set[str] = set()
        self.violations: set[str] = set()
        """Stray writes that a device would have let pass."""
        self.races: set[str] = set()
        self.touched: dict[str, list[tuple[int, Array]]] | None = None
        """Addresses by program, read and written, while a launch is watched for races."""
        self.ordered = False
        """Whether the launch used an atomic, by which programs can wait for each other."""
        self.program = 0
        self.where = ""
        self._low = np.zeros(0, dtype=np.uint64)
        self._high = np.zeros(0, dtype=np.uint64)

    def allow(self, tensors: Iterable[torch.Tensor], others: Iterable[torch.Tensor] = ()) -> None:
        """Start a launch that was given `tensors`; `others` are looked at only when an access leaves these."""
        self._others = list(others)
        self._set_spans([_span(tensor) for tensor in tensors])

    def _set_spans(self, spans: list[tuple[int, int]]) -> None:
        ordered = sorted(set(spans))
        self._low = np.array([low for low, _ in ordered], dtype=np.uint64)
        self._high = np.array([high for _, high in ordered], dtype=np.uint64)

    def check_write(self, pointers: Array, mask: Array, itemsize: int) -> Array:
        """The mask of the lanes that may be written; the others are noted or, far off, fault."""
        active = pointers[mask]
        self.counters.written_bytes += active.size * itemsize
        return self._check(pointers, mask, active, itemsize, "write", self.violations)

    def check_read(self, pointers: Array, mask: Array, itemsize: int) -> Array:
        """The mask of the lanes that may be read; the others read garbage or, far off, fault."""
        active = pointers[mask]
        self.counters.read_bytes += active.size * itemsize
        return self._check(pointers, mask, active, itemsize, "read", self.findings)

    def _check(self, pointers: Array, mask: Array, active: Array, itemsize: int, verb: str, notes: set[str]) -> Array:
        self._count(pointers.size, active.size)
        if self.touched is not None:
            self.touched[verb].append((self.program, np.unique(active)))
        stray = self._stray(active, itemsize)
        if not stray.size:
            return mask
        text = f"{self.where}: {stray.size} lane(s) {verb} outside of every tensor"
        if not self._near(stray).all():
            raise IllegalMemoryAccess(f"illegal memory access: {text}")
        if len(notes) < 8:
            notes.add(text)
        return np.asarray(mask & ~np.isin(pointers, stray))

    def watch(self) -> None:
        """Begin to look for races in one launch."""
        self.touched, self.ordered = {"read": [], "write": []}, False

    def finish_watch(self, kernel: str) -> None:
        """Note when a program read what another one wrote, with no atomic to order them."""
        touched, self.touched = self.touched, None
        if not touched or self.ordered or not touched["write"] or not touched["read"]:
            return
        writer, written = _owners(touched["write"])
        reader, read = _owners(touched["read"])
        order = np.argsort(written, kind="stable")
        writer, written = writer[order], written[order]
        first = np.minimum(np.searchsorted(written, read, side="left"), written.size - 1)
        last = np.minimum(np.maximum(np.searchsorted(written, read, side="right") - 1, 0), written.size - 1)
        for slot in (first, last):
            if ((written[slot] == read) & (writer[slot] != reader)).any():
                self.races.add(f"in kernel {kernel}, a program reads an element that another program of the same launch writes")
                return

    def garbage(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
        """What undefined lanes hold: finite, plausible, different every time."""
        if dtype.kind == "f":
            return (self.rng.standard_normal(shape) * 1e3).astype(dtype)
        if dtype.kind == "b":
            return self.rng.integers(0, 2, shape).astype(bool)
        return self.rng.integers(0, 1 << min(15, 8 * dtype.itemsize - 1), shape).astype(dtype)

    def _count(self, lanes: int, active: int) -> None:
        self.counters.lanes += lanes
        self.counters.masked_lanes += lanes - active

    def _stray(self, active: Array, itemsize: int) -> Array:
        if not active.size:
            return active
        low, high = active.min(), active.max() + np.uint64(itemsize)
        if ((self._low <= low) & (high <= self._high)).any():
            return active[:0]
        stray = active[~self._inside(active, itemsize)]
        if stray.size and self._others:
            spans = zip(self._low, self._high, strict=True)
            self._set_spans([(int(low), int(high)) for low, high in spans] + [_span(tensor) for tensor in self._others])
            self._others = []
            stray = stray[~self._inside(stray, itemsize)]
        return stray

    def _inside(self, addresses: Array, itemsize: int) -> Array:
        if not self._low.size:
            return np.zeros(addresses.shape, dtype=bool)
        slot = np.searchsorted(self._low, addresses, side="right").astype(np.int64) - 1
        return np.asarray((slot >= 0) & (addresses + np.uint64(itemsize) <= self._high[np.maximum(slot, 0)]))

    def _near(self, addresses: Array) -> Array:
        if not self._low.size:
            return np.zeros(addresses.shape, dtype=bool)
        near = np.zeros(addresses.shape, dtype=bool)
        for low, high in zip(self._low, self._high, strict=True):
            near |= (addresses + np.uint64(NEAR) >= low) & (addresses <= high + np.uint64(NEAR))
        return near


def _owners(touched: list[tuple[int, Array]]) -> tuple[Array, Array]:
    """Program and address of every access, flat."""
    programs = np.concatenate([np.full(addresses.shape, program) for program, addresses in touched])
    return programs, np.concatenate([addresses for _, addresses in touched])


def _span(tensor: torch.Tensor) -> tuple[int, int]:
    storage = tensor.untyped_storage()
    return storage.data_ptr(), storage.data_ptr() + storage.nbytes()
