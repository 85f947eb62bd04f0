# normalized_cosine_similarity | correct | torch.autograd.Function whose forward launches the kernel (and saves for a backward that is never run)
import math

import torch
import triton
import triton.language as tl


@triton.jit
def _row_norm(x, p, KIND: tl.constexpr):
    """p-norm of a row that is held in registers; zeros in padded lanes change nothing."""
    a = tl.abs(x)
    if KIND == 0:  # infinity
        return tl.max(a, axis=0)
    elif KIND == 1:
        return tl.sum(a, axis=0)
    elif KIND == 2:
        return tl.sqrt(tl.sum(a * a, axis=0))
    else:
        big = tl.max(a, axis=0)
        safe = tl.where(big > 0.0, big, 1.0)
        q = a / safe
        s = tl.sum(tl.where(q > 0.0, tl.exp2(p * tl.log2(q)), 0.0), axis=0)
        return tl.where(big > 0.0, safe * tl.exp2(tl.log2(s) / p), big)


@triton.jit
def _forward(x1, x2, out, n, inner, a0, a1, a2, b0, b1, b2, p, eps_n, eps_s, KIND: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    k = tl.arange(0, BLOCK).to(tl.int64)
    keep = k < n
    u = tl.load(x1 + (row // inner) * a0 + k * a1 + (row % inner) * a2, mask=keep, other=0.0).to(tl.float32)
    v = tl.load(x2 + (row // inner) * b0 + k * b1 + (row % inner) * b2, mask=keep, other=0.0).to(tl.float32)
    u = u / tl.maximum(_row_norm(u, p, KIND), eps_n)
    v = v / tl.maximum(_row_norm(v, p, KIND), eps_n)
    lu = tl.maximum(tl.sqrt(tl.sum(u * u, axis=0)), eps_s)
    lv = tl.maximum(tl.sqrt(tl.sum(v * v, axis=0)), eps_s)
    dot = tl.sum(u * v, axis=0)
    tl.store(out + row, (dot / (lu * lv)).to(out.dtype.element_ty))


class NormalizedCosine(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x1, x2, dim, eps_similarity, p_norm, eps_norm):
        ctx.save_for_backward(x1, x2)
        ctx.options = (dim, eps_similarity, p_norm, eps_norm)
        x1, x2 = torch.broadcast_tensors(x1, x2)
        dim = dim % x1.dim()
        n = x1.shape[dim]
        inner = 1
        for s in x1.shape[dim + 1 :]:
            inner *= s
        out = torch.empty([s for d, s in enumerate(x1.shape) if d != dim], dtype=x1.dtype, device=x1.device)
        a, b = x1.reshape(-1, n, inner), x2.reshape(-1, n, inner)
        kind = 0 if math.isinf(p_norm) else {1: 1, 2: 2}.get(p_norm, 3)
        p = 1.0 if math.isinf(p_norm) else float(p_norm)
        _forward[(out.numel(),)](
            a, b, out, n, inner, *a.stride(), *b.stride(), p, float(eps_norm), float(eps_similarity),
            KIND=kind, BLOCK=triton.next_power_of_2(n), num_warps=4,
        )
        return out

    @staticmethod
    def backward(ctx, grad):
        raise NotImplementedError("inference only")


def normalized_cosine_similarity(x1, x2, dim=1, eps_similarity=1e-8, p_norm=2, eps_norm=1e-12):
    return NormalizedCosine.apply(x1, x2, dim, eps_similarity, p_norm, eps_norm)
