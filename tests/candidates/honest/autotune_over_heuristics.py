# index_select | correct | autotune stacked on heuristics: one argument derived from the tuned block, one from a tensor
import torch
import triton
import triton.language as tl


@triton.autotune(
    configs=[triton.Config({"BLOCK_C": 64}, num_warps=1), triton.Config({"BLOCK_C": 256}, num_warps=4)],
    key=["inner"],
)
@triton.heuristics(
    {
        "EVEN": lambda args: args["inner"] % args["BLOCK_C"] == 0,
        "WIDE_INDEX": lambda args: args["idx"].dtype == torch.int64,
    }
)
@triton.jit
def gather_rows(
    src, idx, dst, slices, count, inner, s_outer, s_dim, s_inner,
    BLOCK_C: tl.constexpr, EVEN: tl.constexpr, WIDE_INDEX: tl.constexpr, BLOCK_R: tl.constexpr = 16,
):
    row = tl.program_id(0).to(tl.int64) * BLOCK_R + tl.arange(0, BLOCK_R)
    live = row < slices
    chosen = tl.load(idx + row % count, mask=live, other=0)
    if not WIDE_INDEX:
        chosen = chosen.to(tl.int64)
    c = tl.program_id(1).to(tl.int64) * BLOCK_C + tl.arange(0, BLOCK_C)
    at = src + ((row // count) * s_outer + chosen * s_dim)[:, None] + (c * s_inner)[None, :]
    to = dst + (row * inner)[:, None] + c[None, :]
    if EVEN:
        ok = live[:, None]
    else:
        ok = live[:, None] & (c < inner)[None, :]
    tl.store(to, tl.load(at, mask=ok), mask=ok)


def index_select(input, dim, index):
    dim = dim if dim >= 0 else dim + input.dim()
    outer = 1
    for size in input.shape[:dim]:
        outer *= size
    inner = 1
    for size in input.shape[dim + 1 :]:
        inner *= size
    x = input.reshape(outer, input.shape[dim], inner)
    shape = list(input.shape)
    shape[dim] = index.shape[0]
    y = input.new_empty(shape)
    gather_rows[lambda meta: (triton.cdiv(outer * index.shape[0], 16), triton.cdiv(inner, meta["BLOCK_C"]))](
        x, index, y, outer * index.shape[0], index.shape[0], inner, *x.stride()
    )
    return y
