# fused_exp_mean | wrong_value | every program stores its partial mean to the same element; the last one wins
import torch
import triton
import triton.language as tl


@triton.jit
def partial_exp_mean(x_ptr, o_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    blk = tl.program_id(1)
    offs = blk * BLOCK + tl.arange(0, BLOCK)
    mask = offs < n
    x = tl.load(x_ptr + row * n + offs, mask=mask, other=float("-inf")).to(tl.float32)
    part = tl.sum(tl.exp(x), axis=0) / n
    tl.store(o_ptr + row, part)


def fused_exp_mean(input, dim=None, keepdim=False, dtype=None, out=None):
    nd = input.dim()
    dims = sorted(d % nd for d in (range(nd) if dim is None else [dim] if isinstance(dim, int) else dim))
    kept = [d for d in range(nd) if d not in dims]
    moved = input.permute(*kept, *dims).contiguous()
    n = 1
    for d in dims:
        n *= input.shape[d]
    rows = input.numel() // n
    acc = torch.zeros(rows, dtype=torch.float32, device=input.device)
    BLOCK = 1024
    partial_exp_mean[(rows, triton.cdiv(n, BLOCK))](moved, acc, n, BLOCK=BLOCK)
    shape = [1 if d in dims else input.shape[d] for d in range(nd) if keepdim or d not in dims]
    res = acc.view(shape).to(dtype if dtype is not None else input.dtype)
    if out is not None:
        out.copy_(res)
        return out
    return res
