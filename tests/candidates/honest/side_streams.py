# fused_add_mean | correct | two halves on two side streams, ordered by wait_stream and events, joined before the result is returned
import torch
import triton
import triton.language as tl


@triton.jit
def half(x, o, part, rows, lo, hi, xs, xt, os, ot, alpha, R: tl.constexpr, C: tl.constexpr):
    r = (tl.program_id(0) * R + tl.arange(0, R)).to(tl.int64)
    acc = tl.zeros((R, C), tl.float32)
    for c0 in range(lo, hi, C):
        c = (c0 + tl.arange(0, C)).to(tl.int64)
        ok = (r < rows)[:, None] & (c < hi)[None, :]
        a = tl.load(x + r[:, None] * xs + c[None, :] * xt, mask=ok, other=0.0).to(tl.float32)
        b = tl.load(o + r[:, None] * os + c[None, :] * ot, mask=ok, other=0.0).to(tl.float32)
        acc += a + alpha * b
    tl.store(part + r, tl.sum(acc, axis=1), mask=r < rows)


@triton.jit
def join(parts, y, rows, cols, B: tl.constexpr):
    r = tl.program_id(0) * B + tl.arange(0, B)
    s = tl.load(parts + r, mask=r < rows, other=0.0) + tl.load(parts + rows + r, mask=r < rows, other=0.0)
    tl.store(y + r, (s / cols).to(y.dtype.element_ty), mask=r < rows)


_STREAMS: dict[torch.device, list[torch.cuda.Stream]] = {}


def streams(device):
    if device not in _STREAMS:
        _STREAMS[device] = [torch.cuda.Stream(device=device) for _ in range(2)]
    return _STREAMS[device]


def fused_add_mean(input, other, dim=None, alpha=1, keepdim=False, dtype=None, out=None):
    if not torch.is_tensor(other):
        other = torch.full((1,) * input.dim(), float(other), dtype=torch.float32, device=input.device)
    shape = torch.broadcast_shapes(input.shape, other.shape)
    input, other = input.expand(shape), other.expand(shape)
    nd = len(shape)
    dims = list(range(nd)) if dim is None else [dim % nd] if isinstance(dim, int) else sorted(d % nd for d in dim)
    rest = [d for d in range(nd) if d not in dims]
    rows = 1
    for d in rest:
        rows *= shape[d]
    x, o = input.permute(rest + dims).reshape(rows, -1), other.permute(rest + dims).reshape(rows, -1)
    cols = x.shape[1]
    y = torch.empty([1 if d in dims else shape[d] for d in range(nd) if keepdim or d not in dims], dtype=dtype or input.dtype, device=x.device)
    parts = torch.empty((2, rows), dtype=torch.float32, device=x.device)
    current = torch.cuda.current_stream(x.device)
    done = []
    R, C = min(8, triton.next_power_of_2(rows)), 128
    for i, stream in enumerate(streams(x.device)):
        stream.wait_stream(current)
        with torch.cuda.stream(stream):
            lo, hi = (0, cols // 2) if i == 0 else (cols // 2, cols)
            half[(triton.cdiv(rows, R),)](x, o, parts[i], rows, lo, hi, *x.stride(), *o.stride(), float(alpha), R=R, C=C)
            event = torch.cuda.Event(enable_timing=False)
            event.record(stream)
            done.append(event)
        for t in (x, o, parts):
            t.record_stream(stream)
    for event in done:
        current.wait_event(event)
    join[(triton.cdiv(rows, 128),)](parts, y, rows, cols, B=128)
    torch.cuda.current_stream().synchronize()
    return y if out is None else out.copy_(y)
