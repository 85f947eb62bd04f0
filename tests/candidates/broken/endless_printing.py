# avg_pool1d | output_limit | retries for ever and prints each failure
import torch
import triton
import triton.language as tl


@triton.jit
def pool_kernel(x_ptr, y_ptr, L, OL, K, S, P, BLOCK: tl.constexpr):
    c = tl.program_id(0)
    t = tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK,), tl.float32)
    for j in range(K):
        pos = t * S - P + j
        acc += tl.load(x_ptr + c * L + pos, mask=(t < OL) & (pos >= 0) & (pos < L), other=0.0)
    tl.store(y_ptr + c * OL + t, acc / K, mask=t < OL)


def avg_pool1d(input, kernel_size, stride=None, padding=0):
    stride = stride or kernel_size
    x = input.contiguous()
    L = x.shape[-1]
    OL = (L + 2 * padding - kernel_size) / stride + 1
    while True:
        try:
            y = torch.empty(x.shape[:-1] + (OL,), dtype=x.dtype, device=x.device)
            pool_kernel[(x.numel() // L,)](x, y, L, OL, kernel_size, stride, padding, BLOCK=triton.next_power_of_2(int(OL)))
            return y
        except Exception as error:
            print(f"[avg_pool1d] launch failed ({error}), retrying with a smaller block")
