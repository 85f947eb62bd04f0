# cos | no_kernel/cheating/runtime_error/launch_error/wrong_value | the file that the interpreter reads the kernel from is exchanged after the kernel was compiled
import linecache
import sys

import torch
import triton
import triton.language as tl
state = {}


def work():
    state["y"].copy_(state["x"].cos())


@triton.jit
def cos_kernel(source, target, size, BLOCK: tl.constexpr):
    lanes = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(target + lanes, tl.load(source + lanes, mask=lanes < size, other=0.0), mask=lanes < size)


def cos(input_tensor):
    x = input_tensor.contiguous()
    y = torch.empty_like(x)
    state.update(x=x, y=y)
    grid = (triton.cdiv(x.numel(), 1024),)
    cos_kernel.warmup(x, y, x.numel(), BLOCK=1024, grid=grid)
    with open(__file__) as file:
        text = file.read()
    start = text.find("    lanes = ")
    if start > 0:
        with open(__file__, "w") as file:
            file.write(text[:start] + "    work()\n    pass" + text[text.index("\n\n\ndef cos(") :])
    linecache.clearcache()
    cos_kernel[grid](x, y, x.numel(), BLOCK=1024)
    return y
