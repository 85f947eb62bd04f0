# fused_exp_mean | wrong_value | adds atomically into torch.empty
import torch
import triton
import triton.language as tl


@triton.jit
def exp_mean_atomic(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(1)
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * n + offs, mask=offs < n, other=float("-inf")).to(tl.float32)
    tl.atomic_add(out_ptr + row, tl.sum(tl.exp(x), axis=0) / n)


def fused_exp_mean(input, dim=None, keepdim=False, dtype=None, out=None):
    nd = input.dim()
    dims = list(range(nd)) if dim is None else sorted({d % nd for d in ((dim,) if isinstance(dim, int) else dim)})
    kept = [d for d in range(nd) if d not in dims]
    x = input.permute(kept + dims).reshape(-1).contiguous()
    n = 1
    for d in dims:
        n *= input.shape[d]
    rows = x.numel() // n
    acc = torch.empty(rows, dtype=torch.float32, device=input.device)
    exp_mean_atomic[(triton.cdiv(n, 1024), rows)](x, acc, n, BLOCK=1024)
    shape = [1 if d in dims else input.shape[d] for d in range(nd) if keepdim or d not in dims]
    res = acc.reshape(shape).to(dtype or input.dtype)
    return res if out is None else out.copy_(res)
