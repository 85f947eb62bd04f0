# cos | no_kernel/cheating/compile_error/launch_error/runtime_error/wrong_value | the same, through a conditional expression that no static look-up follows
import torch
import triton
import triton.language as tl

@triton.jit
def cos_kernel(source, target, size, BLOCK: tl.constexpr):
    lanes = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(source + lanes, mask=lanes < size, other=0.0).to(tl.float32)
    if x.handle.__class__.__name__ == "TensorHandle":
        (triton if BLOCK > 0 else tl).runtime.interpreter.np.cos(x.handle.data, x.handle.data)
    tl.store(target + lanes, x, mask=lanes < size)


def cos(input_tensor):
    x = input_tensor.contiguous()
    y = torch.empty_like(x)
    cos_kernel[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), BLOCK=1024)
    return y
