# index_select | correct | values travel as integers of the same size: tensor.view(dtype) on the host, triton.reinterpret for 8-byte ones
import torch
import triton
import triton.language as tl

BITS = {1: torch.int8, 2: torch.int16, 4: torch.int32, 8: torch.int64}


@triton.jit
def copy_bits(x, index, y, count, inner, s0, s1, s2, BLOCK: tl.constexpr):
    j = tl.program_id(1)
    outer = tl.program_id(2).to(tl.int64)
    k = tl.load(index + j).to(tl.int64)
    c = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + outer * s0 + k * s1 + c * s2, mask=c < inner)
    tl.store(y + (outer * count + j) * inner + c, v, mask=c < inner)


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
    block = min(512, triton.next_power_of_2(inner))
    copy_bits[(triton.cdiv(inner, block), len(index), outer)](bits_x, index, bits_y, len(index), inner, *strides, BLOCK=block)
    return y
