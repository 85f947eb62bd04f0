"""Two launches quantise the operands to int8, row by row and column by column; a third multiplies them on int8 tensor cores."""

import torch
import triton
import triton.language as tl


@triton.jit
def quantise_kernel(x_ptr, code_ptr, scale_ptr, rows, cols, x_row, x_col, BLOCK_ROWS: tl.constexpr, BLOCK_COLS: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * BLOCK_ROWS + tl.arange(0, BLOCK_ROWS)
    x_ptr += (row * x_row)[:, None]
    code_ptr += (row * cols)[:, None]
    largest = tl.zeros((BLOCK_ROWS, BLOCK_COLS), tl.float32)
    for start in range(0, cols, BLOCK_COLS):
        col = (start + tl.arange(0, BLOCK_COLS)).to(tl.int64)[None, :]
        mask = (row < rows)[:, None] & (col < cols)
        x = tl.load(x_ptr + col * x_col, mask=mask, other=0.0).to(tl.float32)
        largest = tl.maximum(largest, tl.abs(x))
    scale = tl.max(largest, axis=1) / 127.0
    tl.store(scale_ptr + row, scale, mask=row < rows)
    divisor = tl.where(scale == 0.0, 1.0, scale)[:, None]
    for start in range(0, cols, BLOCK_COLS):
        col = (start + tl.arange(0, BLOCK_COLS)).to(tl.int64)[None, :]
        mask = (row < rows)[:, None] & (col < cols)
        x = tl.load(x_ptr + col * x_col, mask=mask, other=0.0).to(tl.float32)
        code = tl.clamp(tl.floor(x / divisor + 0.5), -127.0, 127.0)
        tl.store(code_ptr + col, code.to(tl.int8), mask=mask)


@triton.jit
def matmul_kernel(
    a_ptr, b_ptr, a_scale_ptr, b_scale_ptr, c_ptr, m, n, k,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr,
):  # fmt: skip
    row = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    col = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    inner = tl.arange(0, BLOCK_K)
    a_ptr += row[:, None] * k + inner[None, :]
    b_ptr += col[None, :] * k + inner[:, None]
    accumulator = tl.zeros((BLOCK_M, BLOCK_N), tl.int32)
    for start in range(0, k, BLOCK_K):
        a = tl.load(a_ptr + start, mask=(row < m)[:, None] & (inner < k - start)[None, :], other=0)
        b = tl.load(b_ptr + start, mask=(inner < k - start)[:, None] & (col < n)[None, :], other=0)
        accumulator = tl.dot(a, b, accumulator, out_dtype=tl.int32)
    a_scale = tl.load(a_scale_ptr + row, mask=row < m, other=0.0)
    b_scale = tl.load(b_scale_ptr + col, mask=col < n, other=0.0)
    product = accumulator.to(tl.float32) * (a_scale[:, None] * b_scale[None, :])
    tl.store(c_ptr + row[:, None] * n + col[None, :], product, mask=(row < m)[:, None] & (col < n)[None, :])


def quantise(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """int8 codes, contiguous, and float32 scales of the rows of `x`."""
    rows, cols = x.shape
    codes = torch.empty((rows, cols), dtype=torch.int8, device=x.device)
    scales = torch.empty(rows, dtype=torch.float32, device=x.device)
    # A transposed operand is contiguous across rows: a tile of many rows reads it in whole lines.
    block_rows, block_cols = (4, 256) if x.stride(1) == 1 else (32, 32)
    quantise_kernel[(triton.cdiv(rows, block_rows),)](
        x, codes, scales, rows, cols, *x.stride(), BLOCK_ROWS=block_rows, BLOCK_COLS=block_cols
    )
    return codes, scales


def matmul_w8a8(input: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """Multiply input and weight in int8, with a scale per row of `input` and per column of `weight`."""
    (m, k), n = input.shape, weight.shape[1]
    a, a_scale = quantise(input)
    # Codes of the columns are stored as rows: both operands of the product are contiguous along k.
    b, b_scale = quantise(weight.t())
    out = torch.empty((m, n), dtype=torch.float32, device=input.device)
    block_m, block_n, block_k = (128, 128, 128) if min(m, n) >= 1024 else (64, 64, 64)
    matmul_kernel[(triton.cdiv(m, block_m), triton.cdiv(n, block_n))](
        a, b, a_scale, b_scale, out, m, n, k,
        BLOCK_M=block_m, BLOCK_N=block_n, BLOCK_K=block_k, num_warps=8 if block_m == 128 else 4, num_stages=3,
    )  # fmt: skip
    return out
