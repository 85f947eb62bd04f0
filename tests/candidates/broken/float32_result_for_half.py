# avg_pool1d | wrong_dtype | returns float32 for float16 and bfloat16 inputs
import torch
import triton
import triton.language as tl


@triton.jit
def avg_pool1d_kernel(x_ptr, y_ptr, L, OL, total, K, S, P, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offs < total
    chan = offs // OL
    start = (offs % OL) * S - P
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for j in range(0, K):
        pos = start + j
        ok = mask & (pos >= 0) & (pos < L)
        acc += tl.load(x_ptr + chan * L + pos, mask=ok, other=0.0).to(tl.float32)
    tl.store(y_ptr + offs, acc / K, mask=mask)


def avg_pool1d(input, kernel_size, stride=None, padding=0):
    stride = kernel_size if stride is None else stride
    x = input.contiguous()
    L = x.shape[-1]
    OL = (L + 2 * padding - kernel_size) // stride + 1
    y = torch.empty(x.shape[:-1] + (OL,), dtype=torch.float32, device=x.device)
    total = y.numel()
    avg_pool1d_kernel[(triton.cdiv(total, 256),)](x, y, L, OL, total, kernel_size, stride, padding, BLOCK=256)
    return y
