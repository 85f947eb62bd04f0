"""Buffers, and the program that a call turned out to be: contents that appeared, movements, launches. The program can be run again."""

import collections
import mmap
from dataclasses import dataclass, field
from typing import Any

import torch
import triton.language as tl
from triton.runtime.jit import TensorWrapper
from triton.tools.tensor_descriptor import TensorDescriptor

from kbx_eval.inside.device.kernels import Kernels
from kbx_eval.inside.policy import MOVEMENT

Spec = dict[str, Any]
Key = str


@dataclass
class State:
    """Contents of buffers, and the storages they live in."""

    inputs: dict[int, torch.Tensor]
    """Initial bytes of the judge's tensors, by their offset in the arena."""
    place: str = "cpu"
    buffers: dict[Key, torch.Tensor] = field(default_factory=dict)

    def bytes_of(self, buffer: Spec, size: int) -> torch.Tensor:
        """The bytes of a buffer; a judge's tensor begins as the judge made it, any other empty."""
        key = str(buffer)
        if key not in self.buffers or self.buffers[key].numel() != size:
            initial = self.inputs.get(buffer["input"]) if "input" in buffer else None
            if initial is None or initial.numel() != size:
                initial = torch.zeros(size, dtype=torch.uint8)
            self.buffers[key] = initial.to(self.place, copy=True)
        return self.buffers[key]

    def tensor(self, spec: Spec, size: int | None = None) -> torch.Tensor:
        """A view as a request describes it."""
        raw = self.bytes_of(spec["buffer"], self.size(spec) if size is None else size)
        dtype = getattr(torch, spec["dtype"])
        return torch.empty(0, dtype=dtype, device=self.place).set_(raw.untyped_storage(), spec["start"], spec["shape"], spec["stride"])

    def size(self, spec: Spec) -> int:
        """Bytes of the storage under a view."""
        buffer = spec["buffer"]
        if "id" in buffer:
            return int(str(buffer["id"]).split(":")[1])
        initial = self.inputs.get(buffer["input"])
        return 0 if initial is None else initial.numel()


@dataclass
class Program:
    """What one call did, in order."""

    steps: list[tuple[str, Any]] = field(default_factory=list)

    def arrive(self, state: State, spec: Spec, contents: list[Spec], mailbox: mmap.mmap) -> None:
        """Before a step reads `spec`: content that no earlier step made is a constant of the program."""
        index = spec.get("content")
        if index is None:
            return
        content = contents[index]
        size = int(content["bytes"])
        if content["buffer"] != spec["buffer"] or size != state.size(spec):
            raise ValueError("a content belongs to another buffer")
        current = state.bytes_of(spec["buffer"], size)
        if not size:
            return
        arrived = torch.frombuffer(mailbox, dtype=torch.uint8, count=size, offset=int(content["at"]))
        if not torch.equal(current, arrived):
            current.copy_(arrived)
            self.steps.append(("constant", (spec["buffer"], arrived.clone())))


def bound(kernels: Kernels, state: State, spec: Spec) -> Any:
    """A launch argument, over the buffers of `state`."""
    if "arguments" in spec:
        items = [bound(kernels, state, item) for item in spec["arguments"]]
        return collections.namedtuple("Arguments", spec["fields"])(*items) if spec["fields"] else tuple(items)
    if "descriptor" in spec:
        base = state.tensor(spec["descriptor"])
        return TensorDescriptor(base, spec["shape"], spec["stride"], spec["block"], spec["padding"])
    if "tensor" in spec:
        tensor = state.tensor(spec["tensor"])
        return TensorWrapper(tensor, _wrapped(spec["as"])) if "as" in spec else tensor
    return kernels.value(spec["constant"])


def _wrapped(name: str) -> Any:
    return getattr(torch, name.removeprefix("torch.")) if name.startswith("torch.") else tl.dtype(name)


def tensors_in(value: Any) -> list[Spec]:
    """Every tensor description inside a request."""
    if isinstance(value, dict):
        if "buffer" in value:
            return [value]
        return [found for item in value.values() for found in tensors_in(item)]
    if isinstance(value, list):
        return [found for item in value for found in tensors_in(item)]
    return []


def move(state: State, step: Spec) -> None:
    """Repeat one movement on a state."""
    if step["name"] not in MOVEMENT:
        raise ValueError(f"{step['name']} is not movement")
    operation = getattr(getattr(torch.ops.aten, step["name"].removeprefix("aten::")), step["overload"] or "default")
    args = [_value(state, arg) for arg in step["args"]]
    kwargs = {key: _value(state, value) for key, value in step["kwargs"].items() if "drop" not in value}
    result = operation(*args, **kwargs)
    target = state.tensor(step["result"])
    if target.untyped_storage().data_ptr() != result.untyped_storage().data_ptr():
        target.copy_(result)


def _value(state: State, spec: Spec) -> Any:
    ((kind, value),) = spec.items()
    match kind:
        case "tensor":
            return state.tensor(value)
        case "list":
            return [_value(state, item) for item in value]
        case "dtype" | "memory_format":
            return getattr(torch, value)
        case "device":
            return torch.device(state.place)
        case _:
            return value
