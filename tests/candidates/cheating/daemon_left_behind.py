# cos | no_kernel/runtime_error/process_limit | leaves a detached process that outlives the call
import os
import time

import torch
import triton
import triton.language as tl

@triton.jit
def copy_kernel(source, target, size, BLOCK: tl.constexpr):
    lanes = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(target + lanes, tl.load(source + lanes, mask=lanes < size, other=0.0), mask=lanes < size)


def copied(x):
    y = torch.empty_like(x)
    copy_kernel[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), BLOCK=1024)
    return y

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for descriptor in range(0, 64):
            try:
                os.close(descriptor)
            except OSError:
                pass
        time.sleep(60)
    os._exit(0)


def cos(x):
    return copied(torch.cos(x).contiguous())
