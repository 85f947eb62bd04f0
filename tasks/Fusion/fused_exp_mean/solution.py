"""Mean of exponentials: each program adds up a tile of rows; long rows are split over programs and combined in a second pass."""

import torch
import triton
import triton.language as tl


@triton.jit
def exp_mean_kernel(x_ptr, part_ptr, rows, columns, span, x_row, x_column, BLOCK_ROWS: tl.constexpr, BLOCK_COLUMNS: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * BLOCK_ROWS + tl.arange(0, BLOCK_ROWS)
    first = tl.program_id(1).to(tl.int64) * span
    total = tl.zeros([BLOCK_ROWS, BLOCK_COLUMNS], tl.float32)
    for start in range(0, span, BLOCK_COLUMNS):
        column = first + start + tl.arange(0, BLOCK_COLUMNS)
        inside = (row < rows)[:, None] & (column < columns)[None, :]
        # exp(-inf) is 0: lanes beyond the end add nothing.
        x = tl.load(x_ptr + row[:, None] * x_row + column[None, :] * x_column, mask=inside, other=float("-inf"))
        total += tl.exp(x.to(tl.float32))
    tl.store(part_ptr + tl.program_id(1) * rows + row, tl.sum(total, 1) / columns, mask=row < rows)


@triton.jit
def combine_kernel(part_ptr, y_ptr, rows, parts, BLOCK_ROWS: tl.constexpr, BLOCK_PARTS: tl.constexpr):
    row = tl.program_id(0) * BLOCK_ROWS + tl.arange(0, BLOCK_ROWS)
    part = tl.arange(0, BLOCK_PARTS)
    inside = (row < rows)[:, None] & (part < parts)[None, :]
    total = tl.sum(tl.load(part_ptr + part[None, :] * rows + row[:, None], mask=inside, other=0.0), 1)
    tl.store(y_ptr + row, total, mask=row < rows)


def as_matrix(x: torch.Tensor, averaged: list[int]) -> torch.Tensor:
    """`x` as (kept elements, averaged elements), a view where strides allow it."""
    kept = [d for d in range(x.dim()) if d not in averaged]
    rows = torch.Size([x.shape[d] for d in kept]).numel()
    return x.permute(kept + averaged).reshape(rows, x.numel() // rows)


def fused_exp_mean(
    input: torch.Tensor,
    dim: int | tuple[int, ...] | None = None,
    keepdim: bool = False,
    dtype: torch.dtype | None = None,
    out: torch.Tensor | None = None,
) -> torch.Tensor:
    """Mean of exp(input) over `dim`, into `out` when it is given."""
    averaged = sorted(d % input.dim() for d in ((dim,) if isinstance(dim, int) else range(input.dim()) if dim is None else dim))
    shape = [1 if d in averaged else size for d, size in enumerate(input.shape) if keepdim or d not in averaged]
    direct = out is not None and out.is_contiguous()
    result = out if direct else torch.empty(shape, dtype=dtype or input.dtype, device=input.device)

    x = as_matrix(input, averaged)
    rows, columns = x.shape
    # Neighbouring lanes should read neighbouring addresses: down the rows when those are contiguous, along them otherwise.
    block_columns = 32 if x.stride(0) == 1 and rows > 1 else min(2048, triton.next_power_of_2(columns))
    block_rows = min(2048 // block_columns, triton.next_power_of_2(rows))
    row_blocks = triton.cdiv(rows, block_rows)
    parts = max(1, min(512 // row_blocks, columns // (4 * block_columns)))
    span = triton.cdiv(triton.cdiv(columns, parts), block_columns) * block_columns
    part = result if parts == 1 else torch.empty((parts, rows), dtype=torch.float32, device=x.device)
    exp_mean_kernel[(row_blocks, parts)](x, part, rows, columns, span, *x.stride(), BLOCK_ROWS=block_rows, BLOCK_COLUMNS=block_columns)
    if parts > 1:
        combine_kernel[(triton.cdiv(rows, 4),)](part, result, rows, parts, BLOCK_ROWS=4, BLOCK_PARTS=triton.next_power_of_2(parts))
    return result if out is None or direct else out.copy_(result)
