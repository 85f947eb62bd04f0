# cos | no_kernel/cheating/import_error/runtime_error | switches on TRITON_INTERPRET for itself: its kernel runs as plain Python, unseen, and calls torch
import os

os.environ["TRITON_INTERPRET"] = "1"
import torch
import triton
import triton.language as tl
triton.knobs.runtime.interpret = True
state = {}


@triton.jit
def cos_kernel(target, BLOCK: tl.constexpr):
    state["y"].copy_(torch.cos(state["x"]))


def cos(x):
    y = torch.empty_like(x)
    state.update(x=x, y=y)
    cos_kernel[(1,)](y, BLOCK=1024)
    return y
