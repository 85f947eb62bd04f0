"""Standard deviation in chunks: each chunk's mean and sum of squared deviations, merged by a second launch if there are several."""

import torch
import triton
import triton.language as tl


@triton.jit
def chunk_kernel(
    x_ptr, mean_ptr, square_ptr, out_ptr, slices, n, inner, chunks, x_outer, x_n, x_inner, divisor,
    CHUNK: tl.constexpr, BLOCK_SLICES: tl.constexpr, BLOCK_N: tl.constexpr, ONE_CHUNK: tl.constexpr,
):  # fmt: skip
    chunk = tl.program_id(0) % chunks
    index = (tl.program_id(0) // chunks).to(tl.int64) * BLOCK_SLICES + tl.arange(0, BLOCK_SLICES)
    x_ptr += (index // inner * x_outer + index % inner * x_inner)[:, None]
    first = chunk.to(tl.int64) * CHUNK
    end = tl.minimum(first + CHUNK, n)
    total = tl.zeros((BLOCK_SLICES, BLOCK_N), tl.float32)
    for start in range(0, end - first, BLOCK_N):
        position = first + start + tl.arange(0, BLOCK_N)[None, :]
        mask = (index < slices)[:, None] & (position < end)
        total += tl.load(x_ptr + position * x_n, mask=mask, other=0.0).to(tl.float32)
    mean = tl.sum(total, axis=1) / (end - first).to(tl.float32)
    # The second pass reads the chunk from cache.
    square = tl.zeros((BLOCK_SLICES, BLOCK_N), tl.float32)
    for start in range(0, end - first, BLOCK_N):
        position = first + start + tl.arange(0, BLOCK_N)[None, :]
        mask = (index < slices)[:, None] & (position < end)
        deviation = tl.load(x_ptr + position * x_n, mask=mask, other=0.0).to(tl.float32) - mean[:, None]
        square += tl.where(mask, deviation * deviation, 0.0)
    squares = tl.sum(square, axis=1)
    if ONE_CHUNK:
        tl.store(out_ptr + index, tl.sqrt(squares / divisor).to(out_ptr.dtype.element_ty), mask=index < slices)
    else:
        tl.store(mean_ptr + index * chunks + chunk, mean, mask=index < slices)
        tl.store(square_ptr + index * chunks + chunk, squares, mask=index < slices)


@triton.jit
def merge_kernel(mean_ptr, square_ptr, out_ptr, n, chunks, divisor, CHUNK: tl.constexpr, BLOCK: tl.constexpr):
    mean_ptr += tl.program_id(0).to(tl.int64) * chunks
    square_ptr += tl.program_id(0).to(tl.int64) * chunks
    total = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, chunks, BLOCK):
        chunk = start + tl.arange(0, BLOCK)
        count = tl.minimum(n - chunk.to(tl.int64) * CHUNK, CHUNK).to(tl.float32)
        total += tl.load(mean_ptr + chunk, mask=chunk < chunks, other=0.0) * (count / n)
    mean = tl.sum(total, axis=0)
    square = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, chunks, BLOCK):
        chunk = start + tl.arange(0, BLOCK)
        count = tl.minimum(n - chunk.to(tl.int64) * CHUNK, CHUNK).to(tl.float32)
        deviation = tl.load(mean_ptr + chunk, mask=chunk < chunks, other=mean) - mean
        square += tl.load(square_ptr + chunk, mask=chunk < chunks, other=0.0) + count * deviation * deviation
    tl.store(out_ptr + tl.program_id(0), tl.sqrt(tl.sum(square, axis=0) / divisor).to(out_ptr.dtype.element_ty))


def as_outer_reduced_inner(x: torch.Tensor, dims: list[int]) -> torch.Tensor:
    """`x` as (outer, reduced, inner); dimensions that are not neighbours are brought together at the end."""
    if dims != list(range(dims[0], dims[-1] + 1)):
        x = x.movedim(dims, list(range(x.dim() - len(dims), x.dim())))
        dims = list(range(x.dim() - len(dims), x.dim()))
    return x.reshape(x.shape[: dims[0]].numel(), x.shape[dims[0] : dims[-1] + 1].numel(), -1)


def std(
    input: torch.Tensor,
    dim: int | tuple[int, ...] | None = None,
    correction: float = 1,
    keepdim: bool = False,
    out: torch.Tensor | None = None,
) -> torch.Tensor:
    """Standard deviation of `input` over `dim`."""
    dims = range(input.dim()) if dim is None else (dim,) if isinstance(dim, int) else dim
    dims = sorted(d % input.dim() for d in dims)
    shape = [1 if d in dims else size for d, size in enumerate(input.shape) if keepdim or d not in dims]
    if out is None:
        out = torch.empty(shape, dtype=input.dtype, device=input.device)
    x = as_outer_reduced_inner(input, dims)
    slices, n, inner = out.numel(), x.shape[1], x.shape[2]
    # Where neighbouring slices lie side by side in memory, a tile is wide in slices.
    side_by_side = inner > 1 or (slices > 1 and x.stride(0) < x.stride(1))
    block_slices, block_n = (32, 64) if side_by_side else (1, min(2048, triton.next_power_of_2(n)))
    chunk = 4096 // block_slices
    chunks = triton.cdiv(n, chunk)
    means, squares = (torch.empty(slices * chunks, dtype=torch.float32, device=input.device) for _ in range(2))
    divisor = max(0.0, float(n - correction))
    chunk_kernel[(triton.cdiv(slices, block_slices) * chunks,)](
        x, means, squares, out, slices, n, inner, chunks, *x.stride(), divisor,
        CHUNK=chunk, BLOCK_SLICES=block_slices, BLOCK_N=block_n, ONE_CHUNK=chunks == 1,
    )  # fmt: skip
    if chunks > 1:
        merge_kernel[(slices,)](means, squares, out, n, chunks, divisor, CHUNK=chunk, BLOCK=min(1024, triton.next_power_of_2(chunks)))
    return out
