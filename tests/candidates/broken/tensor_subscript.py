# avg_pool1d | compile_error | indexes a block like an array
import torch
import triton
import triton.language as tl


@triton.jit
def avg_pool1d_kernel(x_ptr, y_ptr, L, OL, K: tl.constexpr, S: tl.constexpr, P: tl.constexpr, BLOCK: tl.constexpr):
    c = tl.program_id(0)
    offs = tl.arange(0, BLOCK)
    row = tl.load(x_ptr + c * L + offs, mask=offs < L, other=0.0).to(tl.float32)
    for o in range(OL):
        acc = 0.0
        for j in tl.static_range(K):
            pos = o * S - P + j
            if pos >= 0 and pos < L:
                acc += row[pos]
        tl.store(y_ptr + c * OL + o, acc / K)


def avg_pool1d(input, kernel_size, stride=None, padding=0):
    stride = stride or kernel_size
    x = input.contiguous()
    L = x.shape[-1]
    OL = (L + 2 * padding - kernel_size) // stride + 1
    y = torch.empty(x.shape[:-1] + (OL,), dtype=x.dtype, device=x.device)
    avg_pool1d_kernel[(x.numel() // L,)](x, y, L, OL, kernel_size, stride, padding, BLOCK=triton.next_power_of_2(L))
    return y
