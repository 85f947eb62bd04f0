# fused_repeat_interleave_log_softmax | wrong_value | sums over the elements, not over their copies
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, idx_ptr, y_ptr, n, m, inner, BLOCK_N: tl.constexpr, BLOCK_M: tl.constexpr):
    pid = tl.program_id(0)
    o, i = pid // inner, pid % inner
    k = tl.arange(0, BLOCK_N)
    x = tl.load(x_ptr + (o * n + k) * inner + i, mask=k < n, other=float("-inf")).to(tl.float32)
    top = tl.max(x, axis=0)
    lse = top + tl.log(tl.sum(tl.exp(x - top), axis=0))
    for start in range(0, m, BLOCK_M):
        j = start + tl.arange(0, BLOCK_M)
        src = tl.load(idx_ptr + j, mask=j < m, other=0)
        v = tl.load(x_ptr + (o * n + src) * inner + i, mask=j < m, other=0.0).to(tl.float32)
        tl.store(y_ptr + (o * m + j) * inner + i, v - lse, mask=j < m)


def fused_repeat_interleave_log_softmax(input, repeats, dim=None, *, output_size=None, dtype=None, out=None):
    if dim is None:
        input, dim = input.flatten(), 0
    x = input.contiguous()
    d = dim % x.dim()
    n, inner = x.shape[d], x.stride(d)
    source = torch.arange(n, device=x.device).repeat_interleave(repeats)
    m = source.numel()
    y = torch.empty(x.shape[:d] + (m,) + x.shape[d + 1:], dtype=dtype or input.dtype, device=x.device)
    kernel[(x.numel() // n,)](x, source, y, n, m, inner, BLOCK_N=triton.next_power_of_2(n), BLOCK_M=256)
    return y if out is None else out.copy_(y)
