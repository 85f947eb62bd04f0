# cos | illegal_memory | stores the last block without a mask: writes past the end of the result
import torch
import triton
import triton.language as tl


@triton.jit
def cos_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    idx = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + idx, mask=idx < n, other=0.0).to(tl.float32)
    tl.store(y_ptr + idx, tl.cos(x))


def cos(input_tensor):
    x = input_tensor.contiguous()
    y = torch.empty_like(x)
    n = x.numel()
    BLOCK = 1024
    cos_kernel[((n + BLOCK - 1) // BLOCK,)](x, y, n, BLOCK=BLOCK)
    return y
