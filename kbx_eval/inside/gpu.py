"""The device of a host with a GPU: the candidate's own CUDA context, launches recorded as Triton makes them."""

import contextlib
import io
from typing import Any

import torch
from triton import knobs
from triton.runtime.jit import JITFunction

from kbx_eval.inside import binaries as binary_reports
from kbx_eval.inside.interpreter.compiled import Compiled
from kbx_eval.inside.progress import Phase, Progress


class Cuda:
    """One GPU, in a child."""

    def __init__(self) -> None:
        self.launches: dict[str, int] = {}
        self.compiled: list[Compiled] = []
        self.failure: BaseException | None = None
        self.disabled = False

    def start(self, progress: Progress, seed: int) -> None:
        """Make the context and watch launches."""
        torch.cuda.init()  # type: ignore[no-untyped-call]
        self._watch(progress)

    def begin_call(self, options: dict[str, Any]) -> None:
        """Count from zero."""
        self.launches = {}
        self.disabled = options.get("disabled", False)
        torch.manual_seed(options["seed"])

    def place(self, storage: torch.UntypedStorage) -> torch.UntypedStorage:
        """A copy on the device."""
        copied = torch.empty(storage.nbytes(), dtype=torch.uint8, device="cuda").untyped_storage()
        copied.copy_(storage)
        return copied

    def finish_call(self) -> dict[str, Any]:
        """Wait for the device, then say what was launched."""
        torch.cuda.synchronize()
        return {"launches": self.launches, "programs": 0, "findings": [], "violations": []}

    def binaries(self, targets: list[str]) -> list[dict[str, Any]]:
        """Everything that was launched, compiled for `targets`."""
        return binary_reports.report(self.compiled, targets)

    def blame(self, error: BaseException) -> str | None:
        """Whether the exception came out of Triton's compiler."""
        seen: BaseException | None = error
        while seen is not None:
            if seen is self.failure:
                return "compile"
            seen = seen.__cause__ or seen.__context__
        return None

    def _watch(self, progress: Progress) -> None:
        stock_run, device = JITFunction.run, self

        def run(function: Any, *args: Any, grid: Any, warmup: bool, **kwargs: Any) -> Any:
            log = io.StringIO()
            try:
                with progress.during(Phase.COMPILE), contextlib.redirect_stdout(log):
                    kernel = stock_run(function, *args, grid=grid, warmup=True, **kwargs)
            except Exception as error:
                device.failure = error
                raise
            if all(known.kernel is not kernel for known in device.compiled):
                device.compiled.append(Compiled(kernel, log.getvalue()))
            if warmup:
                return kernel
            name = function.fn.__name__
            device.launches[name] = device.launches.get(name, 0) + 1
            if not device.disabled:
                progress.enter(Phase.LAUNCH)
                return stock_run(function, *args, grid=grid, warmup=False, **kwargs)
            return kernel

        JITFunction.run = run


def make() -> Cuda:
    """A fresh one."""
    return Cuda()


def warm_up() -> None:
    """Nothing may touch CUDA before the fork; only the compiler's log is switched on."""
    knobs.nvidia.dump_ptxas_log = True
