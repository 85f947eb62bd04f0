"""Tensors laid over the judge's shared buffer, and results copied back into it.

The judge decides where everything lies. An argument is described as one of
    {"tensor": {"dtype": "float32", "shape": [4, 3], "stride": [3, 1], "start": 0, "offset": 4096, "bytes": 48}}
        `start` elements into a storage of `bytes` at `offset`; tensors that share a storage share its place
    {"list": [...]} · {"tuple": [...]} · {"dtype": "float16"} · {"device": "cuda"} · {"float": "nan"} · {"value": 0.5}
and a result slot as {"dtype", "shape", "offset"}; a result is copied only into a slot that it fits exactly.
"""

import mmap
from collections.abc import Callable, Iterator
from typing import Any

import torch

Spec = dict[str, Any]
_REAL: Any = torch._C.TensorBase
"""Looked up on the class: an instance may carry methods of its own."""


def view(buffer: mmap.mmap, spec: Spec, storages: dict[int, torch.UntypedStorage] | None = None) -> torch.Tensor:
    """The tensor that `spec` describes, over `buffer`; `storages` makes tensors of one storage share it."""
    storages = {} if storages is None else storages
    if spec["offset"] not in storages:
        flat = torch.frombuffer(buffer, dtype=torch.uint8, count=spec["bytes"], offset=spec["offset"]) if spec["bytes"] else torch.empty(0)
        storages[spec["offset"]] = flat.untyped_storage()
    typed = torch.empty(0, dtype=getattr(torch, spec["dtype"]), device="cpu")
    return typed.set_(storages[spec["offset"]], spec["start"], spec["shape"], spec["stride"])


def tensors(spec: Spec, value: Any) -> Iterator[tuple[Spec, torch.Tensor]]:
    """Every tensor in an argument, beside its description."""
    ((kind, inner),) = spec.items()
    if kind == "tensor":
        yield inner, value
    elif kind in ("list", "tuple"):
        for item, part in zip(inner, value, strict=True):
            yield from tensors(item, part)


def leaves(result: Any, depth: int = 8) -> list[Any]:
    """The parts of a result, in order; lists and tuples (named ones too) are taken apart by their own class's iterator."""
    if depth and type(result) is list:
        return [leaf for item in list.__iter__(result) for leaf in leaves(item, depth - 1)]
    if depth and isinstance(result, tuple):
        return [leaf for item in tuple.__iter__(result) for leaf in leaves(item, depth - 1)]
    return [result]


class Arena:
    """The shared buffer, seen from the child."""

    def __init__(self, descriptor: int, size: int, place: Callable[[torch.UntypedStorage], torch.UntypedStorage], ordinal: int) -> None:
        self._map = mmap.mmap(descriptor, size)
        self._place, self._ordinal = place, ordinal
        self._home: dict[int, torch.UntypedStorage] = {}
        self._placed: dict[int, torch.UntypedStorage] = {}
        self.given: list[torch.Tensor] = []
        """The tensor arguments of the latest call."""

    @property
    def addresses(self) -> tuple[int, int]:
        """Where the buffer begins and ends in this process."""
        start = torch.frombuffer(self._map, dtype=torch.uint8, count=1).data_ptr()
        return start, start + len(self._map)

    def arguments(self, args: list[Spec], kwargs: dict[str, Spec]) -> tuple[list[Any], dict[str, Any]]:
        """What the entry point is called with."""
        self._home, self._placed, self.given = {}, {}, []
        with torch._C.DisableTorchFunction(), torch._C._DisableTorchDispatch():
            return [self._argument(spec) for spec in args], {key: self._argument(spec) for key, spec in kwargs.items()}

    def _argument(self, spec: Spec) -> Any:
        ((kind, value),) = spec.items()
        match kind:
            case "tensor":
                return self._tensor(value)
            case "list":
                return [self._argument(item) for item in value]
            case "tuple":
                return tuple(self._argument(item) for item in value)
            case "dtype":
                return getattr(torch, value)
            case "device":
                return torch.device("cuda", self._ordinal) if value == "cuda" else torch.device(value)
            case "float":
                return float(value)
            case _:
                return value

    def _tensor(self, spec: Spec) -> torch.Tensor:
        home = view(self._map, spec, self._home)
        if spec["offset"] not in self._placed:
            self._placed[spec["offset"]] = self._place(home.untyped_storage())
        storage = self._placed[spec["offset"]]
        typed = torch.empty(0, dtype=home.dtype, device=storage.device)
        self.given.append(typed.set_(storage, spec["start"], spec["shape"], spec["stride"]))
        return self.given[-1]

    def store(self, parts: list[Any], slots: list[Spec]) -> list[dict[str, Any]]:
        """Describe each part of a result, and copy those that are what the judge expects at their place."""
        described = [_describe(leaf) for leaf in parts]
        for leaf, told, slot in zip(parts, described, slots, strict=False):
            if told["kind"] == "tensor" and (told["dtype"], told["shape"]) == (slot["dtype"], slot["shape"]) and _REAL.numel(leaf):
                with torch._C.DisableTorchFunction(), torch._C._DisableTorchDispatch():
                    plain = torch.empty(slot["shape"], dtype=getattr(torch, slot["dtype"]), device="cpu").copy_(_REAL.detach(leaf))
                    flat = plain.reshape(-1).view(torch.uint8)
                    torch.frombuffer(self._map, dtype=torch.uint8, count=flat.numel(), offset=slot["offset"]).copy_(flat)
        return described

    def collect(self) -> None:
        """Copy argument storages back into the buffer where the candidate worked on a copy (on a GPU)."""
        with torch._C.DisableTorchFunction(), torch._C._DisableTorchDispatch():
            for offset, storage in self._placed.items():
                if storage.data_ptr() != self._home[offset].data_ptr():
                    self._home[offset].copy_(storage)


def _describe(leaf: Any) -> dict[str, Any]:
    kind = type(leaf)
    if kind is torch.Tensor or kind is torch.nn.Parameter:
        if _REAL.layout.__get__(leaf) is not torch.strided:
            return {"kind": "other", "type": "a tensor that is not strided"}
        dtype = str(_REAL.dtype.__get__(leaf)).removeprefix("torch.")
        return {"kind": "tensor", "dtype": dtype, "shape": list(_REAL.size(leaf)), "device": torch.Tensor.device.__get__(leaf).type}
    if leaf is None:
        return {"kind": "none"}
    if kind is int or kind is float or kind is bool:
        return {"kind": "number", "value": repr(leaf)}
    return {"kind": "other", "type": kind.__name__}
