# cos | runtime_error | raises an exception whose __str__ raises
import torch
import triton
import triton.language as tl

@triton.jit
def decoy_kernel(target):
    pass


class Odd(Exception):
    def __str__(self):
        raise SystemExit(0)


def cos(x):
    raise Odd
