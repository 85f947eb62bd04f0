# cos | no_kernel/cheating/non_deterministic/wrong_value/runtime_error | keeps the first result of torch under /dev/shm and replays it, also in later processes
import os

import torch
import triton
import triton.language as tl
FILE = "/dev/shm/kbx_test_replay.pt"


@triton.jit
def copy_kernel(source, target, size, BLOCK: tl.constexpr):
    lanes = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(target + lanes, tl.load(source + lanes, mask=lanes < size, other=0.0), mask=lanes < size)


def copied(x):
    y = torch.empty_like(x)
    copy_kernel[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), BLOCK=1024)
    return y

def cos(x):
    if x.shape == (32, 64):
        if not os.path.exists(FILE):
            torch.save(torch.cos(x), FILE)
        return copied(torch.load(FILE).cuda())
    return copied(torch.cos(x).contiguous())
