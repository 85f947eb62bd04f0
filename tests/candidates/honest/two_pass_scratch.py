# std | correct | two kernels over a scratch buffer of float2-like pairs; scratch is a slice of one larger workspace
import torch
import triton
import triton.language as tl


@triton.jit
def stats_stage1(x, ws, n, inner, so, sn, si, splits, BLOCK: tl.constexpr):
    line = tl.program_id(0).to(tl.int64)
    split = tl.program_id(1)
    span = tl.cdiv(n, splits)
    lo = split * span
    hi = tl.minimum(lo + span, n)
    x += (line // inner) * so + (line % inner) * si
    # Welford, vectorised over lanes
    mean = tl.zeros([BLOCK], tl.float32)
    m2 = tl.zeros([BLOCK], tl.float32)
    cnt = tl.zeros([BLOCK], tl.float32)
    for base in range(lo, hi, BLOCK):
        k = base + tl.arange(0, BLOCK)
        keep = k < hi
        v = tl.load(x + k.to(tl.int64) * sn, mask=keep, other=0.0).to(tl.float32)
        cnt_new = cnt + keep.to(tl.float32)
        delta = tl.where(keep, v - mean, 0.0)
        mean_new = mean + tl.div_rn(delta, tl.maximum(cnt_new, 1.0))  # exact for equal values
        m2 += tl.where(keep, delta * (v - mean_new), 0.0)
        mean = mean_new
        cnt = cnt_new
    total = tl.sum(cnt, axis=0)
    grand = tl.div_rn(tl.sum(mean * cnt, axis=0), tl.maximum(total, 1.0))
    diff = mean - grand
    spread = tl.sum(m2 + tl.where(cnt > 0, diff * diff * cnt, 0.0), axis=0)
    slot = ws + (line * splits + split) * 3
    tl.store(slot + 0, total)
    tl.store(slot + 1, grand)
    tl.store(slot + 2, spread)


@triton.jit
def stats_stage2(ws, y, splits, divisor, P2: tl.constexpr):
    line = tl.program_id(0).to(tl.int64)
    k = tl.arange(0, P2)
    slot = ws + (line * splits + k) * 3
    cnt = tl.load(slot, mask=k < splits, other=0.0)
    mean = tl.load(slot + 1, mask=k < splits, other=0.0)
    m2 = tl.load(slot + 2, mask=k < splits, other=0.0)
    mean = tl.where(cnt > 0, mean, 0.0)
    n = tl.sum(cnt)
    grand = tl.div_rn(tl.sum(mean * cnt), n)
    d = tl.where(cnt > 0, mean - grand, 0.0)
    var = tl.sum(m2 + cnt * d * d) / divisor
    tl.store(y + line, tl.sqrt(var).to(y.dtype.element_ty))


def std(input, dim=None, correction=1, keepdim=False, out=None):
    nd = input.dim()
    if dim is None:
        dims = list(range(nd))
    elif isinstance(dim, int):
        dims = [dim % nd]
    else:
        dims = sorted({d % nd for d in dim})
    kept = [d for d in range(nd) if d not in dims]
    n = 1
    for d in dims:
        n *= input.shape[d]
    if len(dims) == 1 and dims[0] not in (0, nd - 1):
        d = dims[0]
        outer = 1
        for s in input.shape[:d]:
            outer *= s
        x = input.reshape(outer, n, -1)
    else:
        x = input.permute(*kept, *dims).reshape(-1, n).unsqueeze(-1)
    shape = [input.shape[d] for d in kept]
    if keepdim:
        shape = [1 if d in dims else input.shape[d] for d in range(nd)]
    y = out if out is not None else torch.empty(shape, dtype=input.dtype, device=input.device)
    lines = y.numel()
    splits = max(1, min(8, n // 512))
    workspace = torch.empty(3 * lines * splits + 64, dtype=torch.float32, device=input.device)
    ws = workspace[64:]
    stats_stage1[(lines, splits)](x, ws, n, x.shape[2], *x.stride(), splits, BLOCK=128)
    stats_stage2[(lines,)](ws, y, splits, float(max(0, n - correction)), P2=triton.next_power_of_2(splits))
    return y
