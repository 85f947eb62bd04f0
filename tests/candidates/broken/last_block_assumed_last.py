# matrix_vector_dot | non_deterministic | the last program reads what all others added, as if it always ran after them
import torch
import triton
import triton.language as tl


@triton.jit
def mv_dot_kernel(a_ptr, x_ptr, y_ptr, acc_ptr, out_ptr, n, sa0, sa1, sx, sy, alpha, beta, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    rows = pid * ROWS + tl.arange(0, ROWS)
    rmask = rows < n
    acc = tl.zeros((ROWS,), dtype=tl.float32)
    for start in range(0, n, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        cmask = cols < n
        a = tl.load(a_ptr + rows[:, None] * sa0 + cols[None, :] * sa1, mask=rmask[:, None] & cmask[None, :], other=0.0).to(tl.float32)
        x = tl.load(x_ptr + cols * sx, mask=cmask, other=0.0).to(tl.float32)
        acc += tl.sum(a * x[None, :], axis=1)
    y = tl.load(y_ptr + rows * sy, mask=rmask, other=0.0).to(tl.float32)
    y = alpha * acc + beta * y
    tl.store(y_ptr + rows * sy, y, mask=rmask)
    xr = tl.load(x_ptr + rows * sx, mask=rmask, other=0.0).to(tl.float32)
    tl.atomic_add(acc_ptr, tl.sum(tl.where(rmask, y * xr, 0.0), axis=0))
    # the last block writes the final result
    if pid == tl.num_programs(0) - 1:
        tl.store(out_ptr, tl.load(acc_ptr))


def matrix_vector_dot(A, x, y, alpha, beta):
    n = x.shape[0]
    acc = torch.zeros(1, dtype=torch.float32, device=A.device)
    out = torch.empty((), dtype=y.dtype, device=A.device)
    ROWS = 8
    mv_dot_kernel[(triton.cdiv(n, ROWS),)](A, x, y, acc, out, n, A.stride(0), A.stride(1), x.stride(0), y.stride(0), alpha, beta, ROWS=ROWS, BLOCK=64)
    return out
