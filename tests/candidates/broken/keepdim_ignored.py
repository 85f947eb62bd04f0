# std | wrong_shape | accepts keepdim and drops the reduced dimensions all the same
import math

import torch
import triton
import triton.language as tl


@triton.jit
def std_kernel(x_ptr, out_ptr, N, divisor, BLOCK_SIZE: tl.constexpr):
    row = tl.program_id(0)
    x_ptr += row * N
    _sum = tl.zeros([BLOCK_SIZE], dtype=tl.float32)
    for off in range(0, N, BLOCK_SIZE):
        cols = off + tl.arange(0, BLOCK_SIZE)
        _sum += tl.load(x_ptr + cols, mask=cols < N, other=0.0).to(tl.float32)
    mean = tl.sum(_sum, axis=0) / N
    _var = tl.zeros([BLOCK_SIZE], dtype=tl.float32)
    for off in range(0, N, BLOCK_SIZE):
        cols = off + tl.arange(0, BLOCK_SIZE)
        x = tl.load(x_ptr + cols, mask=cols < N, other=0.0).to(tl.float32)
        d = tl.where(cols < N, x - mean, 0.0)
        _var += d * d
    var = tl.sum(_var, axis=0) / divisor
    tl.store(out_ptr + row, tl.sqrt(var).to(out_ptr.dtype.element_ty))


def std(input, dim=None, correction=1, keepdim=False, out=None):
    ndim = input.dim()
    if dim is None:
        dims = list(range(ndim))
    elif isinstance(dim, int):
        dims = [dim % ndim]
    else:
        dims = sorted(d % ndim for d in dim)
    keep = [d for d in range(ndim) if d not in dims]
    shape = [input.shape[d] for d in keep]
    N = math.prod(input.shape[d] for d in dims)
    x = input.permute(keep + dims).contiguous().view(-1, N)
    result = torch.empty(shape, device=input.device, dtype=input.dtype)
    std_kernel[(x.shape[0],)](x, result, N, float(max(0, N - correction)), BLOCK_SIZE=1024)
    if out is not None:
        out.copy_(result)
        return out
    return result
