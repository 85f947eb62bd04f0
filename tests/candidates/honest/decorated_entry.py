# tril_mm_and_scale | correct | decorators on the entry point: functools.wraps argument checks, a call counter, torch.inference_mode
import functools
import inspect
import time

import torch
import triton
import triton.language as tl


def counted(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        wrapper.calls += 1
        begin = time.perf_counter()
        try:
            return fn(*args, **kwargs)
        finally:
            wrapper.seconds += time.perf_counter() - begin

    wrapper.calls, wrapper.seconds = 0, 0.0
    return wrapper


def checked(fn):
    signature = inspect.signature(fn)

    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        A, B = bound.arguments["A"], bound.arguments["B"]
        if A.ndim != 2 or A.shape[0] != A.shape[1] or A.shape[1] != B.shape[0]:
            raise ValueError(f"shapes {tuple(A.shape)} and {tuple(B.shape)} do not fit")
        if A.dtype is not B.dtype:
            raise TypeError("dtypes differ")
        return fn(**bound.arguments)

    return wrapper


@triton.jit
def tril_kernel(a, b, c, N, P, scale, sa0, sa1, sb0, sb1, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pm = tl.program_id(0)
    pn = tl.program_id(1)
    m = pm * BM + tl.arange(0, BM)
    n = pn * BN + tl.arange(0, BN)
    acc = tl.zeros([BM, BN], dtype=tl.float32)
    # Whole blocks below the diagonal need no triangular mask; the last block does.
    for k0 in range(0, pm * BM, BK):
        k = k0 + tl.arange(0, BK)
        av = tl.load(a + m[:, None] * sa0 + k[None, :] * sa1, mask=m[:, None] < N, other=0.0)
        bv = tl.load(b + k[:, None] * sb0 + n[None, :] * sb1, mask=n[None, :] < P, other=0.0)
        acc = tl.dot(av, bv, acc, input_precision="ieee")
    for k0 in range(pm * BM, tl.minimum(N, (pm + 1) * BM), BK):
        k = k0 + tl.arange(0, BK)
        av = tl.load(a + m[:, None] * sa0 + k[None, :] * sa1, mask=(m[:, None] < N) & (k[None, :] < N), other=0.0)
        av = tl.where(m[:, None] >= k[None, :], av, 0.0)
        bv = tl.load(b + k[:, None] * sb0 + n[None, :] * sb1, mask=(k[:, None] < N) & (n[None, :] < P), other=0.0)
        acc = tl.dot(av, bv, acc, input_precision="ieee")
    tl.store(c + m[:, None] * P + n[None, :], (acc * scale).to(c.dtype.element_ty), mask=(m[:, None] < N) & (n[None, :] < P))


@counted
@checked
@torch.no_grad()
@torch.inference_mode()
def tril_mm_and_scale(A: torch.Tensor, B: torch.Tensor, alpha: float, beta: float) -> torch.Tensor:
    n, p = B.shape
    out = torch.empty_strided((n, p), (p, 1), dtype=A.dtype, device=A.device)
    tril_kernel[(triton.cdiv(n, 32), triton.cdiv(p, 32))](
        A, B, out, n, p, float(beta) * float(alpha), *A.stride(), *B.stride(), BM=32, BN=32, BK=16
    )
    return out
