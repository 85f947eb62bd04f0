"""Repeats launches on a real GPU, in a CUDA context that no candidate's host code ever shared."""

import contextlib
import io
from typing import Any

import torch
from triton import knobs

from kbx_eval.inside.device.binaries import Compiled
from kbx_eval.inside.device.interpreter.memory import Memory
from kbx_eval.inside.device.kernels import Kernels
from kbx_eval.inside.device.machine import State, bound

Spec = dict[str, Any]


class Cuda:
    """One candidate's kernels, jitted again from their text."""

    place = "cuda"

    def __init__(self) -> None:
        knobs.nvidia.dump_ptxas_log = True
        self.memory = Memory()
        self.kernels = Kernels()
        self.compiled: list[Compiled] = []

    def run(self, launch: Spec, state: State, *, backwards: bool) -> None:
        """Launch for real. The order of programs is the device's affair."""
        function = self.kernels.function(launch["kernel"])
        arguments = {name: bound(self.kernels, state, spec) for name, spec in launch["args"].items()}
        options = {key: value for key, value in launch["options"].items() if key != "debug"}
        log = io.StringIO()
        with contextlib.redirect_stdout(log):
            kernel = function.run(*arguments.values(), grid=tuple(launch["grid"]), warmup=False, **options)
        torch.cuda.synchronize()
        if all(known.kernel is not kernel for known in self.compiled):
            self.compiled.append(Compiled(kernel, log.getvalue()))
