# softmax | non_finite | pads with 0 instead of -inf: the maximum of an all-negative row is 0, every exponential 0, and 0 / 0 is NaN
import torch
import triton
import triton.language as tl


@triton.jit
def softmax_dim_kernel(
    x_ptr, y_ptr,
    outer, n, inner,
    BLOCK_N: tl.constexpr,
):
    pid = tl.program_id(0)
    o = pid // inner
    i = pid % inner
    offs = tl.arange(0, BLOCK_N)
    mask = offs < n
    ptrs = o * n * inner + offs * inner + i
    x = tl.load(x_ptr + ptrs, mask=mask, other=0.0).to(tl.float32)
    m = tl.max(x, 0)
    e = tl.where(mask, tl.exp(x - m), 0.0)
    s = tl.sum(e, 0)
    tl.store(y_ptr + ptrs, (e / s).to(y_ptr.dtype.element_ty), mask=mask)


def softmax(input, dim, dtype=None):
    if dtype is not None:
        input = input.to(dtype)
    x = input.contiguous()
    dim = dim % x.dim()
    outer = 1
    for s in x.shape[:dim]:
        outer *= s
    inner = 1
    for s in x.shape[dim + 1:]:
        inner *= s
    n = x.shape[dim]
    y = torch.empty_like(x)
    softmax_dim_kernel[(outer * inner,)](x, y, outer, n, inner, BLOCK_N=triton.next_power_of_2(n))
    return y
