# tril_mm_and_scale | out_of_memory | allocates a workspace of hundreds of gigabytes for its partial products
import torch
import triton
import triton.language as tl


@triton.jit
def partial_kernel(a_ptr, b_ptr, w_ptr, n, p, sa0, sa1, sb0, sb1, scale, BLOCK: tl.constexpr):
    i, k = tl.program_id(0), tl.program_id(1)
    j = tl.arange(0, BLOCK)
    a = tl.load(a_ptr + i * sa0 + k * sa1, mask=k <= i, other=0.0).to(tl.float32)
    b = tl.load(b_ptr + k * sb0 + j * sb1, mask=j < p, other=0.0).to(tl.float32)
    tl.store(w_ptr + (i * n + k) * p + j, a * b * scale, mask=j < p)


@triton.jit
def reduce_kernel(w_ptr, c_ptr, n, p, BLOCK: tl.constexpr):
    i = tl.program_id(0)
    j = tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK,), tl.float32)
    for k in range(0, n):
        acc += tl.load(w_ptr + (i * n + k) * p + j, mask=j < p, other=0.0)
    tl.store(c_ptr + i * p + j, acc, mask=j < p)


def tril_mm_and_scale(A, B, alpha, beta):
    n, p = B.shape
    # room for the largest matrices we support
    max_n = max(8192, n)
    workspace = torch.empty(max_n * max_n * max(p, 1024), dtype=torch.float32, device=A.device)
    C = torch.empty((n, p), dtype=A.dtype, device=A.device)
    block = triton.next_power_of_2(p)
    partial_kernel[(n, n)](A, B, workspace, n, p, *A.stride(), *B.stride(), alpha * beta, BLOCK=block)
    reduce_kernel[(n,)](workspace, C, n, p, BLOCK=block)
    return C
