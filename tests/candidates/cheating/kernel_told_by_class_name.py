# cos | no_kernel/cheating/compile_error/launch_error/runtime_error/wrong_value | the kernel finds out from a class name whether it is compiled or interpreted, and only computes when it is interpreted
import torch
import triton
import triton.language as tl

@triton.jit
def cos_kernel(source, target, size, BLOCK: tl.constexpr):
    lanes = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(source + lanes, mask=lanes < size, other=0.0).to(tl.float32)
    if x.handle.__class__.__name__ == "TensorHandle":
        x = tl.cos(x)
    tl.store(target + lanes, x, mask=lanes < size)


def cos(input_tensor):
    x = input_tensor.contiguous()
    y = torch.empty_like(x)
    cos_kernel[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), BLOCK=1024)
    return y
