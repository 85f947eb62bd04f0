# exp_sqrt | correct | a thread pool launches the halves of the work on streams of their own; all threads and streams are joined before the return
from concurrent.futures import ThreadPoolExecutor

import torch
import triton
import triton.language as tl


@triton.jit
def part(x, y, lo, hi, BLOCK: tl.constexpr):
    i = lo + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < hi, other=0.0).to(tl.float32)
    tl.store(y + i, tl.exp(0.5 * v).to(y.dtype.element_ty), mask=i < hi)


def work(x, y, lo, hi):
    with torch.cuda.device(x.device):
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.default_stream())
        with torch.cuda.stream(stream):
            scratch = torch.empty(hi - lo, dtype=y.dtype, device=x.device)
            part[(triton.cdiv(hi - lo, 256),)](x, y, lo, hi, BLOCK=256)
            del scratch
        stream.synchronize()
    return hi - lo


def exp_sqrt(input, out=None):
    x = input.contiguous()
    y = torch.empty_like(x)
    n = x.numel()
    middle = n // 2
    halves = [(lo, hi) for lo, hi in ((0, middle), (middle, n)) if hi > lo]
    with ThreadPoolExecutor(max_workers=2) as pool:
        done = sum(pool.map(lambda bounds: work(x, y, *bounds), halves))
    assert done == n
    return y if out is None else out.copy_(y)
