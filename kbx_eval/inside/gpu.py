"""A candidate's surroundings on a host with a GPU: its own CUDA context, real launches, each described to the device's process."""

import mmap
import socket
from typing import Any

import torch
from torch.utils._python_dispatch import BaseTorchDispatchMode
from triton import knobs
from triton.compiler.errors import CompilationError
from triton.runtime.errors import OutOfResources, PTXASError
from triton.runtime.jit import JITFunction

from kbx_eval.inside import errors
from kbx_eval.inside.confine import Descriptors
from kbx_eval.inside.fakecuda import autotune
from kbx_eval.inside.progress import Phase, Progress
from kbx_eval.inside.protocol import ProtocolError
from kbx_eval.inside.recorder.movement import Movement
from kbx_eval.inside.recorder.recorder import Recorder
from kbx_eval.inside.recorder.tensors import Buffers


class Cuda:
    """One GPU, in a child."""

    def __init__(self, job: dict[str, Any], descriptors: list[int], progress: Progress) -> None:
        self._mailbox = mmap.mmap(descriptors[Descriptors.MAILBOX], job["mailbox_bytes"])
        self._device = socket.socket(fileno=descriptors[Descriptors.PEER])
        self._progress = progress
        self._recorder: Recorder | None = None
        self._placed: dict[int, int] = {}
        self._homes: dict[tuple[int, int], torch.UntypedStorage] = {}
        self._arena = (0, 0)
        self._failure: tuple[str, BaseException] | None = None

    def start(self, arena: tuple[int, int]) -> None:
        """Make the context and watch launches."""
        torch.cuda.init()  # type: ignore[no-untyped-call]
        self._arena = arena
        self._recorder = Recorder(self._device, Buffers(self._mailbox, arena, self._placed), self._progress)
        autotune.dress_autotuner(self._recorder.complain)
        self._watch(self._recorder)
        Movement(self._recorder).__enter__()  # type: ignore[no-untyped-call]

    def begin_call(self, request: dict[str, Any]) -> None:
        """The same seed for every call, so that a candidate's own randomness can be repeated."""
        torch.manual_seed(request["seed"])
        self._placed.clear()

    def place(self, storage: torch.UntypedStorage) -> torch.UntypedStorage:
        """A copy on the device, known by the place of the original in the arena."""
        place = (storage.data_ptr() - self._arena[0], storage.nbytes())
        if place not in self._homes:  # the next call finds other values behind the same pointers
            self._homes[place] = torch.empty(storage.nbytes(), dtype=torch.uint8, device="cuda").untyped_storage()
        self._homes[place].copy_(storage)
        self._placed[self._homes[place].data_ptr()] = place[0]
        return self._homes[place]

    def finish_call(self, results: list[Any], given: list[torch.Tensor]) -> list[Any]:
        """Wait for the device; describe where results lie, and what the arguments hold."""
        assert self._recorder
        torch.cuda.synchronize()
        with torch._C.DisableTorchFunction(), torch._C._DisableTorchDispatch():
            places = [self._recorder.buffers.reference(leaf) if type(leaf) is torch.Tensor and leaf.is_cuda else None for leaf in results]
            inputs = [self._recorder.buffers.reference(tensor) for tensor in given]
        self._recorder.flush(places, inputs)
        return places

    def blame(self, error: BaseException) -> str | None:
        """Whether the exception came out of Triton, and from which part."""
        failure = self._failure or (self._recorder.failure if self._recorder else None)
        for seen in errors.chain(error):
            if failure and seen is failure[1]:
                return failure[0]
            if isinstance(seen, (ProtocolError, ConnectionError)):
                return "device"
        return None

    def _watch(self, recorder: Recorder) -> None:
        stock_run, device, progress = JITFunction.run, self, self._progress

        def run(function: Any, *args: Any, grid: Any, warmup: bool, **kwargs: Any) -> Any:
            try:
                if warmup:
                    return stock_run(function, *args, grid=grid, warmup=True, **kwargs)
                with progress.during(Phase.COMPILE):
                    stock_run(function, *args, grid=grid, warmup=True, **kwargs)
                recorder.note(function, args, kwargs, grid)
                progress.enter(Phase.LAUNCH)
                kernel = stock_run(function, *args, grid=grid, warmup=False, **kwargs)
                torch.cuda.synchronize()
                progress.enter(Phase.CALL)
                recorder.settle()
            except Exception as error:
                compiling = isinstance(error, (CompilationError, PTXASError, OutOfResources))
                device._failure = ("compile" if compiling else "launch", error)
                raise
            return kernel

        JITFunction.run = run


def make(job: dict[str, Any], descriptors: list[int], progress: Progress) -> Cuda:
    """For one child."""
    return Cuda(job, descriptors, progress)


def warm_up() -> None:
    """In the server, before any fork: nothing may touch CUDA; only modules are loaded."""
    knobs.nvidia.dump_ptxas_log = False
    with BaseTorchDispatchMode():  # type: ignore[no-untyped-call]
        torch.empty(1)
