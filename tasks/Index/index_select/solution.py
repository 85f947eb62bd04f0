"""Selection along one dimension: a program copies a tile of slices, and divides once per slice, not once per element."""

import torch
import triton
import triton.language as tl


@triton.jit
def index_select_kernel(
    x_ptr, index_ptr, y_ptr, slices, count, inner, x_outer, x_dim, x_inner, BLOCK_SLICES: tl.constexpr, BLOCK_INNER: tl.constexpr
):
    row = tl.program_id(0).to(tl.int64) * BLOCK_SLICES + tl.arange(0, BLOCK_SLICES)
    column = tl.program_id(1).to(tl.int64) * BLOCK_INNER + tl.arange(0, BLOCK_INNER)
    inside = (row < slices)[:, None] & (column < inner)[None, :]
    selected = tl.load(index_ptr + row % count, mask=row < slices, other=0).to(tl.int64)
    source = (row // count * x_outer + selected * x_dim)[:, None] + column[None, :] * x_inner
    tl.store(y_ptr + row[:, None] * inner + column[None, :], tl.load(x_ptr + source, mask=inside, other=0), mask=inside)


def index_select(input: torch.Tensor, dim: int, index: torch.Tensor) -> torch.Tensor:
    """The slices of `input` along `dim` that `index` names."""
    dim %= input.dim()
    before, after = input.shape[:dim], input.shape[dim + 1 :]
    # A view when the dimensions on either side of `dim` can be merged, which they always can in a matrix.
    x = input.reshape(before.numel(), input.shape[dim], after.numel())
    y = torch.empty((*before, index.numel(), *after), dtype=input.dtype, device=input.device)
    slices, inner = before.numel() * index.numel(), after.numel()
    block_inner = min(1024, triton.next_power_of_2(inner))
    block_slices = 1024 // block_inner
    index_select_kernel[(triton.cdiv(slices, block_slices), triton.cdiv(inner, block_inner))](
        x, index, y, slices, index.numel(), inner, *x.stride(), BLOCK_SLICES=block_slices, BLOCK_INNER=block_inner
    )
    return y
