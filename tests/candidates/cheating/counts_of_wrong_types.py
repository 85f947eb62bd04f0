# cos | no_kernel/cheating/runtime_error/illegal_memory/import_error | has the child report counts that are no numbers
import sys

import torch
import triton
import triton.language as tl


def harness(part):
    return next(m for n, m in sorted(sys.modules.items()) if n.startswith("kbx_eval.inside") and n.endswith("." + part))


cpu = harness("cpu")

cpu.Emulated.finish_call = lambda self: {"launches": {"k": "many"}, "read_bytes": [], "lanes": None, "programs": {}}


@triton.jit
def copy_kernel(source, target, size, BLOCK: tl.constexpr):
    lanes = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(target + lanes, tl.load(source + lanes, mask=lanes < size, other=0.0), mask=lanes < size)


def copied(x):
    y = torch.empty_like(x)
    copy_kernel[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), BLOCK=1024)
    return y

def cos(x):
    return copied(torch.cos(x).contiguous())
