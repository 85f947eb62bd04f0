# fused_exp_mean | correct | tl.range with num_stages, loop_unroll_factor, flatten, warp_specialize; tl.assume, max_constancy; Config with maxnreg and num_ctas
import torch
import triton
import triton.language as tl


@triton.autotune(
    configs=[
        triton.Config({"BR": 4, "BC": 64}, num_warps=2, num_stages=3, num_ctas=1),
        triton.Config({"BR": 8, "BC": 128}, num_warps=4, num_stages=2, maxnreg=128),
    ],
    key=["rows", "cols"],
    warmup=1,
    rep=2,
)
@triton.jit
def rows_mean(x, y, rows, cols, s0, s1, BR: tl.constexpr, BC: tl.constexpr):
    tl.assume(rows > 0)
    tl.assume(cols > 0)
    r = tl.program_id(0) * BR + tl.arange(0, BR)
    r64 = r.to(tl.int64)
    acc = tl.zeros((BR, BC), tl.float32)
    for c0 in tl.range(0, cols, BC, num_stages=2, loop_unroll_factor=2, flatten=False, warp_specialize=False, disallow_acc_multi_buffer=True):
        c = c0 + tl.arange(0, BC)
        ok = (r[:, None] < rows) & (c[None, :] < cols)
        v = tl.load(x + r64[:, None] * s0 + c.to(tl.int64)[None, :] * s1, mask=ok, other=-float("inf"))
        acc += tl.exp(v.to(tl.float32))
    tl.store(y + r, (tl.sum(acc, axis=1) / cols).to(y.dtype.element_ty), mask=r < rows)


def fused_exp_mean(input, dim=None, keepdim=False, dtype=None, out=None):
    rank = input.dim()
    dims = sorted(d % rank for d in (range(rank) if dim is None else (dim,) if isinstance(dim, int) else dim))
    keep = [d for d in range(rank) if d not in dims]
    rows = torch.Size(input.shape[d] for d in keep).numel()
    x = input.permute(keep + dims).reshape(rows, -1)
    shape = [1 if d in dims else input.shape[d] for d in range(rank) if keepdim or d not in dims]
    y = torch.empty(shape, dtype=dtype or input.dtype, device=input.device)
    rows_mean[lambda meta: (triton.cdiv(rows, meta["BR"]),)](x, y, rows, x.shape[1], *x.stride())
    return y if out is None else out.copy_(y)
