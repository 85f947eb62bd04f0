# cos | runtime_error/cheating/crash/exited/no_kernel/import_error/host_timeout | announces a frame of four gigabytes
import sys

import torch
import triton
import triton.language as tl


def harness(part):
    return next(m for n, m in sorted(sys.modules.items()) if n.startswith("kbx_eval.inside") and n.endswith("." + part))


protocol = harness("protocol")


@triton.jit
def decoy_kernel(target):
    pass


def cos(x):
    protocol.send = lambda channel, message, *rest: channel.sendall(b"\xff\xff\xff\xff{}")
    return torch.cos(x)
