# softmax | correct | tl.reduce with an online-softmax combine over (maximum, sum) pairs
import torch
import triton
import triton.language as tl


@triton.jit
def merge(m_a, s_a, m_b, s_b):
    m = tl.where((m_a > m_b) | (m_a != m_a), m_a, m_b)
    a = tl.where(m_a == m, 1.0, tl.exp(m_a - m))
    b = tl.where(m_b == m, 1.0, tl.exp(m_b - m))
    return m, s_a * a + s_b * b


@triton.jit
def online(x, y, n, inner, so, sn, si, ACC: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    x += row // inner * so + row % inner * si
    y += row // inner * n * inner + row % inner
    m = tl.full((), float("-inf"), ACC)
    s = tl.zeros((), ACC)
    for start in range(0, n, BLOCK):
        i = start + tl.arange(0, BLOCK)
        v = tl.load(x + i.to(tl.int64) * sn, mask=i < n, other=float("-inf")).to(ACC)
        one = tl.where(v == float("inf"), float("nan"), 1.0).to(ACC)  # exp(inf - inf)
        tile_m, tile_s = tl.reduce((v, tl.where(i < n, one, 0.0)), 0, merge)
        m, s = merge(m, s, tile_m, tile_s)
    for start in range(0, n, BLOCK):
        i = start + tl.arange(0, BLOCK)
        v = tl.load(x + i.to(tl.int64) * sn, mask=i < n, other=float("-inf")).to(ACC)
        tl.store(y + i.to(tl.int64) * inner, (tl.exp(v - m) / s).to(y.dtype.element_ty), mask=i < n)


def softmax(input, dim, dtype=None):
    y = torch.empty(input.shape, dtype=dtype if dtype is not None else input.dtype, device=input.device)
    dim = dim % input.ndim
    n, inner = input.shape[dim], input.shape[dim + 1 :].numel()
    x = input.reshape(-1, n, inner)
    acc = tl.float64 if y.dtype == torch.float64 else tl.float32
    online[(x.shape[0] * inner,)](x, y, n, inner, *x.stride(), ACC=acc, BLOCK=min(1024, triton.next_power_of_2(n)))
    return y
