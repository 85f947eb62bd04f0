# fused_add_mean | correct | code fences inside the module docstring and a string, a self test under __main__ that uses torch, dead code
"""Mean of a sum, in one pass.

Usage:

```python
import torch

def fused_add_mean(input, other):
    raise NotImplementedError("this is an example inside a docstring")
```

and in a shell:

```
$ python fused_add_mean.py
```
"""

import torch
import triton
import triton.language as tl

HELP = """
Some people paste this:
```python
print("not a kernel")
```
"""

# ---------------------------------------------------------------------------------------------------------------------
# Design notes, longer than the code:
#
#   1. The reduced dimensions are moved to the end; the rest is flattened into rows.
#   2. One program owns ROWS rows and walks along them; the accumulator is float32.
#   3. `other` may be a number: it is then added once per element, which is the same as adding it to the mean. But we
#      keep the addition in the loop, for the rounding to be that of the contract.
#
#   What was tried and dropped: torch.add followed by .mean() (two passes), atomics (order), a tree over programs.
# ---------------------------------------------------------------------------------------------------------------------


@triton.jit
def _mean_kernel(x_ptr, y_ptr, o_ptr, rows, cols, alpha, value, xr, xc, br, bc, HAS_OTHER: tl.constexpr, ROWS: tl.constexpr, COLS: tl.constexpr):
    r = (tl.program_id(0) * ROWS + tl.arange(0, ROWS)).to(tl.int64)
    acc = tl.zeros((ROWS, COLS), tl.float32)
    for start in range(0, cols, COLS):
        c = (start + tl.arange(0, COLS)).to(tl.int64)
        ok = (r < rows)[:, None] & (c < cols)[None, :]
        v = tl.load(x_ptr + r[:, None] * xr + c[None, :] * xc, mask=ok, other=0.0).to(tl.float32)
        if HAS_OTHER:
            v += alpha * tl.load(y_ptr + r[:, None] * br + c[None, :] * bc, mask=ok, other=0.0).to(tl.float32)
        else:
            v += alpha * value
        acc += tl.where(ok, v, 0.0)
    tl.store(o_ptr + r, (tl.sum(acc, axis=1) / cols).to(o_ptr.dtype.element_ty), mask=r < rows)


def _never_called(x):
    """Dead code: an earlier version."""
    return torch.mean(x)


class _Unused:
    pass


def _prepare(t, order, rows):
    return t.permute(order).reshape(rows, -1)


def fused_add_mean(input, other, dim=None, alpha=1, keepdim=False, dtype=None, out=None):
    is_tensor = isinstance(other, torch.Tensor)
    if is_tensor:
        input, other = torch.broadcast_tensors(input, other)
    rank = input.dim()
    if dim is None:
        dims = list(range(rank))
    elif isinstance(dim, int):
        dims = [dim % rank]
    else:
        dims = sorted(d % rank for d in dim)
    kept = [d for d in range(rank) if d not in dims]
    rows = 1
    for d in kept:
        rows *= input.size(d)
    x = _prepare(input, kept + dims, rows)
    y = _prepare(other, kept + dims, rows) if is_tensor else x
    cols = x.shape[1]
    result = torch.empty(
        [1 if d in dims else input.size(d) for d in range(rank)] if keepdim else [input.size(d) for d in kept],
        dtype=dtype or input.dtype,
        device=input.device,
    )
    _mean_kernel[(triton.cdiv(rows, 4),)](
        x, y, result, rows, cols, float(alpha), 0.0 if is_tensor else float(other), *x.stride(), *y.stride(),
        HAS_OTHER=is_tensor, ROWS=4, COLS=256,
    )
    if False:
        result = _never_called(input)
    if out is not None:
        return out.copy_(result)
    return result


if __name__ == "__main__":
    a, b = torch.randn(100, 300, device="cuda"), torch.randn(100, 300, device="cuda")
    torch.testing.assert_close(fused_add_mean(a, b, dim=1, alpha=2), torch.mean(a + 2 * b, dim=1))
    print("ok")
