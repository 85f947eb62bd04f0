# fused_add_mean | wrong_value | adds in the inputs' float16 although a float32 result is asked for
import torch
import triton
import triton.language as tl


@triton.jit
def fused_add_mean_kernel(a_ptr, b_ptr, o_ptr, cols, alpha, BLOCK: tl.constexpr):
    r = tl.program_id(0)
    total = tl.zeros((1,), dtype=tl.float32)
    for c in range(0, cols, BLOCK):
        offs = c + tl.arange(0, BLOCK)
        m = offs < cols
        a = tl.load(a_ptr + r * cols + offs, mask=m, other=0.0)
        b = tl.load(b_ptr + r * cols + offs, mask=m, other=0.0)
        s = a + b * alpha.to(b.dtype)
        total += tl.sum(s, axis=0).to(tl.float32)
    tl.store(o_ptr + r + tl.arange(0, 1), total / cols)


def _prod(xs):
    p = 1
    for v in xs:
        p *= v
    return p


def fused_add_mean(input, other, dim=None, alpha=1, keepdim=False, dtype=None, out=None):
    if not isinstance(other, torch.Tensor):
        other = torch.tensor(other, dtype=input.dtype, device=input.device)
    a, b = torch.broadcast_tensors(input, other)
    dims = tuple(range(a.ndim)) if dim is None else (dim,) if isinstance(dim, int) else tuple(dim)
    dims = sorted(d % a.ndim for d in dims)
    rest = [d for d in range(a.ndim) if d not in dims]
    rows, cols = _prod(a.shape[d] for d in rest), _prod(a.shape[d] for d in dims)
    a2 = a.permute(rest + dims).reshape(rows, cols).contiguous()
    b2 = b.permute(rest + dims).reshape(rows, cols).contiguous()
    result = torch.empty(rows, dtype=dtype or input.dtype, device=input.device)
    fused_add_mean_kernel[(rows,)](a2, b2, result, cols, float(alpha), BLOCK=512)
    result = result.reshape([1 if d in dims else a.shape[d] for d in range(a.ndim) if keepdim or d in rest])
    return result if out is None else out.copy_(result)
