# index_select | wrong_value | copies every value by way of float32, which holds 24 bits
import torch
import triton
import triton.language as tl


@triton.jit
def index_select_kernel(x_ptr, index_ptr, out_ptr, dim_size, n_index, inner, n_out, BLOCK_SIZE: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n_out
    k = offsets % inner
    j = (offsets // inner) % n_index
    i = offsets // (inner * n_index)
    idx = tl.load(index_ptr + j, mask=mask, other=0)
    val = tl.load(x_ptr + (i * dim_size + idx) * inner + k, mask=mask).to(tl.float32)
    tl.store(out_ptr + offsets, val, mask=mask)


def index_select(input, dim, index):
    x = input.contiguous()
    dim %= x.dim()
    shape = x.shape[:dim] + (index.numel(),) + x.shape[dim + 1:]
    out = torch.empty(shape, dtype=x.dtype, device=x.device)
    n_out = out.numel()
    index_select_kernel[(triton.cdiv(n_out, 1024),)](x, index, out, x.shape[dim], index.numel(), x.stride(dim), n_out, BLOCK_SIZE=1024)
    return out
