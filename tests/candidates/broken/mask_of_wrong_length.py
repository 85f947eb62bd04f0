# avg_pool1d | illegal_memory | the mask compares with the input's length where the output is shorter
import torch
import triton
import triton.language as tl


@triton.jit
def avg_pool1d_kernel(x_ptr, y_ptr, L, OL, K, S, P, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    t = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    mask = t < L
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for j in range(0, K):
        pos = t * S - P + j
        acc += tl.load(x_ptr + row * L + pos, mask=mask & (pos >= 0) & (pos < L), other=0.0).to(tl.float32)
    tl.store(y_ptr + row * OL + t, acc / K, mask=mask)


def avg_pool1d(input, kernel_size, stride=None, padding=0):
    stride = stride or kernel_size
    x = input.contiguous()
    L = x.shape[-1]
    OL = (L + 2 * padding - kernel_size) // stride + 1
    y = torch.empty(x.shape[:-1] + (OL,), dtype=x.dtype, device=x.device)
    avg_pool1d_kernel[(x.numel() // L, triton.cdiv(L, 128))](x, y, L, OL, kernel_size, stride, padding, BLOCK=128)
    return y
