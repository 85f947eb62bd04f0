# index_select | correct | values travel as integers of the same size: tensor.view(dtype) on the host, triton.reinterpret for 8-byte ones
import torch
import triton
import triton.language as tl

BITS = {1: torch.int8, 2: torch.int16, 4: torch.int32, 8: torch.int64}


@triton.jit
def copy_bits(x, index, y, count, inner, s0, s1, s2, BLOCK_J: tl.constexpr, BLOCK_C: tl.constexpr):
    j = tl.program_id(1) * BLOCK_J + tl.arange(0, BLOCK_J)
    outer = tl.program_id(2).to(tl.int64)
    k = tl.load(index + j, mask=j < count, other=0).to(tl.int64)
    c = tl.program_id(0).to(tl.int64) * BLOCK_C + tl.arange(0, BLOCK_C)
    ok = (j < count)[:, None] & (c < inner)[None, :]
    v = tl.load(x + outer * s0 + k[:, None] * s1 + c[None, :] * s2, mask=ok)
    tl.store(y + (outer * count + j[:, None]) * inner + c[None, :], v, mask=ok)


def index_select(input, dim, index):
    dim = dim % input.dim()
    outer, inner = input.shape[:dim].numel(), input.shape[dim + 1 :].numel()
    y = torch.empty((*input.shape[:dim], len(index), *input.shape[dim + 1 :]), dtype=input.dtype, device=input.device)
    x = input.reshape(outer, input.shape[dim], inner)
    strides = x.stride()
    if input.element_size() == 8:
        bits_x, bits_y = triton.reinterpret(x, tl.int64), triton.reinterpret(y, tl.int64)
    else:
        bits_x, bits_y = x.view(BITS[x.element_size()]), y.view(BITS[y.element_size()])
    copy_bits[(triton.cdiv(inner, 64), triton.cdiv(len(index), 32), outer)](
        bits_x, index, bits_y, len(index), inner, *strides, BLOCK_J=32, BLOCK_C=64
    )
    return y
