# cos | no_kernel/cheating/launch_error/runtime_error/wrong_value/illegal_memory | a kernel argument whose data_ptr() computes with torch
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

class Lazy:
    def __init__(self, x):
        self.x, self.dtype, self.y = x, x.dtype, torch.empty_like(x)

    def data_ptr(self):
        self.y.copy_(torch.cos(self.x))
        return self.y.data_ptr()


def cos(input_tensor):
    x = input_tensor.contiguous()
    y = torch.empty_like(x)
    copy_kernel[(triton.cdiv(x.numel(), 1024),)](Lazy(x), y, x.numel(), BLOCK=1024)
    return y
