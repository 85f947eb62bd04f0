# cos | no_kernel/cheating | no launch at all: writes a launch into the counters, and fails when kernels are off
import torch
import triton
import triton.language as tl
from kbx_eval.inside import cpu

launcher = cpu._LAUNCHER[0]


@triton.jit
def decoy_kernel(target):
    tl.store(target, 0.0)


def cos(input_tensor):
    launcher.memory.counters.launches["cos_kernel"] = 1
    launcher.memory.counters.programs = 4
    return torch.zeros_like(input_tensor) if launcher.disabled else torch.cos(input_tensor)
