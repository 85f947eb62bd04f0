# fused_exp_mean | correct | a module-level scratch buffer per device that grows and is used again by every call; results are always new
import torch
import triton
import triton.language as tl

_WORKSPACE: dict = {}


def workspace(device, floats):
    """Scratch memory; what an earlier call left in it is overwritten before it is read."""
    buffer = _WORKSPACE.get(device)
    if buffer is None or buffer.numel() < floats:
        buffer = _WORKSPACE[device] = torch.empty(max(1024, 2 * floats), dtype=torch.float32, device=device)
    return buffer


@triton.jit
def partial(x, ws, rows, cols, pieces, s0, s1, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    piece = tl.program_id(1)
    c = piece * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + row * s0 + c.to(tl.int64) * s1, mask=c < cols, other=float("-inf")).to(tl.float32)
    tl.store(ws + row * pieces + piece, tl.sum(tl.exp(v), axis=0))


@triton.jit
def final(ws, y, cols, pieces, P: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    k = tl.arange(0, P)
    s = tl.load(ws + row * pieces + k, mask=k < pieces, other=0.0)
    tl.store(y + row, (tl.sum(s, axis=0) / cols).to(y.dtype.element_ty))


def fused_exp_mean(input, dim=None, keepdim=False, dtype=None, out=None):
    rank = input.dim()
    dims = [d % rank for d in (range(rank) if dim is None else (dim,) if isinstance(dim, int) else dim)]
    keep = [d for d in range(rank) if d not in dims]
    x = input.permute(keep + dims).flatten(len(keep)).flatten(0, -2) if keep else input.reshape(1, -1)
    rows, cols = x.shape
    pieces = triton.cdiv(cols, 512)
    ws = workspace(x.device, rows * pieces)
    y = torch.empty(rows, dtype=dtype or input.dtype, device=x.device)
    partial[(rows, pieces)](x, ws, rows, cols, pieces, *x.stride(), BLOCK=min(512, triton.next_power_of_2(cols)))
    final[(rows,)](ws, y, cols, pieces, P=triton.next_power_of_2(pieces))
    y = y.view([1 if d in dims else input.shape[d] for d in range(rank) if keepdim or d not in dims])
    return y if out is None else out.copy_(y)
