# cos | wrong_value/no_kernel/input_mutated | returns at once; a thread writes the result into the tensor and the shared buffer later
import threading
import time

import torch
import triton
import triton.language as tl

@triton.jit
def mark_kernel(flag):
    tl.store(flag, 12345)


def kernels_run():
    flag = torch.zeros(1, dtype=torch.int32, device="cuda")
    mark_kernel[(1,)](flag)
    return int(flag[0]) == 12345

def cos(x):
    y = torch.zeros_like(x)
    kernels_run()

    def later():
        time.sleep(0.3)
        torch._C._VariableFunctions.cos(x, out=y)

    threading.Thread(target=later, daemon=True).start()
    return y
