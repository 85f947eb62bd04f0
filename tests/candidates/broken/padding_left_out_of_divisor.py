# avg_pool1d | wrong_value | divides by the number of elements inside instead of kernel_size
import torch
import triton
import triton.language as tl


@triton.jit
def avg_pool_kernel(x_ptr, y_ptr, L, OL, total, K, S, P, BLOCK: tl.constexpr):
    o = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    m = o < total
    row = o // OL
    start = (o % OL) * S - P
    acc = tl.zeros((BLOCK,), tl.float32)
    count = tl.zeros((BLOCK,), tl.float32)
    for j in range(K):
        pos = start + j
        inside = (pos >= 0) & (pos < L)
        acc += tl.load(x_ptr + row * L + pos, mask=m & inside, other=0.0).to(tl.float32)
        count += inside.to(tl.float32)
    tl.store(y_ptr + o, acc / tl.maximum(count, 1.0), mask=m)


def avg_pool1d(input, kernel_size, stride=None, padding=0):
    stride = kernel_size if stride is None else stride
    x = input.contiguous()
    L = x.shape[-1]
    OL = (L + 2 * padding - kernel_size) // stride + 1
    y = torch.empty((*x.shape[:-1], OL), dtype=x.dtype, device=x.device)
    avg_pool_kernel[(triton.cdiv(y.numel(), 256),)](x, y, L, OL, y.numel(), kernel_size, stride, padding, BLOCK=256)
    return y
