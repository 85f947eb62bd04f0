# fused_repeat_interleave_log_softmax | runtime_error | uses a tensor of repeats as if it were an int
import torch
import triton
import triton.language as tl


@triton.jit
def log_softmax_kernel(x_ptr, y_ptr, n, inner, R, BLOCK: tl.constexpr):
    o = tl.program_id(0) // inner
    i = tl.program_id(0) % inner
    c = tl.arange(0, BLOCK)
    mask = c < n
    x = tl.load(x_ptr + (o * n + c) * inner + i, mask=mask, other=float("-inf")).to(tl.float32)
    m = tl.max(x, axis=0)
    lse = m + tl.log(tl.sum(tl.exp(x - m), axis=0) * R)
    for r in range(R):
        tl.store(y_ptr + (o * n * R + c * R + r) * inner + i, x - lse, mask=mask)


def fused_repeat_interleave_log_softmax(input, repeats, dim=None, *, output_size=None, dtype=None, out=None):
    if dim is None:
        input, dim = input.reshape(-1), 0
    x = input.contiguous()
    d = dim % x.dim()
    n, inner = x.shape[d], x.stride(d)
    shape = list(x.shape)
    shape[d] = n * repeats
    y = torch.empty(shape, dtype=dtype or input.dtype, device=x.device)
    log_softmax_kernel[(x.numel() // n,)](x, y, n, inner, repeats, BLOCK=triton.next_power_of_2(n))
    return y if out is None else out.copy_(y)
