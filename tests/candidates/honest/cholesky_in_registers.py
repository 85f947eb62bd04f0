# cholesky_solve | correct | small systems stay in registers (rows picked by masked sums), larger ones walk through memory with barriers; kernel picked by size
import torch
import triton
import triton.language as tl


@triton.jit
def solve_registers(B, L, X, n, k, b0, b1, b2, l0, l1, l2, x0, x1, x2, UPPER: tl.constexpr, N: tl.constexpr, C: tl.constexpr):
    z = tl.program_id(1).to(tl.int64)
    i = tl.arange(0, N)
    c = tl.program_id(0) * C + tl.arange(0, C)
    inside = (i < n)[:, None] & (c < k)[None, :]
    x = tl.load(B + z * b0 + i[:, None] * b1 + c[None, :] * b2, mask=inside, other=0.0)
    # The lower factor, its transpose read through swapped strides.
    if UPPER:
        at = L + z * l0 + i[:, None] * l2 + i[None, :] * l1
    else:
        at = L + z * l0 + i[:, None] * l1 + i[None, :] * l2
    low = tl.load(at, mask=(i[:, None] >= i[None, :]) & (i < n)[:, None], other=0.0)
    for j in range(0, n):
        here = (i == j)[:, None]
        diagonal = tl.sum(tl.sum(tl.where(here & (i == j)[None, :], low, 0.0), axis=1), axis=0)
        value = tl.sum(tl.where(here, x, 0.0), axis=0) / diagonal
        column = tl.sum(tl.where((i == j)[None, :], low, 0.0), axis=1)
        below = tl.where(i > j, column, 0.0)
        x = tl.where(here, value[None, :], x - below[:, None] * value[None, :])
    for step in range(0, n):
        j = n - 1 - step
        here = (i == j)[:, None]
        diagonal = tl.sum(tl.sum(tl.where(here & (i == j)[None, :], low, 0.0), axis=1), axis=0)
        value = tl.sum(tl.where(here, x, 0.0), axis=0) / diagonal
        row = tl.sum(tl.where(here, low, 0.0), axis=0)
        above = tl.where(i < j, row, 0.0)
        x = tl.where(here, value[None, :], x - above[:, None] * value[None, :])
    tl.store(X + z * x0 + i[:, None] * x1 + c[None, :] * x2, x, mask=inside)


@triton.jit
def solve_memory(B, L, X, n, k, b0, b1, b2, l0, l1, l2, x0, x1, x2, UPPER: tl.constexpr, N: tl.constexpr, C: tl.constexpr):
    z = tl.program_id(1).to(tl.int64)
    c = tl.program_id(0) * C + tl.arange(0, C)
    live = c < k
    r = tl.arange(0, N)
    B += z * b0
    L += z * l0
    X += z * x0
    down = l2 if UPPER else l1
    across = l1 if UPPER else l2
    for i in range(0, n):
        total = tl.load(B + i * b1 + c * b2, mask=live, other=0.0)
        for j0 in range(0, i, N):
            j = j0 + r
            f = tl.load(L + i * down + j * across, mask=j < i, other=0.0)
            known = tl.load(X + j[:, None] * x1 + c[None, :] * x2, mask=(j < i)[:, None] & live[None, :], other=0.0)
            total -= tl.sum(f[:, None] * known, axis=0)
        tl.store(X + i * x1 + c * x2, total / tl.load(L + i * (l1 + l2)), mask=live)
        tl.debug_barrier()
    for step in range(0, n):
        i = n - 1 - step
        total = tl.load(X + i * x1 + c * x2, mask=live, other=0.0)
        for j0 in range(i + 1, n, N):
            j = j0 + r
            f = tl.load(L + j * down + i * across, mask=j < n, other=0.0)
            known = tl.load(X + j[:, None] * x1 + c[None, :] * x2, mask=(j < n)[:, None] & live[None, :], other=0.0)
            total -= tl.sum(f[:, None] * known, axis=0)
        tl.debug_barrier()
        tl.store(X + i * x1 + c * x2, total / tl.load(L + i * (l1 + l2)), mask=live)
        tl.debug_barrier()


def cholesky_solve(B, L, upper=False, out=None):
    n, k = B.shape[-2:]
    x = out if out is not None else torch.empty(B.shape, dtype=B.dtype, device=B.device)
    b3, l3, x3 = (t.reshape(-1, *t.shape[-2:]) if t is not x else x.view(-1, n, k) for t in (B, L, x))
    kernel, N = (solve_registers, max(2, triton.next_power_of_2(n))) if n <= 16 else (solve_memory, 32)
    C = 16
    kernel[(triton.cdiv(k, C), b3.shape[0])](
        b3, l3, x3, n, k, *b3.stride(), *l3.stride(), *x3.stride(), UPPER=upper, N=N, C=C, num_warps=1
    )
    return x
