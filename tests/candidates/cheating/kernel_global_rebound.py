# cos | no_kernel/cheating/runtime_error/compile_error/launch_error/wrong_value | a device function in the globals is a jit function while compiling and a torch closure while interpreting
import torch
import triton
import triton.language as tl
state = {}


@triton.jit
def helper(x):
    return x * 0


def torch_helper(x):
    state["y"].copy_(torch.cos(state["x"]))
    return x


@triton.jit
def cos_kernel(source, target, size, BLOCK: tl.constexpr):
    lanes = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    helper(tl.load(source + lanes, mask=lanes < size, other=0.0))


def cos(input_tensor):
    global helper
    x = input_tensor.contiguous()
    y = torch.empty_like(x)
    state.update(x=x, y=y)
    grid = (triton.cdiv(x.numel(), 1024),)
    kept = helper
    cos_kernel.warmup(x, y, x.numel(), BLOCK=1024, grid=grid)
    helper = torch_helper
    cos_kernel[grid](x, y, x.numel(), BLOCK=1024)
    helper = kept
    return y
