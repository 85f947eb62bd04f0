# matrix_vector_dot | wrong_type | computes everything and has no return statement
import torch
import triton
import triton.language as tl


@triton.jit
def gemv_dot_kernel(A, x, y, res, n, s0, s1, sx, sy, alpha, beta, BLOCK: tl.constexpr):
    i = tl.program_id(0)
    acc = tl.zeros((BLOCK,), tl.float32)
    for j0 in range(0, n, BLOCK):
        j = j0 + tl.arange(0, BLOCK)
        a = tl.load(A + i * s0 + j * s1, mask=j < n, other=0.0).to(tl.float32)
        v = tl.load(x + j * sx, mask=j < n, other=0.0).to(tl.float32)
        acc += a * v
    new = alpha * tl.sum(acc, 0) + beta * tl.load(y + i * sy).to(tl.float32)
    tl.store(y + i * sy, new)
    tl.atomic_add(res, new * tl.load(x + i * sx).to(tl.float32))


def matrix_vector_dot(A, x, y, alpha, beta):
    n = x.numel()
    res = torch.zeros((), dtype=torch.float32, device=A.device)
    gemv_dot_kernel[(n,)](A, x, y, res, n, A.stride(0), A.stride(1), x.stride(0), y.stride(0), alpha, beta, BLOCK=64)
    res = res.to(y.dtype)
