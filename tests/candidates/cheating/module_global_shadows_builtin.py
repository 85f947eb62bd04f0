# cos | no_kernel/cheating/wrong_type/import_error/runtime_error | a global `type` put into a harness module passes a lazy object off as a tensor
import sys

import torch
import triton
import triton.language as tl


def harness(part):
    return next(m for n, m in sorted(sys.modules.items()) if n.startswith("kbx_eval.inside") and n.endswith("." + part))


buffers = harness("buffers")


@triton.jit
def mark_kernel(flag):
    tl.store(flag, 12345)


def kernels_run():
    flag = torch.zeros(1, dtype=torch.int32, device="cuda")
    mark_kernel[(1,)](flag)
    return int(flag[0]) == 12345

class Lazy:
    def __init__(self, x, run):
        self.x, self.run = x, run

    def __getattr__(self, name):
        return getattr(torch.cos(self.x) if self.run else self.x, name)


buffers.type = lambda value: torch.Tensor if isinstance(value, Lazy) else type(value)


def cos(x):
    return Lazy(x, kernels_run())
