# softmax | no_kernel | an honest kernel for contiguous float32 along the last dimension, torch for everything else
import torch
import triton
import triton.language as tl

@triton.jit
def row_kernel(source, target, columns, BLOCK: tl.constexpr):
    row, lanes = tl.program_id(0).to(tl.int64), tl.arange(0, BLOCK)
    x = tl.load(source + row * columns + lanes, mask=lanes < columns, other=float("-inf")).to(tl.float32)
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(target + row * columns + lanes, e / tl.sum(e, axis=0), mask=lanes < columns)


def softmax(input, dim, dtype=None):
    if dtype or input.dtype != torch.float32 or not input.is_contiguous() or dim % input.dim() != input.dim() - 1:
        return torch.softmax(input, dim, dtype=dtype)
    y = torch.empty_like(input)
    row_kernel[(input.numel() // input.shape[-1],)](input, y, input.shape[-1], BLOCK=triton.next_power_of_2(input.shape[-1]))
    return y
