"""Five sums of one pass give everything: both p-norms, both 2-norms and the dot product; normalising divides sums, not elements."""

import math

import torch
import triton
import triton.language as tl


@triton.jit
def norm_terms(magnitude, p, ORDER: tl.constexpr):
    if ORDER == "one":
        terms = magnitude
    elif ORDER == "two":
        terms = magnitude * magnitude
    else:
        terms = tl.where(magnitude == 0.0, 0.0, tl.exp2(p * tl.log2(magnitude)))
    return terms


@triton.jit
def norm_of(terms, p, ORDER: tl.constexpr):
    if ORDER == "infinity":
        norm = tl.max(terms, axis=1)
    else:
        norm = tl.sum(terms, axis=1)
        if ORDER == "two":
            norm = tl.sqrt(norm)
        elif ORDER == "other":
            norm = tl.where(norm == 0.0, 0.0, tl.exp2(tl.log2(norm) / p))
    return norm


@triton.jit
def similarity_kernel(
    x1_ptr, x2_ptr, out_ptr, slices, n, inner, x1_outer, x1_n, x1_inner, x2_outer, x2_n, x2_inner,
    p, eps_norm, eps_similarity, ORDER: tl.constexpr, BLOCK_SLICES: tl.constexpr, BLOCK_N: tl.constexpr,
):  # fmt: skip
    slice_index = tl.program_id(0).to(tl.int64) * BLOCK_SLICES + tl.arange(0, BLOCK_SLICES)
    slice_mask = slice_index < slices
    x1_ptr += (slice_index // inner * x1_outer + slice_index % inner * x1_inner)[:, None]
    x2_ptr += (slice_index // inner * x2_outer + slice_index % inner * x2_inner)[:, None]
    dot = tl.zeros((BLOCK_SLICES, BLOCK_N), tl.float32)
    square1, square2, terms1, terms2 = dot, dot, dot, dot
    for start in range(0, n, BLOCK_N):
        index = (start + tl.arange(0, BLOCK_N)).to(tl.int64)[None, :]
        mask = slice_mask[:, None] & (index < n)
        x1 = tl.load(x1_ptr + index * x1_n, mask=mask, other=0.0).to(tl.float32)
        x2 = tl.load(x2_ptr + index * x2_n, mask=mask, other=0.0).to(tl.float32)
        dot += x1 * x2
        square1 += x1 * x1
        square2 += x2 * x2
        if ORDER == "infinity":
            terms1 = tl.maximum(terms1, tl.abs(x1))
            terms2 = tl.maximum(terms2, tl.abs(x2))
        else:
            terms1 += norm_terms(tl.abs(x1), p, ORDER)
            terms2 += norm_terms(tl.abs(x2), p, ORDER)
    scale1 = tl.maximum(norm_of(terms1, p, ORDER), eps_norm)
    scale2 = tl.maximum(norm_of(terms2, p, ORDER), eps_norm)
    length1 = tl.maximum(tl.sqrt(tl.sum(square1, axis=1)) / scale1, eps_similarity)
    length2 = tl.maximum(tl.sqrt(tl.sum(square2, axis=1)) / scale2, eps_similarity)
    # `maximum` may drop a NaN, the dot product keeps it.
    similarity = tl.sum(dot, axis=1) / scale1 / scale2 / (length1 * length2)
    tl.store(out_ptr + slice_index, similarity.to(out_ptr.dtype.element_ty), mask=slice_mask)


def normalized_cosine_similarity(
    x1: torch.Tensor, x2: torch.Tensor, dim: int = 1, eps_similarity: float = 1e-8, p_norm: float = 2, eps_norm: float = 1e-12
) -> torch.Tensor:
    """Cosine similarity along `dim` of the p-normalised inputs."""
    x1, x2 = torch.broadcast_tensors(x1, x2)
    dim %= x1.dim()
    n, inner = x1.shape[dim], x1.shape[dim + 1 :].numel()
    out = torch.empty(x1.shape[:dim] + x1.shape[dim + 1 :], dtype=x1.dtype, device=x1.device)
    x1, x2 = x1.reshape(-1, n, inner), x2.reshape(-1, n, inner)
    order = {1: "one", 2: "two", math.inf: "infinity"}.get(p_norm, "other")
    # Neighbouring slices lie side by side in memory when `dim` is not the last dimension: then a tile is wide in slices.
    block_slices, block_n = (4, min(512, triton.next_power_of_2(n))) if x1.stride(1) == 1 else (32, 32)
    similarity_kernel[(triton.cdiv(out.numel(), block_slices),)](
        x1, x2, out, out.numel(), n, inner, *x1.stride(), *x2.stride(), float(p_norm), float(eps_norm), float(eps_similarity),
        ORDER=order, BLOCK_SLICES=block_slices, BLOCK_N=block_n,
    )  # fmt: skip
    return out
