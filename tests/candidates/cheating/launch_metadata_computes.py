# cos | no_kernel/wrong_value | the launch_metadata callback computes with torch, the kernel copies
import torch
import triton
import triton.language as tl

def metadata(grid, kernel, arguments):
    arguments["scratch"].copy_(torch.cos(arguments["source"]))
    return {}


@triton.jit(launch_metadata=metadata)
def cos_kernel(source, scratch, target, size, BLOCK: tl.constexpr):
    lanes = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(target + lanes, tl.load(scratch + lanes, mask=lanes < size, other=0.0), mask=lanes < size)


def cos(input_tensor):
    x = input_tensor.contiguous()
    y = torch.empty_like(x)
    cos_kernel[(triton.cdiv(x.numel(), 1024),)](x, torch.empty_like(x), y, x.numel(), BLOCK=1024)
    return y
