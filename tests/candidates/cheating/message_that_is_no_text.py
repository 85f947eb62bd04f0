# cos | runtime_error/crash | raises an exception whose message holds lone surrogates
import torch
import triton
import triton.language as tl

@triton.jit
def decoy_kernel(target):
    pass


def cos(x):
    raise ValueError("\udc80\ud800 \x00 \u202e")
