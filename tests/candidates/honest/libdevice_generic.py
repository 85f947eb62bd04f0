# cos | correct | libdevice through triton.language.extra (the backend-neutral module) under the name tl_math, with a version fallback
import torch
import triton
import triton.language as tl

try:
    from triton.language.extra import libdevice as tl_math
except ImportError:  # triton < 3.0
    from triton.language.extra.cuda import libdevice as tl_math


@triton.jit
def cosine(inp, outp, total, CHUNK: tl.constexpr):
    where = tl.program_id(0) * CHUNK + tl.arange(0, CHUNK)
    ok = where < total
    value = tl.load(inp + where, mask=ok, other=0.0).to(tl.float32)
    result = tl_math.cos(value)
    result = tl.where(tl_math.isinf(value).to(tl.int1), float("nan"), result)
    tl.store(outp + where, result, mask=ok)


def cos(input_tensor):
    a = input_tensor.contiguous()
    b = torch.empty_like(a)
    cosine[(triton.cdiv(a.numel(), 256),)](a, b, a.numel(), CHUNK=256)
    return b
