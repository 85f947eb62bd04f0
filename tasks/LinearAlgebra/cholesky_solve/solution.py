"""Two triangular substitutions, each by blocks of rows: earlier blocks enter as matrix products, the diagonal block row by row.

Substitution with the transposed factor is forward substitution with rows and columns in reverse order, so one kernel with signed
strides serves both.
"""

import torch
import triton
import triton.language as tl


@triton.jit
def substitute_kernel(
    rhs_ptr, factor_ptr, x_ptr, n, columns,
    rhs_batch, rhs_first, rhs_row, rhs_column,
    factor_batch, factor_first, factor_row, factor_column,
    x_batch, x_first, x_row, x_column,
    BLOCK: tl.constexpr, BLOCK_COLUMNS: tl.constexpr,
):  # fmt: skip
    system = tl.program_id(0).to(tl.int64)
    column = tl.program_id(1) * BLOCK_COLUMNS + tl.arange(0, BLOCK_COLUMNS)
    rhs = rhs_ptr + system * rhs_batch + rhs_first + column[None, :] * rhs_column
    factor = factor_ptr + system * factor_batch + factor_first
    solved = x_ptr + system * x_batch + x_first + column[None, :] * x_column
    in_columns = (column < columns)[None, :]
    for first in range(0, n, BLOCK):
        row = first + tl.arange(0, BLOCK)
        inside = (row < n)[:, None] & in_columns
        x = tl.load(rhs + row[:, None] * rhs_row, mask=inside, other=0.0)
        for start in range(0, first, BLOCK):
            earlier = start + tl.arange(0, BLOCK)
            block = tl.load(factor + row[:, None] * factor_row + earlier[None, :] * factor_column, mask=(row < n)[:, None], other=0.0)
            known = tl.load(solved + earlier[:, None] * x_row, mask=in_columns, other=0.0)
            x -= tl.dot(block, known, input_precision="ieee")
        for i in range(first, tl.minimum(first + BLOCK, n)):
            below = tl.load(factor + row * factor_row + i * factor_column, mask=(row > i) & (row < n), other=0.0)
            this = (row == i)[:, None]
            value = tl.sum(tl.where(this, x, 0.0), 0) / tl.load(factor + i * (factor_row + factor_column))
            x = tl.where(this, value[None, :], x - below[:, None] * value[None, :])
        tl.store(solved + row[:, None] * x_row, x, mask=inside)
        # The next blocks read these rows from other threads.
        tl.debug_barrier()


def cholesky_solve(B: torch.Tensor, L: torch.Tensor, upper: bool = False, out: torch.Tensor | None = None) -> torch.Tensor:
    """X with A X = B, where A = L L^T, or L^T L if `upper`; into `out` when it is given."""
    n, columns = B.shape[-2:]
    direct = out is not None and out.is_contiguous()
    result = out if direct else torch.empty(B.shape, dtype=B.dtype, device=B.device)
    rhs, factor, x = B.reshape(-1, n, columns), (L.mT if upper else L).reshape(-1, n, n), result.view(-1, n, columns)
    rhs_batch, rhs_row, rhs_column = rhs.stride()
    batch, row, column = factor.stride()
    x_batch, x_row, x_column = x.stride()
    block_columns = 16
    grid = (rhs.shape[0], triton.cdiv(columns, block_columns))
    substitute_kernel[grid](
        rhs, factor, x, n, columns, rhs_batch, 0, rhs_row, rhs_column, batch, 0, row, column, x_batch, 0, x_row, x_column,
        BLOCK=16, BLOCK_COLUMNS=block_columns,
    )  # fmt: skip
    last, x_last = (n - 1) * (row + column), (n - 1) * x_row
    substitute_kernel[grid](
        x, factor, x, n, columns, x_batch, x_last, -x_row, x_column, batch, last, -column, -row, x_batch, x_last, -x_row, x_column,
        BLOCK=16, BLOCK_COLUMNS=block_columns,
    )  # fmt: skip
    return result if out is None or direct else out.copy_(result)
