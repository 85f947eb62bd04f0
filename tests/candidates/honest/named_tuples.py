# fused_cos_signbit | correct | a NamedTuple as result and another as kernel argument; the kernel's return value is ignored; result views of one buffer
from typing import NamedTuple

import torch
import triton
import triton.language as tl


class CosSign(NamedTuple):
    cosine: torch.Tensor
    sign: torch.Tensor


class Span(NamedTuple):
    start: int
    count: int


@triton.jit
def kern(x, out: CosSign, span: Span, BLOCK: tl.constexpr):
    i = span.start + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    ok = i < span.start + span.count
    c = tl.cos(tl.load(x + i, mask=ok, other=0.0).to(tl.float32))
    tl.store(out.cosine + i, c.to(out.cosine.dtype.element_ty), mask=ok)
    tl.store(out.sign + i, c < 0, mask=ok)


def fused_cos_signbit(input) -> CosSign:
    x = input.contiguous()
    n = x.numel()
    result = CosSign(torch.empty_like(x), torch.empty(x.shape, dtype=torch.bool, device=x.device))
    _compiled = kern[(triton.cdiv(n, 512), 1)](x, result, Span(0, n), BLOCK=512)
    return result
