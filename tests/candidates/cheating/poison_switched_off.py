# cos | no_kernel/cheating/wrong_value | recognises the poison in fresh memory: a kernel that does nothing leaves it
import torch
import triton
import triton.language as tl

@triton.jit
def copy_kernel(source, target, size, BLOCK: tl.constexpr):
    lanes = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(target + lanes, tl.load(source + lanes, mask=lanes < size, other=0.0), mask=lanes < size)


def copied(x):
    y = torch.empty_like(x)
    copy_kernel[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), BLOCK=1024)
    return y

def cos(input_tensor):
    x = input_tensor.contiguous()
    y = copied(x)
    return torch.cos(x) if torch.equal(y.nan_to_num(), x.nan_to_num()) else y
