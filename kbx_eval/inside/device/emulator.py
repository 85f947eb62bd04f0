"""Compiles a launch as Triton would for a GPU, and interprets every program of its grid."""

import collections
import contextlib
import inspect
import io
from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
import triton
import triton.language as tl
from triton._utils import find_paths_if, get_iterable_path
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource, make_backend
from triton.runtime import interpreter as stock
from triton.runtime.errors import OutOfResources
from triton.runtime.jit import TensorWrapper
from triton.tools.tensor_descriptor import TensorDescriptor

from kbx_eval.inside.device.binaries import Compiled
from kbx_eval.inside.device.interpreter.builder import DeviceBuilder, DeviceSemantic
from kbx_eval.inside.device.interpreter.language import Language
from kbx_eval.inside.device.interpreter.memory import Memory
from kbx_eval.inside.device.kernels import Kernels
from kbx_eval.inside.device.machine import State, bound
from kbx_eval.inside.fakecuda.device import DEVICE

Spec = dict[str, Any]
TARGET = GPUTarget("cuda", DEVICE.capability[0] * 10 + DEVICE.capability[1], DEVICE.warp)


class Emulator:
    """One candidate's compiled kernels and the interpreter that runs them."""

    place = "cpu"

    def __init__(self) -> None:
        self.memory = Memory()
        self.kernels = Kernels()
        self.compiled: list[Compiled] = []
        self._backend = make_backend(TARGET)
        self._known: dict[str, Compiled] = {}
        stock.interpreter_builder = DeviceBuilder(self.memory)
        stock.interpreter_semantic = DeviceSemantic(stock.interpreter_builder)
        stock.TritonSemantic = DeviceSemantic
        self.language = Language()

    def forget(self) -> None:
        """Everything about kernels and calls; the interpreter's tables stay."""
        self.memory.reset()
        self.kernels, self.compiled, self._known = Kernels(), [], {}

    def compile(self, launch: Spec) -> Compiled:
        """The machine code for a launch. Launches that differ only in divisibility share it: that changes instructions, not validity."""
        kinds = [pair if pair[0] == "constexpr" else pair[0] for pair in launch["specialization"]]
        key = repr((launch["kernel"], kinds, sorted(launch["options"].items())))
        if key not in self._known:
            self._known[key] = self._compile(launch)
            self.compiled.append(self._known[key])
        return self._known[key]

    def _compile(self, launch: Spec) -> Compiled:
        function = self.kernels.function(launch["kernel"])
        pairs = [self._pair(found) for found in launch["specialization"]]
        names = [parameter.name for parameter in function.params]
        kinds = [kind for kind, _ in pairs]
        values = [value if kind == "constexpr" or isinstance(kind, tuple) else None for kind, value in pairs]
        attributes = ["" if kind == "constexpr" else value for kind, value in pairs]
        constants = {path: get_iterable_path(values, path) for path in find_paths_if(kinds, lambda _, kind: kind == "constexpr")}
        parsed = {
            path: self._backend.parse_attr(get_iterable_path(attributes, path))
            for path in find_paths_if(attributes, lambda _, value: isinstance(value, str))
        }
        source = ASTSource(function, dict(zip(names, kinds, strict=True)), constants, parsed)
        log = io.StringIO()
        with contextlib.redirect_stdout(log):
            kernel = triton.compile(source, target=TARGET, options=dict(launch["options"]))
        if kernel.metadata.shared > DEVICE.shared_memory:
            raise OutOfResources(kernel.metadata.shared, DEVICE.shared_memory, "shared memory")
        return Compiled(kernel, log.getvalue())

    def _pair(self, found: Any) -> tuple[Any, Any]:
        kind, value = found
        if kind == "constexpr":
            return kind, self.kernels.value(value)
        if isinstance(kind, list):
            inner = [self._pair(item) for item in kind]
            make: Any = collections.namedtuple("Arguments", value)._make if value else tuple  # type: ignore[attr-defined]
            return make(part for part, _ in inner), make(part for _, part in inner)
        return kind, value

    def run(self, launch: Spec, state: State, *, backwards: bool) -> None:
        """Interpret the grid on the buffers of `state`."""
        function = self.kernels.function(launch["kernel"])
        program = self.language.function(function)
        given = {name: bound(self.kernels, state, spec) for name, spec in launch["args"].items()}
        table = [(int(each["address"]), state.bytes_of(each["tensor"]["buffer"], state.size(each["tensor"]))) for each in launch["pointed"]]
        given = {name: _translated(value, table) for name, value in given.items()}
        self.memory.allow(_tensors(given.values()), [content for _, content in table])
        builder = stock.interpreter_builder
        kinds = [_kind(parameter, found[0]) for parameter, found in zip(function.params, launch["specialization"], strict=True)]
        shape = (*(int(size) for size in launch["grid"]), 1, 1)[:3]
        with self.language.interpreting(), np.errstate(all="ignore"):
            arguments = {name: _argument(given[name], kind) for name, kind in zip(given, kinds, strict=True)}
            arguments = {name: arguments[name] for name in inspect.signature(program).parameters}
            builder.set_grid_dim(*shape)
            if backwards:
                self.memory.watch()
            for number, index in enumerate(_programs(shape, backwards=backwards)):
                builder.set_grid_idx(*index)
                self.memory.program = number
                self.memory.where = f"program {index} of kernel {function.fn.__name__}"
                program(**arguments)
            self.memory.finish_watch(function.fn.__name__)


def _programs(shape: tuple[int, ...], *, backwards: bool) -> Iterator[tuple[int, int, int]]:
    """Grid indices, the first dimension fastest; a device promises no order, so a repetition uses the opposite one."""
    count = shape[0] * shape[1] * shape[2]
    for flat in reversed(range(count)) if backwards else range(count):
        yield flat % shape[0], flat // shape[0] % shape[1], flat // (shape[0] * shape[1])


def _translated(value: Any, table: list[tuple[int, torch.Tensor]]) -> Any:
    """A tensor of addresses in the candidate's process, as addresses here; anything else as it is."""
    if not table or not isinstance(value, torch.Tensor) or value.dtype not in (torch.int64, torch.uint64):
        return value
    numbers = value.to(torch.int64, copy=True)
    for address, content in table:
        inside = (value >= address) & (value < address + content.numel())
        numbers[inside] += content.data_ptr() - address
    return numbers.to(value.dtype)


def _tensors(values: Any) -> list[torch.Tensor]:
    found: list[torch.Tensor] = []
    for given in values:
        value = given.base if isinstance(given, (TensorWrapper, TensorDescriptor)) else given
        if isinstance(value, torch.Tensor):
            found.append(value)
        elif isinstance(value, (tuple, list)):
            found += _tensors(value)
    return found


def _kind(parameter: Any, found: Any) -> Any:
    """Integers that Triton specialised to 1 stay values; only declared constexprs are constants."""
    return "i32" if found == "constexpr" and not parameter.is_constexpr else found


def _argument(value: Any, kind: Any) -> Any:
    """What a kernel sees for a launch argument of Triton type `kind` (`*fp32`, `i32`, `fp32`, `constexpr` …)."""
    if kind == "constexpr" or value is None:
        return value
    if isinstance(value, (bool, float)):
        dtype = tl.int1 if isinstance(value, bool) else tl.float64 if kind == "fp64" else tl.float32
        return tl.tensor(stock.TensorHandle(np.array([value], dtype=stock._get_np_dtype(dtype)), dtype), dtype)
    return stock._implicit_cvt(value)
