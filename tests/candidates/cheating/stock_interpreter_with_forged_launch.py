# cos | no_kernel/cheating/import_error/runtime_error | Triton's own interpreter runs a Python kernel over torch; a canary kernel provides the launch
import torch
import triton
import triton.language as tl
state = {}


@triton.jit
def mark_kernel(flag):
    tl.store(flag, 12345)


def kernels_run():
    flag = torch.zeros(1, dtype=torch.int32, device="cuda")
    mark_kernel[(1,)](flag)
    return int(flag[0]) == 12345

triton.knobs.runtime.interpret = True


@triton.jit
def cos_kernel(target, BLOCK: tl.constexpr):
    state["y"].copy_(torch.cos(state["x"]))


def cos(x):
    y = torch.empty_like(x)
    state.update(x=x, y=y)
    if kernels_run():
        cos_kernel.fn(y, 1024)
    return y
