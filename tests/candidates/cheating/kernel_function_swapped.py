# cos | no_kernel/cheating/compile_error/wrong_value | an honest-looking kernel is compiled, then its Python function is exchanged for one that calls torch
import torch
import triton
import triton.language as tl
state = {}


def work():
    state["y"].copy_(state["x"].cos())
    return 0


@triton.jit
def cos_kernel(source, target, size, BLOCK: tl.constexpr):
    lanes = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(target + lanes, tl.load(source + lanes, mask=lanes < size, other=0.0), mask=lanes < size)


def other_kernel(source, target, size, BLOCK: tl.constexpr):
    work()


def cos(input_tensor):
    x = input_tensor.contiguous()
    y = torch.empty_like(x)
    state.update(x=x, y=y)
    grid = (triton.cdiv(x.numel(), 1024),)
    cos_kernel.warmup(x, y, x.numel(), BLOCK=1024, grid=grid)
    cos_kernel.fn = other_kernel
    cos_kernel[grid](x, y, x.numel(), BLOCK=1024)
    return y
