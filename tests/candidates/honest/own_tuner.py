# tril_mm_and_scale | correct | a home-made tuner: the first call of a dtype and size class times two variants with triton.testing.do_bench and CUDA events and keeps the faster
import torch
import triton
import triton.language as tl


@triton.jit
def k_loop(a, b, c, N, P, f, a0, a1, b0, b1, BM: tl.constexpr, BP: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    p = tl.program_id(1) * BP + tl.arange(0, BP)
    acc = tl.zeros((BM, BP), tl.float32)
    for k0 in range(0, tl.minimum(N, (tl.program_id(0) + 1) * BM), BK):
        k = k0 + tl.arange(0, BK)
        x = tl.load(a + m[:, None] * a0 + k[None, :] * a1, mask=(m[:, None] < N) & (k[None, :] <= m[:, None]), other=0.0)
        y = tl.load(b + k[:, None] * b0 + p[None, :] * b1, mask=(k[:, None] < N) & (p[None, :] < P), other=0.0)
        acc = tl.dot(x, y, acc, input_precision="ieee")
    tl.store(c + m[:, None] * P + p[None, :], (acc * f).to(c.dtype.element_ty), mask=(m[:, None] < N) & (p[None, :] < P))


VARIANTS = ({"BM": 32, "BP": 32, "BK": 32, "num_warps": 4}, {"BM": 16, "BP": 64, "BK": 16, "num_warps": 4})
_BEST: dict = {}


def launch(options, A, B, out, factor):
    n, p = B.shape
    k_loop[(triton.cdiv(n, options["BM"]), triton.cdiv(p, options["BP"]))](A, B, out, n, p, factor, *A.stride(), *B.stride(), **options)


def tune(A, B, factor):
    """Timed on scratch output; the choice changes speed only."""
    scratch = torch.empty(B.shape, dtype=B.dtype, device=B.device)
    times = [triton.testing.do_bench(lambda o=o: launch(o, A, B, scratch, factor), warmup=1, rep=2) for o in VARIANTS]
    start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    start.record()
    launch(VARIANTS[0], A, B, scratch, factor)
    end.record()
    torch.cuda.synchronize()
    assert start.elapsed_time(end) >= 0.0
    return VARIANTS[times.index(min(times))]


def tril_mm_and_scale(A, B, alpha, beta):
    key = (A.dtype, A.device, A.shape[0] >= 1024)
    if key not in _BEST:
        _BEST[key] = tune(A, B, float(alpha * beta))
    out = torch.empty(B.shape, dtype=B.dtype, device=B.device)
    launch(_BEST[key], A, B, out, float(alpha * beta))
    return out
