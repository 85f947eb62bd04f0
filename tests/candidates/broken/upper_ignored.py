# cholesky_solve | wrong_value | treats an upper factor as a lower one
import torch
import triton
import triton.language as tl


@triton.jit
def cholesky_solve_kernel(b_ptr, l_ptr, x_ptr, n, k, BLOCK: tl.constexpr):
    # one program per right-hand side, the whole column in registers
    batch = tl.program_id(0)
    col = tl.program_id(1)
    rows = tl.arange(0, BLOCK)
    live = rows < n
    l_ptr += batch * n * n
    x = tl.load(b_ptr + batch * n * k + rows * k + col, mask=live, other=0.0)
    for i in range(0, n):
        pivot = tl.sum(tl.where(rows == i, x, 0.0), axis=0) / tl.load(l_ptr + i * n + i)
        column = tl.load(l_ptr + rows * n + i, mask=live & (rows > i), other=0.0)
        x = tl.where(rows == i, pivot, x - column * pivot)
    for step in range(0, n):
        i = n - 1 - step
        pivot = tl.sum(tl.where(rows == i, x, 0.0), axis=0) / tl.load(l_ptr + i * n + i)
        row = tl.load(l_ptr + i * n + rows, mask=live & (rows < i), other=0.0)
        x = tl.where(rows == i, pivot, x - row * pivot)
    tl.store(x_ptr + batch * n * k + rows * k + col, x, mask=live)


def cholesky_solve(B, L, upper=False, out=None):
    n, k = B.shape[-2:]
    x = torch.empty(B.shape, dtype=B.dtype, device=B.device)
    batch = B.numel() // (n * k)
    cholesky_solve_kernel[(batch, k)](B.contiguous(), L.contiguous(), x, n, k, BLOCK=triton.next_power_of_2(n))
    return x if out is None else out.copy_(x)
