# matmul_w8a8 | correct | largest magnitudes by integer atomic_max on the bits of non-negative floats; int8 dots in one fused kernel
import torch
import triton
import triton.language as tl


@triton.jit
def largest(x, amax, rows, cols, s0, s1, B0: tl.constexpr, B1: tl.constexpr):
    r = tl.program_id(0) * B0 + tl.arange(0, B0)
    c = tl.program_id(1) * B1 + tl.arange(0, B1)
    inside = (r[:, None] < rows) & (c[None, :] < cols)
    v = tl.load(x + r[:, None].to(tl.int64) * s0 + c[None, :].to(tl.int64) * s1, mask=inside, other=0.0).to(tl.float32)
    # The order of non-negative floats is the order of their bits.
    bits = tl.max(tl.abs(v), axis=1).to(tl.int32, bitcast=True)
    tl.atomic_max(amax + r, bits, mask=r < rows)


@triton.jit
def codes(v, amax):
    scale = amax / 127.0
    q = v / tl.where(scale > 0.0, scale, 1.0)
    q = tl.where(q >= 0.0, tl.floor(q + 0.5), tl.ceil(q - 0.5))
    return tl.minimum(tl.maximum(q, -127.0), 127.0).to(tl.int8)


@triton.jit
def quantised_mm(a, b, amax_a, amax_b, c, m, n, k, a0, a1, b0, b1, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    i = tl.program_id(0) * BM + tl.arange(0, BM)
    j = tl.program_id(1) * BN + tl.arange(0, BN)
    top_a = tl.load(amax_a + i, mask=i < m, other=0).to(tl.float32, bitcast=True)
    top_b = tl.load(amax_b + j, mask=j < n, other=0).to(tl.float32, bitcast=True)
    acc = tl.zeros((BM, BN), dtype=tl.int32)
    for start in range(0, k, BK):
        t = start + tl.arange(0, BK)
        av = tl.load(a + i[:, None].to(tl.int64) * a0 + t[None, :].to(tl.int64) * a1, mask=(i[:, None] < m) & (t[None, :] < k), other=0.0)
        bv = tl.load(b + t[:, None].to(tl.int64) * b0 + j[None, :].to(tl.int64) * b1, mask=(t[:, None] < k) & (j[None, :] < n), other=0.0)
        acc += tl.dot(codes(av.to(tl.float32), top_a[:, None]), codes(bv.to(tl.float32), top_b[None, :]), out_dtype=tl.int32)
    value = acc.to(tl.float32) * (top_a / 127.0)[:, None] * (top_b / 127.0)[None, :]
    tl.store(c + i[:, None].to(tl.int64) * n + j[None, :], value, mask=(i[:, None] < m) & (j[None, :] < n))


def matmul_w8a8(input: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    m, k = input.shape
    n = weight.shape[1]
    tops = torch.zeros(m + n, dtype=torch.int32, device=input.device)
    top_a, top_b = tops[:m], tops[m:]
    largest[(triton.cdiv(m, 16), triton.cdiv(k, 64))](input, top_a, m, k, input.stride(0), input.stride(1), B0=16, B1=64)
    largest[(triton.cdiv(n, 16), triton.cdiv(k, 64))](weight, top_b, n, k, weight.stride(1), weight.stride(0), B0=16, B1=64)
    result = torch.empty((m, n), dtype=torch.float32, device=input.device)
    quantised_mm[(triton.cdiv(m, 32), triton.cdiv(n, 32))](
        input, weight, top_a, top_b, result, m, n, k, *input.stride(), *weight.stride(), BM=32, BN=32, BK=64
    )
    return result
