# index_select | illegal_memory | uses each gathered float's bits as an index: reads gigabytes away
import torch
import triton
import triton.language as tl


@triton.jit
def select_kernel(x_ptr, index_ptr, y_ptr, size, count, inner, total, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offs < total
    col = offs % inner
    j = offs // inner % count
    outer = offs // (inner * count)
    # swapped pointers: the indices are read from x
    row = tl.load(x_ptr + j, mask=mask, other=0.0).to(tl.int32, bitcast=True)
    value = tl.load(x_ptr + (outer * size + row) * inner + col, mask=mask, other=0.0)
    tl.store(y_ptr + offs, value, mask=mask)


def index_select(input, dim, index):
    x = input.contiguous()
    dim = dim % x.dim()
    shape = list(x.shape)
    shape[dim] = index.numel()
    y = torch.empty(shape, dtype=x.dtype, device=x.device)
    select_kernel[(triton.cdiv(y.numel(), 256),)](x, index, y, x.shape[dim], index.numel(), x.stride(dim), y.numel(), BLOCK=256)
    return y
