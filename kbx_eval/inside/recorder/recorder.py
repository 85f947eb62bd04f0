"""Stands in for `JITFunction.run`: binds the arguments as Triton does, then has the device compile and run the kernel."""

import builtins
import gc
import operator
import socket
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from triton.compiler.errors import CompilationError, CompileTimeAssertionFailure
from triton.runtime import driver
from triton.runtime.errors import OutOfResources, PTXASError
from triton.runtime.jit import JITFunction, TensorWrapper
from triton.tools.tensor_descriptor import TensorDescriptor

from kbx_eval.inside import protocol
from kbx_eval.inside.fakecuda.device import is_host
from kbx_eval.inside.progress import Phase, Progress
from kbx_eval.inside.recorder.kernel_text import Spec, Texts
from kbx_eval.inside.recorder.tensors import Buffers

MAX_TABLE = 4096
MIN_ADDRESS = 1 << 40
"""Addresses of this process's heap lie above; counts and indices hardly ever do."""


class IllegalMemoryAccess(RuntimeError):
    """A kernel touched memory outside of every tensor."""


class Kernel:
    """What a launch returns: enough of Triton's compiled kernel for code that looks at it."""

    def __init__(self, told: Spec, launch: Callable[..., None]) -> None:
        self._launch = launch
        self.name, self.n_regs, self.n_spills, self.n_max_threads = told["name"], told.get("registers"), told.get("spill_bytes"), 1024
        self.metadata = type("Metadata", (), {key: told.get(key) for key in ("num_warps", "num_stages", "shared", "name")})()
        self.asm: dict[str, str] = {}

    def _init_handles(self) -> None: ...

    def __getitem__(self, grid: Any) -> Callable[..., None]:
        """Launch it again, all arguments by position."""
        return lambda *arguments, stream=None: self._launch(grid, *arguments)


class Recorder:
    """Owns the connection to the device."""

    def __init__(self, device: socket.socket, buffers: Buffers, progress: Progress) -> None:
        self._device, self._progress = device, progress
        self.buffers = buffers
        self.texts = Texts()
        self.turn = threading.RLock()
        """A candidate may launch from several threads."""
        self.moves: list[Spec] = []
        self._launched: list[torch.Tensor] = []
        self.failure: tuple[str, BaseException] | None = None

    def complain(self, error: BaseException) -> None:
        """Remember that a launch failed before it reached the device."""
        self.failure = ("launch", error)

    def install(self) -> None:
        """From here on, launching a kernel comes here."""
        recorder = self

        def run(function: Any, *args: Any, grid: Any, warmup: bool, **kwargs: Any) -> Any:
            return recorder.launch(function, args, kwargs, grid, warmup=warmup)

        JITFunction.run = run

    def launch(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any], grid: Any, *, warmup: bool) -> Kernel:
        """Ask the device; raises what Triton would raise."""
        for hook in function.pre_run_hooks:
            hook(*args, **kwargs)
        with self.turn:
            told = self._ask(self._describe(function, args, kwargs, grid, warmup=warmup))["kernel"]

        def launch_again(grid: Any, *arguments: Any) -> None:
            self.launch(
                function, arguments, {key: value for key, value in kwargs.items() if key not in function.arg_names}, grid, warmup=False
            )

        return Kernel(told, launch_again)

    def note(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any], grid: Any) -> None:
        """Tell the device of a launch that is about to be made here, on a real GPU."""
        with self.turn:
            self._ask(self._describe(function, args, kwargs, grid, warmup=False) | {"op": "note"})

    def settle(self) -> None:
        """Tell the device what a launch left behind, so that it knows what the next one finds."""
        with self.turn, torch._C.DisableTorchFunction(), torch._C._DisableTorchDispatch():
            self._ask({"op": "settle", "tensors": [self.buffers.reference(tensor) for tensor in self._launched]})

    def _describe(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any], grid: Any, *, warmup: bool) -> Spec:
        self._launched = []
        try:
            bound, specialization, options = _bind(function, args, kwargs)
            shape = [] if warmup else [operator.index(size) for size in (grid(bound) if callable(grid) else grid)]
        except Exception as error:
            self.failure = ("launch", error)
            raise
        with torch._C.DisableTorchFunction(), torch._C._DisableTorchDispatch():
            return {
                "op": "launch",
                "kernel": self.texts.key(function),
                "specialization": [self._specialized(found) for found in specialization],
                "options": {key: value for key, value in options.items() if isinstance(value, (int, float, str, type(None)))},
                "grid": shape,
                "run": not warmup,
                "args": {name: self._argument(value) for name, value in bound.items()},
                "pointed": [self._pointed(tensor) for tensor in addressed(self._launched)],
            }

    def flush(self, results: list[Spec | None], inputs: list[Spec]) -> None:
        """Tell the device of movements that no launch followed, and what the results hold."""
        with torch._C.DisableTorchFunction(), torch._C._DisableTorchDispatch():
            self._ask({"op": "flush", "results": [*results, *inputs]})

    def _ask(self, request: Spec) -> dict[str, Any]:
        message = request | {"kernels": self.texts.fresh, "moves": self.moves, "contents": self.buffers.contents}
        self.texts.fresh, self.moves = [], []
        with self._progress.during(Phase.DEVICE):
            protocol.send(self._device, message)
            answer, _ = protocol.receive(self._device)
        with torch._C.DisableTorchFunction(), torch._C._DisableTorchDispatch():
            self.buffers.take_back(answer.get("written", []))
        self.buffers.clear()
        if "error" in answer:
            error = _exception(answer)
            self.failure = (answer["blame"], error)
            raise error
        return answer

    def _specialized(self, found: Any) -> Any:
        kind, value = found[0], found[1] if len(found) > 1 else None
        if kind == "constexpr":
            return ["constexpr", self.texts.value(value)]
        if isinstance(kind, (tuple, list)):
            inner = [self._specialized(pair) for pair in zip(kind, value or [None] * len(kind), strict=False)]
            return [inner, [str(field) for field in getattr(type(kind), "_fields", ())]]
        return [str(kind), value if isinstance(value, (str, int, type(None))) else None]

    def _pointed(self, tensor: torch.Tensor) -> Spec:
        return {"address": tensor.untyped_storage().data_ptr(), "tensor": self.buffers.reference(tensor)}

    def _argument(self, value: Any) -> Spec:
        if isinstance(value, TensorWrapper):
            return {"tensor": self.buffers.reference(value.base), "as": str(value.dtype)}
        if isinstance(value, TensorDescriptor):
            shape = {
                "shape": list(value.shape),
                "stride": list(value.strides),
                "block": list(value.block_shape),
                "padding": str(value.padding),
            }
            return {"descriptor": self.buffers.reference(value.base), **shape}
        if isinstance(value, torch.Tensor):
            self._launched.append(value)
            return {"tensor": self.buffers.reference(value)}
        if isinstance(value, (tuple, list)):
            fields = [str(field) for field in getattr(type(value), "_fields", ())]
            return {"arguments": [self._argument(item) for item in value], "fields": fields}
        if isinstance(value, np.generic):
            value = value.item()
        return {"constant": self.texts.value(value)}


def addressed(launched: list[torch.Tensor]) -> list[torch.Tensor]:
    """The tensors whose addresses stand in a small integer tensor among the arguments: kernels may take tables of pointers."""
    tables = [tensor for tensor in launched if tensor.dtype in (torch.int64, torch.uint64) and tensor.numel() <= MAX_TABLE]
    addresses = [value for tensor in tables for value in tensor.flatten().tolist() if value > MIN_ADDRESS]
    if not addresses:
        return []
    alive = [each for each in gc.get_objects() if type(each) is torch.Tensor and each.layout is torch.strided]
    found: dict[int, torch.Tensor] = {}
    for tensor in alive:
        storage = tensor.untyped_storage()
        low, high = storage.data_ptr(), storage.data_ptr() + storage.nbytes()
        if any(low <= address < high for address in addresses):
            found[low] = tensor
    return list(found.values())


def _bind(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Arguments by name, their specialisations and the options, or the complaint that Triton would have about them."""
    for value in (*args, *kwargs.values()):
        if isinstance(value, torch.Tensor) and (is_host(value) or not value.is_cuda):
            raise ValueError("Pointer argument cannot be accessed from Triton (cpu tensor?)")
    _, _, _, backend, binder = function.device_caches[driver.active.get_current_device()]
    try:
        bound, specialization, options = binder(*args, **{"debug": False, **kwargs})
    except TypeError as error:
        raise TypeError(str(error).replace("dynamic_func()", f"kernel {function.fn.__name__}")) from None
    known = vars(backend.parse_options({}))
    for name in kwargs:
        if name not in known and name not in bound:
            raise KeyError(f"Keyword argument {name} was specified but unrecognised")
    return bound, specialization, options


def _exception(answer: dict[str, Any]) -> BaseException:
    """The device's complaint as the exception that Triton raises."""
    kind, text = answer["error"], answer["message"]
    if kind == "OutOfResources":
        return OutOfResources(*answer["resource"])  # type: ignore[no-any-return]
    if kind == "PTXASError":
        return PTXASError(text)  # type: ignore[no-any-return]
    if kind == "IllegalMemoryAccess":
        return IllegalMemoryAccess(text)
    base: type[BaseException] = getattr(builtins, kind, RuntimeError)
    if kind.endswith(("CompilationError", "CompileTimeAssertionFailure", "UnsupportedLanguageConstruct")):
        base = CompileTimeAssertionFailure if kind == "CompileTimeAssertionFailure" else CompilationError
    if not (isinstance(base, type) and issubclass(base, Exception)):
        base = RuntimeError
    make: Callable[..., Any] = type(
        kind, (base,), {"__init__": lambda self, text: None, "__str__": lambda self: text, "__repr__": lambda self: text}
    )
    return make(text)  # type: ignore[no-any-return]
