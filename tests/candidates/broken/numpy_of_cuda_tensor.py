# index_select | runtime_error | calls .numpy() on a CUDA tensor
import numpy as np
import torch
import triton
import triton.language as tl


@triton.jit
def gather_rows(x_ptr, idx_ptr, y_ptr, n, m, inner, BLOCK: tl.constexpr):
    j = tl.program_id(0)
    o = tl.program_id(1)
    src = tl.load(idx_ptr + j)
    for i in range(0, inner, BLOCK):
        c = i + tl.arange(0, BLOCK)
        v = tl.load(x_ptr + (o * n + src) * inner + c, mask=c < inner)
        tl.store(y_ptr + (o * m + j) * inner + c, v, mask=c < inner)


def index_select(input, dim, index):
    dim = dim if dim >= 0 else dim + input.dim()
    idx = index.numpy()
    if idx.size and (idx.min() < 0 or idx.max() >= input.shape[dim]):
        raise IndexError("index out of range in self")
    x = input.contiguous()
    inner = int(np.prod(x.shape[dim + 1:]))
    outer = int(np.prod(x.shape[:dim]))
    y = torch.empty(x.shape[:dim] + (len(idx),) + x.shape[dim + 1:], dtype=x.dtype, device=x.device)
    gather_rows[(len(idx), outer)](x, index, y, x.shape[dim], len(idx), inner, BLOCK=256)
    return y
