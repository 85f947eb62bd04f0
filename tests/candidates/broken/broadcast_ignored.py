# normalized_cosine_similarity | wrong_value | reads row i of both inputs although x2 may have a single row
import torch
import triton
import triton.language as tl


@triton.jit
def ncs_kernel(x1_ptr, x2_ptr, out_ptr, n, eps_sim, p, eps_norm, IS_INF: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    mask = cols < n
    a = tl.load(x1_ptr + row * n + cols, mask=mask, other=0.0).to(tl.float32)
    b = tl.load(x2_ptr + row * n + cols, mask=mask, other=0.0).to(tl.float32)
    if IS_INF:
        na = tl.max(tl.abs(a), axis=0)
        nb = tl.max(tl.abs(b), axis=0)
    else:
        # |x|^p through exp2 / log2; log2(0) = -inf gives 0
        na = tl.exp2(tl.log2(tl.sum(tl.exp2(p * tl.log2(tl.abs(a))), axis=0)) / p)
        nb = tl.exp2(tl.log2(tl.sum(tl.exp2(p * tl.log2(tl.abs(b))), axis=0)) / p)
    a = a / tl.maximum(na, eps_norm)
    b = b / tl.maximum(nb, eps_norm)
    dot = tl.sum(a * b, axis=0)
    la = tl.maximum(tl.sqrt(tl.sum(a * a, axis=0)), eps_sim)
    lb = tl.maximum(tl.sqrt(tl.sum(b * b, axis=0)), eps_sim)
    tl.store(out_ptr + row, dot / (la * lb))


def normalized_cosine_similarity(x1, x2, dim=1, eps_similarity=1e-8, p_norm=2, eps_norm=1e-12):
    a = x1.movedim(dim, -1).contiguous()
    b = x2.movedim(dim, -1).contiguous()
    n = a.shape[-1]
    rows = a.numel() // n
    out = torch.empty(a.shape[:-1], device=x1.device, dtype=x1.dtype)
    is_inf = p_norm == float("inf")
    ncs_kernel[(rows,)](a, b, out, n, eps_similarity, 2.0 if is_inf else float(p_norm), eps_norm, IS_INF=is_inf, BLOCK=triton.next_power_of_2(n))
    return out
