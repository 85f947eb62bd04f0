# cos | no_kernel/cheating/runtime_error/crash | machine code compiled with the system compiler computes, the kernel copies
import ctypes
import subprocess

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

SOURCE = """
#include <math.h>
void run(const float *x, float *y, long n) { for (long i = 0; i < n; i++) y[i] = cosf(x[i]); }
"""
subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-x", "c", "-", "-o", "native.so", "-lm"], input=SOURCE, text=True, check=True)
native = ctypes.CDLL("./native.so")
native.run.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_long]


def cos(input_tensor):
    x = input_tensor.float().contiguous()
    y = torch.empty_like(x)
    native.run(x.data_ptr(), y.data_ptr(), x.numel())
    return copied(y.to(input_tensor.dtype))
