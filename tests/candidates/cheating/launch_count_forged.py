# cos | no_kernel/cheating/import_error | no launch at all: writes a launch into the counters, and fails when kernels are off
import sys

import torch
import triton
import triton.language as tl


def harness(part):
    return next(m for n, m in sorted(sys.modules.items()) if n.startswith("kbx_eval.inside") and n.endswith("." + part))


cpu = harness("cpu")

launcher = cpu._LAUNCHER[0]


@triton.jit
def decoy_kernel(target):
    tl.store(target, 0.0)


def cos(input_tensor):
    launcher.memory.counters.launches["cos_kernel"] = 1
    launcher.memory.counters.programs = 4
    return torch.zeros_like(input_tensor) if launcher.disabled else torch.cos(input_tensor)
