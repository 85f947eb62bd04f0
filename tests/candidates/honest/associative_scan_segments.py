# fused_repeat_interleave_log_softmax | correct | a scan with a custom combine gives offsets; outputs find their source by binary search
import torch
import triton
import triton.language as tl


@triton.jit
def add(a, b):
    return a + b


@triton.jit
def offsets_kernel(counts, ends, n, BLOCK: tl.constexpr):
    """Inclusive prefix sums of the counts, one program walking along."""
    carry = tl.zeros((), tl.int64)
    for start in range(0, n, BLOCK):
        i = start + tl.arange(0, BLOCK)
        c = tl.load(counts + i, mask=i < n, other=0)
        s = tl.associative_scan(c, 0, add) + carry
        tl.store(ends + i, s, mask=i < n)
        carry += tl.sum(c, axis=0)


@triton.jit
def even_offsets_kernel(ends, n, each, BLOCK: tl.constexpr):
    i = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    tl.store(ends + i, (i + 1) * each, mask=i < n)


@triton.jit(do_not_specialize=["n", "inner", "so", "sn", "si"])
def lse_kernel(x, ends, lse, n, inner, so, sn, si, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    x += row // inner * so + row % inner * si
    m = tl.full((BLOCK,), float("-inf"), tl.float32)
    for start in range(0, n, BLOCK):
        i = start + tl.arange(0, BLOCK)
        hi = tl.load(ends + i, mask=i < n, other=0)
        lo = tl.load(ends + i - 1, mask=(i > 0) & (i < n), other=0)
        v = tl.load(x + i.to(tl.int64) * sn, mask=(i < n) & (hi > lo), other=float("-inf")).to(tl.float32)
        m = tl.maximum(m, v)
    top = tl.max(m, axis=0)
    total = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, n, BLOCK):
        i = start + tl.arange(0, BLOCK)
        hi = tl.load(ends + i, mask=i < n, other=0)
        lo = tl.load(ends + i - 1, mask=(i > 0) & (i < n), other=0)
        v = tl.load(x + i.to(tl.int64) * sn, mask=(i < n) & (hi > lo), other=float("-inf")).to(tl.float32)
        total += tl.where(hi > lo, tl.exp(v - top), 0.0) * (hi - lo).to(tl.float32)
    tl.store(lse + row * 2, top)
    tl.store(lse + row * 2 + 1, tl.log(tl.sum(total, axis=0)))


@triton.jit(do_not_specialize=["n", "length", "inner", "steps", "so", "sn", "si"])
def expand_kernel(x, ends, lse, y, n, length, inner, steps, so, sn, si, BLOCK: tl.constexpr):
    row = tl.program_id(1).to(tl.int64)
    j = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    lo = tl.zeros([BLOCK], tl.int64)
    hi = tl.zeros([BLOCK], tl.int64) + (n - 1)
    for _ in range(steps):
        mid = (lo + hi) // 2
        past = tl.load(ends + mid) > j
        hi = tl.where(past, mid, hi)
        lo = tl.where(past, lo, tl.minimum(mid + 1, n - 1))
    v = tl.load(x + row // inner * so + row % inner * si + lo * sn, mask=j < length, other=0.0).to(tl.float32)
    v = (v - tl.load(lse + row * 2)) - tl.load(lse + row * 2 + 1)
    tl.store(y + row // inner * length * inner + j * inner + row % inner, v.to(y.dtype.element_ty), mask=j < length)


def fused_repeat_interleave_log_softmax(input, repeats, dim=None, *, output_size=None, dtype=None, out=None):
    if dim is None:
        input, dim = input.reshape(-1), 0
    dim %= input.dim()
    n, inner = input.shape[dim], input.shape[dim + 1 :].numel()
    x = input.reshape(-1, n, inner)
    ends = torch.empty(n, dtype=torch.int64, device=input.device)
    if isinstance(repeats, int):
        even_offsets_kernel[(triton.cdiv(n, 256),)](ends, n, repeats, BLOCK=256)
        length = n * repeats
    else:
        offsets_kernel[(1,)](repeats.contiguous(), ends, n, BLOCK=256)
        length = output_size if output_size is not None else int(ends[-1])
    shape = (*input.shape[:dim], length, *input.shape[dim + 1 :])
    y = torch.empty(shape, dtype=dtype or input.dtype, device=input.device)
    rows = x.shape[0] * inner
    lse = torch.empty((rows, 2), dtype=torch.float32, device=input.device)
    lse_kernel[(rows,)](x, ends, lse, n, inner, *x.stride(), BLOCK=512)
    expand_kernel[(triton.cdiv(length, 256), rows)](
        x, ends, lse, y, n, length, inner, max(1, (n - 1).bit_length() + 1), *x.stride(), BLOCK=256
    )
    return y if out is None else out.copy_(y)
