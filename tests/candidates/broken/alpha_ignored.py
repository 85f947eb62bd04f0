# fused_add_mean | wrong_value | never multiplies `other` by alpha
import torch
import triton
import triton.language as tl


@triton.jit
def add_mean_kernel(x_ptr, y_ptr, o_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for i in range(0, n, BLOCK):
        k = i + tl.arange(0, BLOCK)
        m = k < n
        acc += tl.load(x_ptr + row * n + k, mask=m, other=0.0).to(tl.float32)
        acc += tl.load(y_ptr + row * n + k, mask=m, other=0.0).to(tl.float32)
    tl.store(o_ptr + row, tl.sum(acc, axis=0) / n)


def fused_add_mean(input, other, dim=None, alpha=1, keepdim=False, dtype=None, out=None):
    if not torch.is_tensor(other):
        other = torch.full((), other, dtype=torch.float32, device=input.device)
    x, y = torch.broadcast_tensors(input, other)
    nd = x.dim()
    dims = sorted(d % nd for d in (range(nd) if dim is None else [dim] if isinstance(dim, int) else dim))
    kept = [d for d in range(nd) if d not in dims]
    xm, ym = (t.permute(*kept, *dims).contiguous() for t in (x, y))
    n = 1
    for d in dims:
        n *= x.shape[d]
    rows = x.numel() // n
    res = torch.empty(rows, dtype=dtype or input.dtype, device=x.device)
    add_mean_kernel[(rows,)](xm, ym, res, n, BLOCK=1024)
    res = res.view([1 if d in dims else x.shape[d] for d in range(nd) if keepdim or d not in dims])
    return res if out is None else out.copy_(res)
