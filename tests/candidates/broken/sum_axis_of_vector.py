# fused_exp_mean | compile_error | tl.sum(..., axis=1) of a one-dimensional block
import torch
import triton
import triton.language as tl


@triton.jit
def exp_mean_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offs = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * n + offs, mask=offs < n, other=float("-inf"))
    total = tl.sum(tl.exp(x.to(tl.float32)), axis=1)
    tl.store(y_ptr + row, total / n)


def fused_exp_mean(input, dim=None, keepdim=False, dtype=None, out=None):
    x = input.contiguous().view(1, -1) if dim is None else input.movedim(dim, -1).contiguous()
    y = torch.empty(x.shape[:-1], dtype=dtype or input.dtype, device=x.device)
    n = x.shape[-1]
    exp_mean_kernel[(y.numel(),)](x, y, n, BLOCK=triton.next_power_of_2(n))
    return y.reshape(()) if dim is None else y
