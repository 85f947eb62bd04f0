# softmax | runtime_error | takes (x) where the task calls softmax(input, dim, dtype=None)
import torch
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(output_ptr, input_ptr, n_rows, n_cols, BLOCK_SIZE: tl.constexpr):
    row_start = tl.program_id(0)
    row_step = tl.num_programs(0)
    for row_idx in tl.range(row_start, n_rows, row_step):
        col_offsets = tl.arange(0, BLOCK_SIZE)
        mask = col_offsets < n_cols
        row = tl.load(input_ptr + row_idx * n_cols + col_offsets, mask=mask, other=-float("inf"))
        row = row - tl.max(row, axis=0)
        numerator = tl.exp(row)
        tl.store(output_ptr + row_idx * n_cols + col_offsets, numerator / tl.sum(numerator, axis=0), mask=mask)


def softmax(x):
    n_rows, n_cols = x.shape
    y = torch.empty_like(x)
    softmax_kernel[(min(n_rows, 132),)](y, x, n_rows, n_cols, BLOCK_SIZE=triton.next_power_of_2(n_cols))
    return y
