# std | wrong_value | E[x^2] - E[x]^2 in float32, where the mean is a thousand times the deviation
import math

import torch
import triton
import triton.language as tl


@triton.jit
def std_kernel(x_ptr, y_ptr, n, correction, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    s1 = tl.zeros((BLOCK,), tl.float32)
    s2 = tl.zeros((BLOCK,), tl.float32)
    for i in range(0, n, BLOCK):
        k = i + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * n + k, mask=k < n, other=0.0).to(tl.float32)
        s1 += x
        s2 += x * x
    mean = tl.sum(s1, axis=0) / n
    ss = tl.maximum(tl.sum(s2, axis=0) - n * mean * mean, 0.0)
    tl.store(y_ptr + row, tl.sqrt(ss / tl.maximum(n - correction, 0.0)))


def std(input, dim=None, correction=1, keepdim=False, out=None):
    nd = input.dim()
    dims = list(range(nd)) if dim is None else sorted(d % nd for d in ([dim] if isinstance(dim, int) else dim))
    kept = [d for d in range(nd) if d not in dims]
    n = math.prod(input.shape[d] for d in dims)
    x = input.permute(*kept, *dims).reshape(-1, n).contiguous()
    y = torch.empty(x.shape[0], dtype=input.dtype, device=input.device)
    std_kernel[(x.shape[0],)](x, y, n, float(correction), BLOCK=1024)
    y = y.view([1 if d in dims else input.shape[d] for d in range(nd) if keepdim or d not in dims])
    if out is not None:
        out.copy_(y)
        return out
    return y
