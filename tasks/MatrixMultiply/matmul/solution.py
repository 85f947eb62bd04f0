"""A tiled batched matrix product; every combination of vectors and batches is brought to (batch, m, k) times (batch, k, n)."""

import torch
import triton
import triton.language as tl


@triton.jit
def matmul_kernel(
    a_ptr, b_ptr, c_ptr, m, n, k, a_batch, a_row, a_col, b_batch, b_row, b_col,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr, GROUP: tl.constexpr,
):  # fmt: skip
    row_blocks = tl.cdiv(m, BLOCK_M)
    col_blocks = tl.cdiv(n, BLOCK_N)
    batch = (tl.program_id(0) // (row_blocks * col_blocks)).to(tl.int64)
    pid = tl.program_id(0) % (row_blocks * col_blocks)
    # Neighbouring programs take a GROUP-high strip of the result, so that they share operands in L2.
    first_row = pid // (GROUP * col_blocks) * GROUP
    height = tl.minimum(row_blocks - first_row, GROUP)
    row_block = first_row + pid % (GROUP * col_blocks) % height
    col_block = pid % (GROUP * col_blocks) // height

    rows = (row_block * BLOCK_M + tl.arange(0, BLOCK_M)).to(tl.int64)
    cols = (col_block * BLOCK_N + tl.arange(0, BLOCK_N)).to(tl.int64)
    inner = tl.arange(0, BLOCK_K).to(tl.int64)
    a_ptr += batch * a_batch + rows[:, None] * a_row + inner[None, :] * a_col
    b_ptr += batch * b_batch + inner[:, None] * b_row + cols[None, :] * b_col
    accumulator = tl.zeros((BLOCK_M, BLOCK_N), tl.float32)
    for start in range(0, k, BLOCK_K):
        a = tl.load(a_ptr, mask=(rows < m)[:, None] & (inner < k - start)[None, :], other=0.0)
        b = tl.load(b_ptr, mask=(inner < k - start)[:, None] & (cols < n)[None, :], other=0.0)
        accumulator = tl.dot(a, b, accumulator, input_precision="ieee")
        a_ptr += BLOCK_K * a_col
        b_ptr += BLOCK_K * b_row
    c_ptr += batch * m * n + rows[:, None] * n + cols[None, :]
    tl.store(c_ptr, accumulator.to(c_ptr.dtype.element_ty), mask=(rows < m)[:, None] & (cols < n)[None, :])


def matmul(tensor1: torch.Tensor, tensor2: torch.Tensor) -> torch.Tensor:
    """tensor1 @ tensor2 with vectors as rows or columns and broadcast batches."""
    a = tensor1 if tensor1.dim() > 1 else tensor1[None, :]
    b = tensor2 if tensor2.dim() > 1 else tensor2[:, None]
    (m, k), n = a.shape[-2:], b.shape[-1]
    batch_shape = torch.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    out = torch.empty((*batch_shape, m, n), dtype=tensor1.dtype, device=tensor1.device)
    shape = batch_shape + (m,) * (tensor1.dim() > 1) + (n,) * (tensor2.dim() > 1)
    if b.dim() == 2:
        # One matrix for all batches: their rows are rows of one larger product.
        a, b = a.reshape(1, -1, k), b[None]
    else:
        a, b = a.expand(*batch_shape, m, k).reshape(-1, m, k), b.expand(*batch_shape, k, n).reshape(-1, k, n)
    m = a.shape[1]

    large = min(m, n) >= 512 and tensor1.element_size() == 2
    block_m, block_n, block_k = (128, 128, 64) if large else (64, 64, 32)
    grid = (a.shape[0] * triton.cdiv(m, block_m) * triton.cdiv(n, block_n),)
    matmul_kernel[grid](
        a, b, out, m, n, k, *a.stride(), *b.stride(),
        BLOCK_M=block_m, BLOCK_N=block_n, BLOCK_K=block_k, GROUP=8, num_warps=8 if large else 4, num_stages=3,
    )  # fmt: skip
    return out.view(shape)
