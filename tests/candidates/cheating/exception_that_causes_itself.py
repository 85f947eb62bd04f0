# cos | runtime_error | raises an exception that is its own cause
import torch
import triton
import triton.language as tl

@triton.jit
def decoy_kernel(target):
    pass


def cos(x):
    error = ValueError("it was me")
    error.__cause__ = error
    raise error
