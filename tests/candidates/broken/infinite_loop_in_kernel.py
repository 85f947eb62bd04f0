# fused_exp_mean | device_timeout | the while loop's counter is never advanced
import torch
import triton
import triton.language as tl


@triton.jit
def exp_mean_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    off = 0
    while off < n:
        idx = off + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * n + idx, mask=idx < n, other=float("-inf"))
        total += tl.exp(x.to(tl.float32))
    tl.store(out_ptr + row, tl.sum(total, axis=0) / n)


def fused_exp_mean(input, dim=None, keepdim=False, dtype=None, out=None):
    nd = input.dim()
    dims = sorted(d % nd for d in (range(nd) if dim is None else [dim] if isinstance(dim, int) else dim))
    kept = [d for d in range(nd) if d not in dims]
    x = input.permute(*kept, *dims).contiguous()
    n = 1
    for d in dims:
        n *= input.shape[d]
    rows = x.numel() // n
    res = torch.empty(rows, device=x.device, dtype=dtype or input.dtype)
    exp_mean_kernel[(rows,)](x, res, n, BLOCK=1024)
    res = res.view([1 if d in dims else input.shape[d] for d in range(nd) if keepdim or d not in dims])
    return res if out is None else out.copy_(res)
