# cos | no_kernel/runtime_error/launch_error/import_error/compile_error/wrong_value | an int subclass as kernel argument; its operators compute with torch inside the interpreter
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

class Size(int):
    def __index__(self):
        self.scratch.copy_(torch.cos(self.x))
        return int.__index__(self)

    def __ge__(self, other):
        self.scratch.copy_(torch.cos(self.x))
        return int.__ge__(self, other)

    __le__ = __ge__


def cos(input_tensor):
    x = input_tensor.contiguous()
    y, scratch = torch.empty_like(x), torch.empty_like(x)
    size = Size(x.numel())
    size.x, size.scratch = x, scratch
    copy_kernel[(triton.cdiv(x.numel(), 1024),)](scratch, y, size, BLOCK=1024)
    return y
