# index_select | wrong_value | sends int64 values through int32
import torch
import triton
import triton.language as tl


@triton.jit
def index_select_kernel(in_ptr, idx_ptr, out_ptr, n_dim, n_idx, inner, total, IS_INT: tl.constexpr, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offs < total
    i = offs % inner
    j = (offs // inner) % n_idx
    o = offs // (inner * n_idx)
    src = tl.load(idx_ptr + j, mask=mask, other=0)
    v = tl.load(in_ptr + (o * n_dim + src) * inner + i, mask=mask, other=0)
    if IS_INT:
        v = v.to(tl.int32)
    tl.store(out_ptr + offs, v, mask=mask)


def index_select(input, dim, index):
    dim = dim % input.dim()
    x = input.contiguous()
    inner = 1
    for s in x.shape[dim + 1:]:
        inner *= s
    shape = list(x.shape)
    shape[dim] = index.numel()
    out = torch.empty(shape, dtype=x.dtype, device=x.device)
    total = out.numel()
    index_select_kernel[(triton.cdiv(total, 512),)](
        x, index, out, x.shape[dim], index.numel(), inner, total, IS_INT=not x.is_floating_point(), BLOCK=512
    )
    return out
