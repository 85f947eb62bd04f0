# matmul_w8a8 | correct | tl.max(return_indices=True), a custom argmax combine, rint from libdevice, one kernel quantises both operands by a flag
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def larger(a, i, b, j):
    keep = (a > b) | ((a == b) & (i < j))
    return tl.where(keep, a, b), tl.where(keep, i, j)


@triton.jit
def quantise(x, q, scale, where, n, s_row, s_col, CUSTOM: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    i = tl.arange(0, BLOCK)
    v = tl.load(x + row * s_row + i.to(tl.int64) * s_col, mask=i < n, other=0.0).to(tl.float32)
    if CUSTOM:
        top, at = tl.reduce((tl.abs(v), i), 0, larger)
    else:
        top, at = tl.max(tl.abs(v), axis=0, return_indices=True)
    s = top / 127.0
    code = libdevice.rint(v / tl.where(s > 0, s, 1.0))
    code = tl.clamp(code, -127.0, 127.0)
    tl.store(q + row * n + i, code.to(tl.int8), mask=i < n)
    tl.store(scale + row, s)
    tl.store(where + row, at)


@triton.jit
def int8_mm(a, b, sa, sb, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), tl.int32)
    for k0 in range(0, K, BK):
        k = k0 + tl.arange(0, BK)
        x = tl.load(a + m[:, None] * K + k[None, :], mask=(m[:, None] < M) & (k[None, :] < K), other=0)
        y = tl.load(b + n[:, None] * K + k[None, :], mask=(n[:, None] < N) & (k[None, :] < K), other=0)
        acc = tl.dot(x, y.T, acc, out_dtype=tl.int32)
    value = acc.to(tl.float32)
    value *= tl.load(sa + m, mask=m < M, other=0.0)[:, None]
    value *= tl.load(sb + n, mask=n < N, other=0.0)[None, :]
    tl.store(c + m[:, None] * N + n[None, :], value, mask=(m[:, None] < M) & (n[None, :] < N))


def matmul_w8a8(input, weight):
    M, K = input.shape
    N = weight.shape[1]
    codes, scales = [], []
    for x, custom in ((input, True), (weight.t(), False)):
        rows = x.shape[0]
        q = torch.empty((rows, K), dtype=torch.int8, device=x.device)
        s = torch.empty(rows, dtype=torch.float32, device=x.device)
        at = torch.empty(rows, dtype=torch.int32, device=x.device)
        quantise[(rows,)](x, q, s, at, K, *x.stride(), CUSTOM=custom, BLOCK=triton.next_power_of_2(K))
        codes.append(q)
        scales.append(s)
    c = torch.empty((M, N), dtype=torch.float32, device=input.device)
    int8_mm[(triton.cdiv(M, 32), triton.cdiv(N, 32))](*codes, *scales, c, M, N, K, BM=32, BN=32, BK=32)
    return c
