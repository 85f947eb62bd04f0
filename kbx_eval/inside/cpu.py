"""The device of a host without a GPU: Triton's interpreter behind a torch that looks like CUDA."""

import tempfile
from typing import Any

import numpy as np
import torch
import triton
import triton.language as tl
from triton import knobs

from kbx_eval.inside import binaries as binary_reports
from kbx_eval.inside.fakecuda import autotune, driver, runtime, tensors
from kbx_eval.inside.interpreter.launch import Launcher
from kbx_eval.inside.interpreter.memory import Counters, IllegalMemoryAccess
from kbx_eval.inside.progress import Progress


class Emulated:
    """The interpreter and its surroundings, in a child."""

    def __init__(self, launcher: Launcher) -> None:
        self.launcher = launcher

    def start(self, progress: Progress, seed: int) -> None:
        """Own randomness, own progress page, and CUDA-looking tensors from here on."""
        self.launcher.progress = progress
        self.launcher.memory.rng = np.random.default_rng(seed)
        tensors.CudaLooking(self._poison).__enter__()  # type: ignore[no-untyped-call]

    def begin_call(self, options: dict[str, Any]) -> None:
        """Count from zero."""
        self.launcher.memory.counters = Counters()
        self.launcher.disabled = options.get("disabled", False)
        self.launcher.backwards = options.get("backwards", False)
        torch.manual_seed(options["seed"])

    def place(self, storage: torch.UntypedStorage) -> torch.UntypedStorage:
        """The candidate works on the judge's buffer itself."""
        return storage

    def finish_call(self) -> dict[str, Any]:
        """What the interpreter counted."""
        memory = self.launcher.memory
        findings = [f"out-of-bounds read: {text}" for text in sorted(memory.findings)]
        return vars(memory.counters) | {"findings": findings, "violations": sorted(memory.violations)}

    def binaries(self, targets: list[str]) -> list[dict[str, Any]]:
        """Everything that was launched, compiled for `targets`."""
        return binary_reports.report(self.launcher.compiled, targets)

    def blame(self, error: BaseException) -> str | None:
        """Look for the compiler's or the interpreter's exception in the chain."""
        seen: BaseException | None = error
        while seen is not None:
            if isinstance(seen, IllegalMemoryAccess):
                return "illegal_memory"
            if seen is self.launcher.compile_failure:
                return "compile"
            if seen is self.launcher.launch_failure:
                return "launch"
            seen = seen.__cause__ or seen.__context__
        return None

    def _poison(self, tensor: torch.Tensor) -> None:
        if tensor.layout is not torch.strided or not tensor.numel() or tensor.is_quantized:
            return
        with torch._C.DisableTorchFunction():
            fill(tensor, self.launcher.memory.rng)


def fill(tensor: torch.Tensor, rng: np.random.Generator) -> None:
    """Values that nobody can tell from results."""
    if tensor.is_complex():
        tensor = torch.view_as_real(tensor)
    if tensor.is_floating_point():
        tensor.copy_(torch.from_numpy(np.asarray(rng.standard_normal(tensor.shape, dtype=np.float32) * 100)))
    else:
        tensor.copy_(torch.from_numpy(np.asarray(rng.integers(0, 2 if tensor.dtype == torch.bool else 100, tensor.shape))))


_LAUNCHER: list[Launcher] = []


def make() -> Emulated:
    """The device that `warm_up` prepared."""
    return Emulated(_LAUNCHER[0])


def warm_up() -> None:
    """Dress torch and Triton, and compile and interpret one kernel so that everything lazy is loaded before the first fork."""
    import os

    knobs.nvidia.dump_ptxas_log = True
    triton.runtime.driver.set_active(driver.EmulatedDriver())
    tensors.dress_tensors()
    runtime.dress_cuda()
    autotune.dress_autotuner()
    page = os.memfd_create("progress")
    os.ftruncate(page, 4096)
    launcher = Launcher(Progress(page), np.random.default_rng(0))
    launcher.install()
    _LAUNCHER.append(launcher)
    with tempfile.TemporaryDirectory() as cache:
        os.environ["TRITON_CACHE_DIR"] = cache
        tensor = torch.zeros(64)
        _warm_kernel[(1,)](tensor, tensor, 64, BLOCK=64)
    launcher.compiled.clear()
    launcher._kernels.clear()
    launcher.memory.findings.clear()
    launcher.memory.violations.clear()


@triton.jit  # type: ignore[untyped-decorator]
def _warm_kernel(source, target, size, BLOCK: tl.constexpr):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    lanes = tl.arange(0, BLOCK)
    values = tl.load(source + lanes, mask=lanes < size, other=0.0)
    values = values - tl.max(values, axis=0)
    values = tl.exp(values) / tl.sum(tl.exp(values), axis=0)
    square = tl.reshape(values, (8, 8))
    square = tl.dot(tl.broadcast_to(tl.sum(square), (16, 16)), tl.zeros((16, 16), tl.float32))
    tl.store(target + lanes, values + tl.sum(square) + tl.sigmoid(values), mask=lanes < size)
