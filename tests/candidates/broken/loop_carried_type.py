# avg_pool1d | compile_error | the accumulator starts as an int and becomes a float tensor in the loop
import torch
import triton
import triton.language as tl


@triton.jit
def pool_kernel(x_ptr, y_ptr, length, out_length, total, kernel_size, stride, padding, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offs < total
    c = offs // out_length
    t = offs % out_length * stride - padding
    acc = 0
    for j in range(kernel_size):
        inside = mask & (t + j >= 0) & (t + j < length)
        acc += tl.load(x_ptr + c * length + t + j, mask=inside, other=0.0).to(tl.float32)
    tl.store(y_ptr + offs, acc / kernel_size, mask=mask)


def avg_pool1d(input, kernel_size, stride=None, padding=0):
    if stride is None:
        stride = kernel_size
    x = input.contiguous()
    length = x.shape[-1]
    out_length = (length + 2 * padding - kernel_size) // stride + 1
    y = torch.empty((*x.shape[:-1], out_length), dtype=x.dtype, device=x.device)
    pool_kernel[(triton.cdiv(y.numel(), 128),)](x, y, length, out_length, y.numel(), kernel_size, stride, padding, BLOCK=128)
    return y
