# exp_sqrt | process_limit | starts a Python thread for every chunk of eight elements
import threading

import torch
import triton
import triton.language as tl


@triton.jit
def exp_sqrt_kernel(x_ptr, y_ptr, start, n, BLOCK: tl.constexpr):
    offs = start + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offs, mask=offs < n, other=0.0).to(tl.float32)
    tl.store(y_ptr + offs, tl.exp(0.5 * x), mask=offs < n)


def exp_sqrt(input, out=None):
    x = input.contiguous()
    y = torch.empty_like(x)
    n = x.numel()
    barrier = threading.Barrier(triton.cdiv(n, 8))

    def work(start):
        barrier.wait()  # let all chunks start at the same time
        exp_sqrt_kernel[(1,)](x, y, start, n, BLOCK=8)

    threads = [threading.Thread(target=work, args=(start,)) for start in range(0, n, 8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return y if out is None else out.copy_(y)
