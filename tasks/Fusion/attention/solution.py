"""Attention with a running softmax: one program per block of queries, keys and values streamed once."""

import torch
import triton
import triton.language as tl

# The first is small enough for every GPU and head_dim, also in float32.
CONFIGS = [
    triton.Config({"BLOCK_Q": 32, "BLOCK_K": 32}, num_warps=4, num_stages=2),
    triton.Config({"BLOCK_Q": 64, "BLOCK_K": 32}, num_warps=4, num_stages=2),
    triton.Config({"BLOCK_Q": 64, "BLOCK_K": 64}, num_warps=4, num_stages=3),
    triton.Config({"BLOCK_Q": 128, "BLOCK_K": 64}, num_warps=8, num_stages=3),
    triton.Config({"BLOCK_Q": 128, "BLOCK_K": 128}, num_warps=8, num_stages=2),
]


@triton.autotune(configs=CONFIGS, key=["queries", "keys", "head_dim", "CAUSAL"])
@triton.jit
def attention_kernel(
    q_ptr, k_ptr, v_ptr, out_ptr, heads, queries, keys, head_dim, scale,
    q_batch, q_head, q_row, q_column,
    k_batch, k_head, k_row, k_column,
    v_batch, v_head, v_row, v_column,
    out_batch, out_head, out_row, out_column,
    CAUSAL: tl.constexpr, BLOCK_D: tl.constexpr, BLOCK_Q: tl.constexpr, BLOCK_K: tl.constexpr,
):  # fmt: skip
    batch = (tl.program_id(1) // heads).to(tl.int64)
    head = (tl.program_id(1) % heads).to(tl.int64)
    query = tl.program_id(0) * BLOCK_Q + tl.arange(0, BLOCK_Q)
    column = tl.arange(0, BLOCK_D)
    q_inside = (query < queries)[:, None] & (column < head_dim)[None, :]
    q_base = q_ptr + batch * q_batch + head * q_head
    q = tl.load(q_base + query[:, None] * q_row + column[None, :] * q_column, mask=q_inside, other=0.0)

    best = tl.full([BLOCK_Q], float("-inf"), tl.float32)
    weight = tl.zeros([BLOCK_Q], tl.float32)
    total = tl.zeros([BLOCK_Q, BLOCK_D], tl.float32)
    last = tl.minimum(keys, (tl.program_id(0) + 1) * BLOCK_Q) if CAUSAL else keys
    for start in range(0, last, BLOCK_K):
        key = start + tl.arange(0, BLOCK_K)
        inside = (key < keys)[:, None] & (column < head_dim)[None, :]
        k_base = k_ptr + batch * k_batch + head * k_head
        k = tl.load(k_base + key[:, None] * k_row + column[None, :] * k_column, mask=inside, other=0.0)
        v_base = v_ptr + batch * v_batch + head * v_head
        v = tl.load(v_base + key[:, None] * v_row + column[None, :] * v_column, mask=inside, other=0.0)
        visible = (key < keys)[None, :]
        if CAUSAL:
            visible &= query[:, None] >= key[None, :]
        scores = tl.where(visible, tl.dot(q, tl.trans(k), input_precision="ieee") * scale, float("-inf"))
        # Key 0 is visible to every query, so the maximum is finite from the first block on.
        larger = tl.maximum(best, tl.max(scores, 1))
        shrink = tl.exp(best - larger)
        probability = tl.exp(scores - larger[:, None])
        weight = weight * shrink + tl.sum(probability, 1)
        total = total * shrink[:, None] + tl.dot(probability.to(v.dtype), v, input_precision="ieee")
        best = larger

    out_base = out_ptr + batch * out_batch + head * out_head
    tl.store(out_base + query[:, None] * out_row + column[None, :] * out_column, total / weight[:, None], mask=q_inside)


def attention(
    q: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
    causal: bool = False,
    softmax_scale: float | None = None,
    *,
    out: torch.Tensor | None = None,
) -> torch.Tensor:
    """softmax(softmax_scale * q @ k^T) @ v, into `out` when it is given."""
    batch, heads, queries, head_dim = q.shape
    result = torch.empty(q.shape, dtype=q.dtype, device=q.device) if out is None else out
    scale = head_dim**-0.5 if softmax_scale is None else softmax_scale
    attention_kernel[lambda meta: (triton.cdiv(queries, meta["BLOCK_Q"]), batch * heads)](
        q, k, v, result, heads, queries, k.shape[2], head_dim, scale, *q.stride(), *k.stride(), *v.stride(), *result.stride(),
        CAUSAL=causal, BLOCK_D=max(16, triton.next_power_of_2(head_dim)),
    )  # fmt: skip
    return result
