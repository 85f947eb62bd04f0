"""A candidate's surroundings on a host without a GPU: a torch that looks like CUDA, and launches that go to the device's process."""

import contextlib
import functools
import mmap
import socket
import threading
from typing import Any

import numpy as np
import torch
import triton
from torch.utils._python_dispatch import BaseTorchDispatchMode

from kbx_eval.inside import errors
from kbx_eval.inside.confine import Descriptors
from kbx_eval.inside.fakecuda import autotune, runtime, tensors
from kbx_eval.inside.fakecuda.device import is_host
from kbx_eval.inside.progress import Progress
from kbx_eval.inside.protocol import ProtocolError
from kbx_eval.inside.recorder.movement import Movement
from kbx_eval.inside.recorder.recorder import IllegalMemoryAccess, Recorder
from kbx_eval.inside.recorder.tensors import Buffers


class Emulated:
    """The candidate's end of the emulated device."""

    def __init__(self, job: dict[str, Any], descriptors: list[int], progress: Progress) -> None:
        self._rng = np.random.default_rng()
        self._mailbox = mmap.mmap(descriptors[Descriptors.MAILBOX], job["mailbox_bytes"])
        self._device = socket.socket(fileno=descriptors[Descriptors.PEER])
        self._progress = progress
        self.recorder: Recorder | None = None

    def start(self, arena: tuple[int, int]) -> None:
        """Dress torch and Triton; `arena` is where the judge's tensors lie, as addresses."""
        tensors.dress_tensors()
        runtime.dress_cuda()
        triton.runtime.jit.JITFunction.__call__ = _not_on_the_host
        self.recorder = Recorder(self._device, Buffers(self._mailbox, arena), self._progress)
        self.recorder.install()
        autotune.dress_autotuner(self.recorder.complain)
        movement, looking = Movement(self.recorder), tensors.CudaLooking(self._poison)
        movement.__enter__()  # type: ignore[no-untyped-call]
        looking.__enter__()  # type: ignore[no-untyped-call]
        tensors.dress_factories(looking)
        _enter_in_threads(movement, looking)
        _enter_in_operators(movement, looking)

    def begin_call(self, request: dict[str, Any]) -> None:
        """The same seed for every call, so that a candidate's own randomness can be repeated."""
        torch.manual_seed(request["seed"])

    def place(self, storage: torch.UntypedStorage) -> torch.UntypedStorage:
        """The candidate works on the judge's buffer itself."""
        return storage

    def finish_call(self, results: list[Any], given: list[torch.Tensor]) -> list[Any]:
        """Tell the device of the last movements, and of arguments that the host wrote to; describe where results lie."""
        assert self.recorder
        buffers = self.recorder.buffers
        with torch._C.DisableTorchFunction(), torch._C._DisableTorchDispatch():
            places = [buffers.reference(leaf) if type(leaf) is torch.Tensor and not is_host(leaf) else None for leaf in results]
            inputs = [buffers.reference(tensor) for tensor in given]
        self.recorder.flush(places, inputs)
        return places

    def blame(self, error: BaseException) -> str | None:
        """Look for the device's complaint in the chain."""
        failure = self.recorder.failure if self.recorder else None
        for seen in errors.chain(error):
            if isinstance(seen, IllegalMemoryAccess):
                return "illegal_memory"
            if failure and seen is failure[1]:
                return failure[0]
            if isinstance(seen, (ProtocolError, ConnectionError)):
                return "device"
        return None

    def _poison(self, tensor: torch.Tensor) -> None:
        if tensor.layout is not torch.strided or not tensor.numel() or tensor.is_quantized:
            return
        with torch._C.DisableTorchFunction(), torch._C._DisableTorchDispatch():
            fill(tensor, self._rng)


def _enter_in_threads(*modes: Any) -> None:
    """Modes belong to a thread; a candidate's threads get them too."""
    stock = threading.Thread.run

    def run(thread: threading.Thread) -> None:
        with contextlib.ExitStack() as stack:
            for mode in modes:
                stack.enter_context(type(mode)(*mode.made_of))
            stock(thread)

    threading.Thread.run = run  # type: ignore[assignment,method-assign]


def _enter_in_operators(*modes: Any) -> None:
    """The code of a custom operator, for which torch leaves its modes, enters them again."""
    stock: Any = torch.library.Library.impl

    def impl(library: Any, name: Any, function: Any, *rest: Any, **options: Any) -> Any:
        @functools.wraps(function)
        def run(*args: Any, **kwargs: Any) -> Any:
            with contextlib.ExitStack() as stack:
                for mode in modes:
                    stack.enter_context(type(mode)(*mode.made_of))
                return function(*args, **kwargs)

        return stock(library, name, run if callable(function) else function, *rest, **options)

    torch.library.Library.impl = impl  # type: ignore[assignment,method-assign]


def _not_on_the_host(*_: Any, **__: Any) -> Any:
    raise RuntimeError("Cannot call @triton.jit'd outside of the scope of a kernel")


def fill(tensor: torch.Tensor, rng: np.random.Generator) -> None:
    """Values that nobody can tell from results."""
    if tensor.is_complex():
        tensor = torch.view_as_real(tensor)
    if tensor.is_floating_point():
        tensor.copy_(torch.from_numpy(np.asarray(rng.standard_normal(tensor.shape, dtype=np.float32) * 100)))
    else:
        tensor.copy_(torch.from_numpy(np.asarray(rng.integers(0, 2 if tensor.dtype == torch.bool else 100, tensor.shape))))


def make(job: dict[str, Any], descriptors: list[int], progress: Progress) -> Emulated:
    """For one child."""
    return Emulated(job, descriptors, progress)


def warm_up() -> None:
    """In the server, before any fork."""
    from kbx_eval.inside.device import main

    main.warm_up()
    with BaseTorchDispatchMode():  # type: ignore[no-untyped-call]  # the first operation under a mode imports a second's worth of modules
        torch.empty(1)
