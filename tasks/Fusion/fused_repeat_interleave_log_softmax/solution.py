"""Log-softmax of repeated elements, without building the repeated tensor: a count becomes a weight in the sum of exponentials.

The first pass reduces pieces of every row to (maximum, weighted sum, number of outputs); the second combines a row's pieces, which also
tells it where its own outputs start, and writes every copy.
"""

import torch
import triton
import triton.language as tl


@triton.jit
def piece_kernel(
    x_ptr, repeats_ptr, maximum_ptr, sum_ptr, outputs_ptr, size, inner, span, x_outer, x_dim, x_inner,
    EACH: tl.constexpr, BLOCK: tl.constexpr,
):  # fmt: skip
    row = tl.program_id(0).to(tl.int64)
    first = tl.program_id(1) * span
    best = tl.full([], float("-inf"), tl.float32)
    total = tl.full([], 0.0, tl.float32)
    outputs = tl.full([], 0, tl.int64)
    for start in range(0, span, BLOCK):
        at = first + start + tl.arange(0, BLOCK)
        count = tl.where(at < size, EACH, 0).to(tl.int64)
        if repeats_ptr is not None:
            count = tl.load(repeats_ptr + at, mask=at < size, other=0)
        source = row // inner * x_outer + at.to(tl.int64) * x_dim + row % inner * x_inner
        x = tl.load(x_ptr + source, mask=count > 0, other=float("-inf")).to(tl.float32)
        larger = tl.maximum(best, tl.max(x, 0))
        # A piece of nothing but -inf has no finite maximum to subtract.
        shift = tl.where(larger == float("-inf"), 0.0, larger)
        total = total * tl.exp(best - shift) + tl.sum(tl.exp(x - shift) * count.to(tl.float32), 0)
        outputs += tl.sum(count, 0)
        best = larger
    piece = row * tl.num_programs(1) + tl.program_id(1)
    tl.store(maximum_ptr + piece, best)
    tl.store(sum_ptr + piece, total)
    tl.store(outputs_ptr + piece, outputs)


@triton.jit
def write_kernel(
    x_ptr, repeats_ptr, maximum_ptr, sum_ptr, outputs_ptr, y_ptr, size, length, inner, span, x_outer, x_dim, x_inner,
    EACH: tl.constexpr, BLOCK: tl.constexpr, BLOCK_PIECES: tl.constexpr,
):  # fmt: skip
    row = tl.program_id(0).to(tl.int64)
    piece = tl.arange(0, BLOCK_PIECES)
    exists = piece < tl.num_programs(1)
    at_piece = row * tl.num_programs(1) + piece
    maxima = tl.load(maximum_ptr + at_piece, mask=exists, other=float("-inf"))
    best = tl.max(maxima, 0)
    shift = tl.where(best == float("-inf"), 0.0, best)
    total = tl.sum(tl.load(sum_ptr + at_piece, mask=exists, other=0.0) * tl.exp(maxima - shift), 0)
    log_sum = tl.log(total)
    written = tl.sum(tl.load(outputs_ptr + at_piece, mask=piece < tl.program_id(1), other=0), 0)

    first = tl.program_id(1) * span
    y_row = y_ptr + row // inner * length * inner + row % inner
    for start in range(0, span, BLOCK):
        at = first + start + tl.arange(0, BLOCK)
        count = tl.where(at < size, EACH, 0).to(tl.int64)
        if repeats_ptr is not None:
            count = tl.load(repeats_ptr + at, mask=at < size, other=0)
        source = row // inner * x_outer + at.to(tl.int64) * x_dim + row % inner * x_inner
        x = tl.load(x_ptr + source, mask=count > 0, other=0.0).to(tl.float32)
        target = written + tl.cumsum(count, 0) - count
        for copy in range(0, tl.max(count, 0)):
            tl.store(y_row + (target + copy) * inner, (x - best) - log_sum, mask=copy < count)
        written += tl.sum(count, 0)


def fused_repeat_interleave_log_softmax(
    input: torch.Tensor,
    repeats: int | torch.Tensor,
    dim: int | None = None,
    *,
    output_size: int | None = None,
    dtype: torch.dtype | None = None,
    out: torch.Tensor | None = None,
) -> torch.Tensor:
    """log_softmax(repeat_interleave(input, repeats, dim), dim), into `out` when it is given."""
    x, dim = (input.reshape(-1), 0) if dim is None else (input, dim % input.dim())
    before, size, after = x.shape[:dim], x.shape[dim], x.shape[dim + 1 :]
    each = repeats if isinstance(repeats, int) else 0
    counts = None if isinstance(repeats, int) else repeats.expand(size).contiguous()
    length = output_size if output_size is not None else each * size if counts is None else int(counts.sum())
    direct = out is not None and out.is_contiguous()
    result = out if direct else torch.empty((*before, length, *after), dtype=dtype or x.dtype, device=x.device)

    rows, inner, block = before.numel() * after.numel(), after.numel(), min(1024, triton.next_power_of_2(size))
    x = x.reshape(before.numel(), size, inner)
    pieces = max(1, min(256, 1024 // rows, triton.cdiv(size, block)))
    span = triton.cdiv(triton.cdiv(size, pieces), block) * block
    maximum, total = torch.empty((2, rows, pieces), dtype=torch.float32, device=x.device)
    outputs = torch.empty((rows, pieces), dtype=torch.int64, device=x.device)
    piece_kernel[(rows, pieces)](x, counts, maximum, total, outputs, size, inner, span, *x.stride(), EACH=each, BLOCK=block)
    write_kernel[(rows, pieces)](
        x, counts, maximum, total, outputs, result, size, length, inner, span, *x.stride(),
        EACH=each, BLOCK=block, BLOCK_PIECES=triton.next_power_of_2(pieces),
    )  # fmt: skip
    return result if out is None or direct else out.copy_(result)
