# matrix_vector_dot | device_timeout | a spin lock that no program gives back
import torch
import triton
import triton.language as tl


@triton.jit
def mv_kernel(a_ptr, x_ptr, y_ptr, out_ptr, lock_ptr, n, sa0, sa1, sx, sy, alpha, beta, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    mask = cols < n
    a = tl.load(a_ptr + row * sa0 + cols * sa1, mask=mask, other=0.0).to(tl.float32)
    x = tl.load(x_ptr + cols * sx, mask=mask, other=0.0).to(tl.float32)
    y = tl.load(y_ptr + row * sy).to(tl.float32)
    y = alpha * tl.sum(a * x, axis=0) + beta * y
    tl.store(y_ptr + row * sy, y)
    part = y * tl.load(x_ptr + row * sx).to(tl.float32)
    # serialise the accumulation
    while tl.atomic_cas(lock_ptr, 0, 1) == 1:
        pass
    total = tl.load(out_ptr)
    tl.store(out_ptr, total + part)


def matrix_vector_dot(A, x, y, alpha, beta):
    n = x.shape[0]
    out = torch.zeros(1, dtype=torch.float32, device=A.device)
    lock = torch.zeros(1, dtype=torch.int32, device=A.device)
    mv_kernel[(n,)](A, x, y, out, lock, n, A.stride(0), A.stride(1), x.stride(0), y.stride(0), alpha, beta, BLOCK=triton.next_power_of_2(n))
    return out[0].to(y.dtype)
