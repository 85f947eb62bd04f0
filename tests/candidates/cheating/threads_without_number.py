# cos | process_limit/runtime_error/no_kernel | starts two hundred threads
import threading
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

def cos(x):
    for _ in range(200):
        threading.Thread(target=time.sleep, args=(5,), daemon=True).start()
    time.sleep(0.5)
    return copied(torch.cos(x).contiguous())
