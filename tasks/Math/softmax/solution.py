"""Softmax over the middle axis of an (outer, n, inner) view: tiles of n x inner, one read if n fits a tile, else an online pass first."""

import torch
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(
    x_ptr, out_ptr, n, inner, inner_blocks, x_outer, x_n, x_inner,
    COMPUTE: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_INNER: tl.constexpr, ONE_TILE: tl.constexpr,
):  # fmt: skip
    pid = tl.program_id(0)
    outer = (pid // inner_blocks).to(tl.int64)
    column = (pid % inner_blocks) * BLOCK_INNER + tl.arange(0, BLOCK_INNER)
    row = tl.arange(0, BLOCK_N)
    x_ptr += outer * x_outer + column.to(tl.int64)[None, :] * x_inner
    out_ptr += outer * n * inner + column[None, :]
    column_mask = (column < inner)[None, :]
    out_type = out_ptr.dtype.element_ty
    lowest = float("-inf")

    if ONE_TILE:
        mask = (row < n)[:, None] & column_mask
        x = tl.load(x_ptr + row.to(tl.int64)[:, None] * x_n, mask=mask, other=lowest).to(out_type).to(COMPUTE)
        exponential = tl.exp(x - tl.max(x, axis=0)[None, :])
        # Lanes outside `inner` compute -inf - -inf; they are never stored.
        y = exponential / tl.sum(exponential, axis=0)[None, :]
        tl.store(out_ptr + row.to(tl.int64)[:, None] * inner, y.to(out_type), mask=mask)
    else:
        largest = tl.full((BLOCK_N, BLOCK_INNER), lowest, COMPUTE)
        total = tl.zeros((BLOCK_N, BLOCK_INNER), COMPUTE)
        for start in range(0, n, BLOCK_N):
            index = start + row
            mask = (index < n)[:, None] & column_mask
            x = tl.load(x_ptr + index.to(tl.int64)[:, None] * x_n, mask=mask, other=lowest).to(out_type).to(COMPUTE)
            larger = tl.maximum(largest, x)
            # A lane that has seen only -inf would subtract -inf from -inf; any finite value in its place keeps its sum at 0.
            shift = tl.where(larger == lowest, 0.0, larger)
            total = total * tl.exp(largest - shift) + tl.exp(x - shift)
            largest = larger
        maximum = tl.max(largest, axis=0)[None, :]
        denominator = tl.sum(total * tl.exp(largest - maximum), axis=0)[None, :]
        for start in range(0, n, BLOCK_N):
            index = start + row
            mask = (index < n)[:, None] & column_mask
            x = tl.load(x_ptr + index.to(tl.int64)[:, None] * x_n, mask=mask, other=lowest).to(out_type).to(COMPUTE)
            y = tl.exp(x - maximum) / denominator
            tl.store(out_ptr + index.to(tl.int64)[:, None] * inner, y.to(out_type), mask=mask)


def softmax(input: torch.Tensor, dim: int, dtype: torch.dtype | None = None) -> torch.Tensor:
    """Softmax of `input` along `dim`, in `dtype` if given."""
    out = torch.empty(input.shape, dtype=dtype or input.dtype, device=input.device)
    dim %= input.dim()
    n, inner = input.shape[dim], input.shape[dim + 1 :].numel()
    x = input.reshape(-1, n, inner)
    block_inner = min(32, triton.next_power_of_2(inner))
    block_n = min(16384 // block_inner, triton.next_power_of_2(n))
    one_tile = block_n >= n
    if not one_tile:
        block_n = 4096 // block_inner
    inner_blocks = triton.cdiv(inner, block_inner)
    softmax_kernel[(x.shape[0] * inner_blocks,)](
        x, out, n, inner, inner_blocks, *x.stride(),
        COMPUTE=tl.float64 if out.dtype == torch.float64 else tl.float32, BLOCK_N=block_n, BLOCK_INNER=block_inner,
        ONE_TILE=one_tile, num_warps=min(16, max(1, block_n * block_inner // 512)),
    )  # fmt: skip
    return out
