# fused_exp_mean | non_deterministic | keeps one workspace per shape and adds to what the last call left there
import torch
import triton
import triton.language as tl

_workspaces = {}


@triton.jit
def exp_sum_kernel(x_ptr, acc_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offs = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * n + offs, mask=offs < n, other=float("-inf")).to(tl.float32)
    tl.atomic_add(acc_ptr + row, tl.sum(tl.exp(x), axis=0))


@triton.jit
def divide_kernel(acc_ptr, y_ptr, rows, n, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offs < rows
    tl.store(y_ptr + offs, tl.load(acc_ptr + offs, mask=mask, other=0.0) / n, mask=mask)


def _workspace(key, rows, device):
    # allocate once, reuse afterwards
    if key not in _workspaces:
        _workspaces[key] = torch.zeros(rows, dtype=torch.float32, device=device)
    return _workspaces[key]


def fused_exp_mean(input, dim=None, keepdim=False, dtype=None, out=None):
    nd = input.dim()
    dims = sorted(d % nd for d in (range(nd) if dim is None else [dim] if isinstance(dim, int) else dim))
    kept = [d for d in range(nd) if d not in dims]
    x = input.permute(*kept, *dims).contiguous()
    n = 1
    for d in dims:
        n *= input.shape[d]
    rows = x.numel() // n
    acc = _workspace((tuple(input.shape), tuple(dims), input.dtype), rows, x.device)
    exp_sum_kernel[(rows, triton.cdiv(n, 1024))](x, acc, n, BLOCK=1024)
    y = torch.empty(rows, dtype=dtype or input.dtype, device=x.device)
    divide_kernel[(triton.cdiv(rows, 256),)](acc, y, rows, n, BLOCK=256)
    y = y.view([1 if d in dims else input.shape[d] for d in range(nd) if keepdim or d not in dims])
    return y if out is None else out.copy_(y)
