# fused_add_mean | wrong_value/non_deterministic | programs add to one element by load and store instead of an atomic
import torch
import triton
import triton.language as tl


@triton.jit
def add_mean_partial(x_ptr, y_ptr, acc_ptr, n, alpha, BLOCK: tl.constexpr):
    row, blk = tl.program_id(0), tl.program_id(1)
    offs = blk * BLOCK + tl.arange(0, BLOCK)
    mask = offs < n
    x = tl.load(x_ptr + row * n + offs, mask=mask, other=0.0).to(tl.float32)
    y = tl.load(y_ptr + row * n + offs, mask=mask, other=0.0).to(tl.float32)
    s = tl.sum(x + alpha * y, axis=0)
    prev = tl.load(acc_ptr + row)
    tl.store(acc_ptr + row, prev + s / n)


def fused_add_mean(input, other, dim=None, alpha=1, keepdim=False, dtype=None, out=None):
    if not isinstance(other, torch.Tensor):
        other = torch.full((1,), other, dtype=torch.float32, device=input.device)
    x, y = torch.broadcast_tensors(input, other)
    nd = x.dim()
    dims = sorted(d % nd for d in (range(nd) if dim is None else [dim] if isinstance(dim, int) else dim))
    kept = [d for d in range(nd) if d not in dims]
    xm = x.permute(*kept, *dims).contiguous()
    ym = y.permute(*kept, *dims).contiguous()
    n = 1
    for d in dims:
        n *= x.shape[d]
    rows = x.numel() // n
    acc = torch.zeros(rows, dtype=torch.float32, device=x.device)
    add_mean_partial[(rows, triton.cdiv(n, 1024))](xm, ym, acc, n, alpha, BLOCK=1024)
    shape = [1 if d in dims else x.shape[d] for d in range(nd) if keepdim or d not in dims]
    res = acc.view(shape).to(dtype or input.dtype)
    if out is not None:
        return out.copy_(res)
    return res
