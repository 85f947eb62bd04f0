"""One kernel launch on a host without a GPU: specialise and compile as Triton would, then interpret every program of the grid."""

import contextlib
import inspect
import io
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
import triton
import triton.language as tl
from triton.runtime import interpreter as stock
from triton.runtime.errors import OutOfResources
from triton.runtime.jit import JITFunction, TensorWrapper
from triton.tools.tensor_descriptor import TensorDescriptor

from kbx_eval.inside.fakecuda.device import DEVICE, is_host
from kbx_eval.inside.interpreter.builder import DeviceBuilder, DeviceSemantic
from kbx_eval.inside.interpreter.compiled import Compiled
from kbx_eval.inside.interpreter.language import Language
from kbx_eval.inside.interpreter.memory import Memory
from kbx_eval.inside.progress import Phase, Progress


@dataclass
class Launcher:
    """Stands in for `JITFunction.run`."""

    progress: Progress
    rng: np.random.Generator
    compiled: list[Compiled] = field(default_factory=list)
    compile_failure: BaseException | None = None
    launch_failure: BaseException | None = None
    disabled: bool = False
    """Compile and count, but run nothing: what is left then did not come from a kernel."""
    backwards: bool = False
    """Run the programs in the opposite order; a device promises none."""

    def __post_init__(self) -> None:
        self.memory = Memory(self.rng)
        stock.interpreter_builder = DeviceBuilder(self.memory)
        stock.interpreter_semantic = DeviceSemantic(stock.interpreter_builder)
        stock.TritonSemantic = DeviceSemantic
        self.language = Language()
        self._stock_run = JITFunction.run
        self._kernels: dict[Any, Any] = {}

    def install(self) -> None:
        """From here on, launching a kernel comes here."""
        launcher = self

        def run(function: Any, *args: Any, grid: Any, warmup: bool, **kwargs: Any) -> Any:
            kernel = launcher.compile(function, args, kwargs, grid)
            if not warmup:
                launcher.launch(function, args, kwargs, grid)
            return kernel

        def call(function: Any, *args: Any, **kwargs: Any) -> Any:
            if not launcher.language.active:
                raise RuntimeError("Cannot call @triton.jit'd outside of the scope of a kernel")
            return launcher.language.function(function)(*args, **kwargs)

        JITFunction.run = run
        JITFunction.__call__ = call

    def compile(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any], grid: Any) -> Any:
        """The kernel for these arguments, from Triton's own cache when it was compiled before."""
        for value in (*args, *kwargs.values()):
            if isinstance(value, torch.Tensor) and is_host(value):
                raise ValueError("Pointer argument cannot be accessed from Triton (cpu tensor?)")
        key = self._key(function, args, kwargs)
        if key in self._kernels:
            return self._kernels[key]
        log = io.StringIO()
        try:
            with self.progress.during(Phase.COMPILE), contextlib.redirect_stdout(log):
                kernel = self._stock_run(function, *args, grid=grid, warmup=True, **kwargs)
            if kernel.metadata.shared > DEVICE.shared_memory:
                raise OutOfResources(kernel.metadata.shared, DEVICE.shared_memory, "shared memory")
        except Exception as error:
            self.compile_failure = error
            raise
        self.compiled.append(Compiled(kernel, log.getvalue()))
        self._kernels[key] = kernel
        return kernel

    def _key(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Kernels that differ only in the divisibility of their arguments are compiled once: it changes instructions, not validity."""
        _, specialization, options = self._bind(function, args, kwargs)
        kinds = [(kind, value if kind == "constexpr" else None) for kind, value, *_ in specialization]
        return id(function), repr(kinds), repr(sorted(options.items(), key=str))

    def _bind(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        binder = function.device_caches[triton.runtime.driver.active.get_current_device()][-1]
        return binder(*args, **{"debug": False, **kwargs})

    def launch(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any], grid: Any) -> None:
        """Interpret the grid."""
        bound, specialization, _ = self._bind(function, args, kwargs)
        shape = grid(bound) if callable(grid) else grid
        shape = (*(int(size) for size in shape), 1, 1)[:3]
        name = function.fn.__name__
        self.memory.counters.launches[name] = self.memory.counters.launches.get(name, 0) + 1
        self.memory.counters.programs += shape[0] * shape[1] * shape[2]
        if self.disabled:
            return
        try:
            with self.progress.during(Phase.LAUNCH):
                kinds = [_kind(parameter, found[0]) for parameter, found in zip(function.params, specialization, strict=False)]
                self._interpret(function, bound, kinds, shape)
        except Exception as error:
            self.launch_failure = error
            raise

    def _interpret(self, function: Any, bound: dict[str, Any], kinds: list[Any], shape: tuple[int, ...]) -> None:
        builder = stock.interpreter_builder
        program = self.language.function(function)
        self.memory.allow(_tensors(bound.values()))
        with self.language.interpreting(), np.errstate(all="ignore"), torch._C.DisableTorchFunction():
            arguments = {name: _argument(value, kind) for (name, value), kind in zip(bound.items(), kinds, strict=True)}
            builder.set_grid_dim(*shape)
            for index in _programs(shape, self.backwards):
                builder.set_grid_idx(*index)
                self.memory.where = f"program {index} of kernel {function.fn.__name__}"
                _run(program, arguments)


def _kind(parameter: Any, found: Any) -> Any:
    """Integers that Triton specialised to 1 stay values; only declared constexprs are constants."""
    return "i32" if found == "constexpr" and not parameter.is_constexpr else found


def _run(program: Callable[..., Any], arguments: dict[str, Any]) -> None:
    program(**{name: arguments[name] for name in inspect.signature(program).parameters})


def _programs(shape: tuple[int, ...], backwards: bool) -> Any:
    every = np.ndindex(shape[2], shape[1], shape[0])
    order = reversed(list(every)) if backwards else every
    return ((x, y, z) for z, y, x in order)


def _tensors(values: Any) -> list[torch.Tensor]:
    found: list[torch.Tensor] = []
    for given in values:
        value = given.base if isinstance(given, (TensorWrapper, TensorDescriptor)) else given
        if isinstance(value, torch.Tensor):
            found.append(value)
        elif isinstance(value, (tuple, list)):
            found += _tensors(value)
    return found


def _argument(value: Any, kind: Any) -> Any:
    """What a kernel sees for a launch argument of Triton type `kind` (`*fp32`, `i32`, `fp32`, `constexpr` …)."""
    if kind == "constexpr" or value is None:
        return value
    if isinstance(value, (bool, float, np.floating)):
        dtype = tl.int1 if isinstance(value, bool) else tl.float64 if kind == "fp64" else tl.float32
        return tl.tensor(stock.TensorHandle(np.array([value], dtype=stock._get_np_dtype(dtype)), dtype), dtype)
    return stock._implicit_cvt(value)
