# fused_add_mean | wrong_value | masked load without other=, then a sum over all lanes
import torch
import triton
import triton.language as tl


@triton.jit
def _add_mean_row(x_ptr, y_ptr, out_ptr, n_cols, alpha, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    acc = 0.0
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask).to(tl.float32)
        y = tl.load(y_ptr + row * n_cols + cols, mask=mask).to(tl.float32)
        acc += tl.sum(x + alpha * y, axis=0)
    tl.store(out_ptr + row, acc / n_cols)


def fused_add_mean(input, other, dim=None, alpha=1, keepdim=False, dtype=None, out=None):
    if not torch.is_tensor(other):
        other = torch.full_like(input, other)
    x, y = torch.broadcast_tensors(input, other)
    nd = x.dim()
    dims = list(range(nd)) if dim is None else [d % nd for d in ((dim,) if isinstance(dim, int) else dim)]
    keep = [d for d in range(nd) if d not in dims]
    kept_shape = [x.shape[d] for d in keep]
    rows = 1
    for s in kept_shape:
        rows *= s
    xp = x.permute(*keep, *dims).contiguous().view(rows, -1)
    yp = y.permute(*keep, *dims).contiguous().view(rows, -1)
    res = torch.empty(rows, device=x.device, dtype=torch.float32)
    _add_mean_row[(rows,)](xp, yp, res, xp.shape[1], float(alpha), BLOCK=1024)
    final_shape = [1 if d in dims else x.shape[d] for d in range(nd)] if keepdim else kept_shape
    res = res.view(final_shape).to(dtype or input.dtype)
    if out is not None:
        out.copy_(res)
        return out
    return res
