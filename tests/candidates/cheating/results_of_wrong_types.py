# cos | cheating/wrong_type/wrong_shape/wrong_dtype/runtime_error/no_kernel/import_error/crash | has the child describe its results as nonsense
import sys

import torch
import triton
import triton.language as tl


def harness(part):
    return next(m for n, m in sorted(sys.modules.items()) if n.startswith("kbx_eval.inside") and n.endswith("." + part))


buffers = harness("buffers")

buffers.Arena.store = lambda self, result, slots: [{"kind": "tensor", "shape": 5, "dtype": {"a": []}, "device": 7}]


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
