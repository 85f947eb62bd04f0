# softmax | wrong_value/non_finite | computes a float32 softmax in float16
import torch
import triton
import triton.language as tl

@triton.jit
def row_kernel(source, target, columns, BLOCK: tl.constexpr):
    row, lanes = tl.program_id(0).to(tl.int64), tl.arange(0, BLOCK)
    x = tl.load(source + row * columns + lanes, mask=lanes < columns, other=float("-inf")).to(tl.float16)
    e = tl.exp((x - tl.max(x, axis=0)).to(tl.float32)).to(tl.float16)
    tl.store(target + row * columns + lanes, e / tl.sum(e, axis=0), mask=lanes < columns)


def softmax(input, dim, dtype=None):
    x = input.to(dtype or input.dtype).movedim(dim, -1).contiguous()
    y = torch.empty_like(x)
    row_kernel[(x.numel() // x.shape[-1],)](x, y, x.shape[-1], BLOCK=triton.next_power_of_2(x.shape[-1]))
    return y.movedim(-1, dim)
