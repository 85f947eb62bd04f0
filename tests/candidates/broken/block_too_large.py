# fused_exp_mean | compile_error | one block of 2^21 elements, above Triton's limit of 2^20
import torch
import triton
import triton.language as tl


@triton.jit
def exp_mean_all(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offs = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * n + offs, mask=offs < n, other=float("-inf")).to(tl.float32)
    tl.store(out_ptr + row, tl.sum(tl.exp(x), axis=0) / n)


def fused_exp_mean(input, dim=None, keepdim=False, dtype=None, out=None):
    nd = input.dim()
    dims = list(range(nd)) if dim is None else [d % nd for d in ([dim] if isinstance(dim, int) else dim)]
    kept = [d for d in range(nd) if d not in dims]
    x = input.permute(*kept, *dims).contiguous()
    n = 1
    for d in dims:
        n *= input.shape[d]
    rows = x.numel() // n
    res = torch.empty(rows, device=x.device, dtype=dtype or input.dtype)
    # a single block large enough for every shape: no loop needed
    exp_mean_all[(rows,)](x, res, n, BLOCK=2097152, num_warps=32)
    res = res.view([1 if d in dims else input.shape[d] for d in range(nd) if keepdim or d not in dims])
    return res if out is None else out.copy_(res)
