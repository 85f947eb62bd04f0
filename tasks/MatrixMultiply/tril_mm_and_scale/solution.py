"""A tiled product that stops at the diagonal: each block of rows needs only the columns up to its own last row."""

import torch
import triton
import triton.language as tl


@triton.jit
def tril_mm_kernel(
    a_ptr, b_ptr, c_ptr, n, p, factor, a_row, a_col, b_row, b_col,
    BLOCK_N: tl.constexpr, BLOCK_P: tl.constexpr, BLOCK_K: tl.constexpr,
):  # fmt: skip
    # The lowest rows have most to multiply: they start first, the short ones fill the gaps at the end.
    row_block = tl.num_programs(0) - 1 - tl.program_id(0)
    rows = (row_block * BLOCK_N + tl.arange(0, BLOCK_N)).to(tl.int64)
    cols = (tl.program_id(1) * BLOCK_P + tl.arange(0, BLOCK_P)).to(tl.int64)
    accumulator = tl.zeros((BLOCK_N, BLOCK_P), tl.float32)
    for start in range(0, tl.minimum(n, (row_block + 1) * BLOCK_N), BLOCK_K):
        inner = (start + tl.arange(0, BLOCK_K)).to(tl.int64)
        a_mask = (rows < n)[:, None] & (inner[None, :] <= rows[:, None])
        a = tl.load(a_ptr + rows[:, None] * a_row + inner[None, :] * a_col, mask=a_mask, other=0.0)
        b_mask = (inner < n)[:, None] & (cols < p)[None, :]
        b = tl.load(b_ptr + inner[:, None] * b_row + cols[None, :] * b_col, mask=b_mask, other=0.0)
        accumulator = tl.dot(a, b, accumulator, input_precision="ieee")
    c_ptr += rows[:, None] * p + cols[None, :]
    tl.store(c_ptr, (factor * accumulator).to(c_ptr.dtype.element_ty), mask=(rows < n)[:, None] & (cols < p)[None, :])


def tril_mm_and_scale(A: torch.Tensor, B: torch.Tensor, alpha: float, beta: float) -> torch.Tensor:
    """Return beta * alpha * tril(A) @ B."""
    n, p = B.shape
    out = torch.empty((n, p), dtype=A.dtype, device=A.device)
    large = min(n, p) >= 1024 and A.element_size() == 2
    block_n, block_p, block_k = (128, 128, 64) if large else (64, 64, 32)
    tril_mm_kernel[(triton.cdiv(n, block_n), triton.cdiv(p, block_p))](
        A, B, out, n, p, float(alpha * beta), *A.stride(), *B.stride(),
        BLOCK_N=block_n, BLOCK_P=block_p, BLOCK_K=block_k, num_warps=8 if large else 4, num_stages=3,
    )  # fmt: skip
    return out
