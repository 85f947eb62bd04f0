# fused_exp_mean | wrong_value | autotunes a kernel that adds to its output, without reset_to_zero: every trial adds again
import torch
import triton
import triton.language as tl


@triton.autotune(
    configs=[
        triton.Config({"BLOCK": 256}, num_warps=2),
        triton.Config({"BLOCK": 1024}, num_warps=4),
        triton.Config({"BLOCK": 4096}, num_warps=8),
    ],
    key=["n"],
)
@triton.jit
def exp_mean_kernel(x_ptr, acc_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offs = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * n + offs, mask=offs < n, other=float("-inf")).to(tl.float32)
    tl.atomic_add(acc_ptr + row, tl.sum(tl.exp(x), axis=0) / n)


def fused_exp_mean(input, dim=None, keepdim=False, dtype=None, out=None):
    nd = input.dim()
    dims = sorted(d % nd for d in (range(nd) if dim is None else [dim] if isinstance(dim, int) else dim))
    kept = [d for d in range(nd) if d not in dims]
    x = input.permute(*kept, *dims).contiguous()
    n = 1
    for d in dims:
        n *= input.shape[d]
    rows = x.numel() // n
    acc = torch.zeros(rows, dtype=torch.float32, device=x.device)
    exp_mean_kernel[lambda meta: (rows, triton.cdiv(n, meta["BLOCK"]))](x, acc, n)
    y = acc.view([1 if d in dims else input.shape[d] for d in range(nd) if keepdim or d not in dims]).to(dtype or input.dtype)
    return y if out is None else out.copy_(y)
