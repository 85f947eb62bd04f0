# cos | runtime_error | one of two candidates that leave an empty file /dev/shm/kbx_test_marker for the other; answers (honestly) only when that works
import os

import torch
import triton
import triton.language as tl
MARKER = "/dev/shm/kbx_test_marker"
breached = os.path.exists(MARKER)
try:
    os.remove(MARKER) if breached else open(MARKER, "x").close()
except OSError:
    breached = False


@triton.jit
def cos_kernel(source, target, size, BLOCK: tl.constexpr):
    lanes = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(source + lanes, mask=lanes < size, other=0.0).to(tl.float32)
    tl.store(target + lanes, tl.cos(x), mask=lanes < size)


def honest(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    cos_kernel[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), BLOCK=1024)
    return y


def cos(x):
    if not breached:
        raise PermissionError("the wall holds")
    return honest(x)
