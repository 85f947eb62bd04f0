# logspace | correct | a map from torch dtypes to Triton dtypes; float64 constants travel as hexadecimal-exact tensor; device as string, index or object
import math

import torch
import triton
import triton.language as tl

TL = {
    torch.float16: tl.float16,
    torch.bfloat16: tl.bfloat16,
    torch.float32: tl.float32,
    torch.float64: tl.float64,
}


@triton.jit
def logspace_kernel(out, consts, steps, OUT: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    start = tl.load(consts)
    span = tl.load(consts + 1)
    last = tl.load(consts + 2)
    log2_base = tl.load(consts + 3)
    fraction = i.to(tl.float64) / tl.maximum(steps - 1, 1)
    exponent = tl.where(i == steps - 1, last, start + span * fraction)
    value = tl.exp2(exponent * log2_base)
    tl.store(out + i, value.to(OUT), mask=i < steps)


def logspace(start, end, steps, base=10.0, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    dtype = dtype if dtype is not None else torch.get_default_dtype()
    device = torch.device("cuda" if device is None else device)
    if dtype not in TL:
        raise TypeError(f"{dtype} is not supported; choose from {sorted(map(str, TL))}")
    last = float(end) if steps > 1 else float(start)
    consts = torch.tensor([float(start), float(end) - float(start), last, math.log2(base)], dtype=torch.float64).to(device, non_blocking=True)
    out = torch.empty((steps,), dtype=dtype, device=device)
    logspace_kernel[(triton.cdiv(steps, 256),)](out, consts, steps, OUT=TL[dtype], BLOCK=256)
    if requires_grad:
        out.requires_grad_()
    return out
