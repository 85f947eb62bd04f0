# tril_mm_and_scale | correct | tl.make_tensor_descriptor in the kernel, an allocator for its scratch, operands padded by copy to 16-byte rows
import torch
import triton
import triton.language as tl


@triton.jit
def tril_tma(a_ptr, b_ptr, c_ptr, N, P, lda, ldb, ldc, scale, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    a = tl.make_tensor_descriptor(a_ptr, shape=[N, N], strides=[lda, 1], block_shape=[BM, BK])
    b = tl.make_tensor_descriptor(b_ptr, shape=[N, P], strides=[ldb, 1], block_shape=[BK, BN])
    c = tl.make_tensor_descriptor(c_ptr, shape=[N, P], strides=[ldc, 1], block_shape=[BM, BN])
    m0 = tl.program_id(0) * BM
    n0 = tl.program_id(1) * BN
    rows = m0 + tl.arange(0, BM)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k0 in range(0, tl.minimum(m0 + BM, N), BK):
        # Past the edges a descriptor reads zeros.
        left = a.load([m0, k0])
        left = tl.where(rows[:, None] >= (k0 + tl.arange(0, BK))[None, :], left, tl.zeros_like(left))
        acc = tl.dot(left, b.load([k0, n0]), acc, input_precision="ieee")
    c.store([m0, n0], (acc * scale).to(c_ptr.dtype.element_ty))


def scratch(size: int, alignment: int, stream):
    return torch.empty(size, dtype=torch.int8, device="cuda")


def rows_of_16_bytes(x: torch.Tensor) -> torch.Tensor:
    """The same matrix with unit column stride and a row pitch that TMA accepts."""
    per = 16 // x.element_size()
    pitch = triton.cdiv(x.shape[1], per) * per
    if x.stride(1) == 1 and x.stride(0) == pitch and x.data_ptr() % 16 == 0:
        return x
    wide = torch.empty((x.shape[0], pitch), dtype=x.dtype, device=x.device)
    wide[:, : x.shape[1]].copy_(x)
    return wide


def tril_mm_and_scale(A, B, alpha, beta):
    triton.set_allocator(scratch)
    n, p = B.shape
    a, b = rows_of_16_bytes(A), rows_of_16_bytes(B)
    c = torch.empty_like(b)
    BM, BN, BK = 32, 32, 32
    tril_tma[(triton.cdiv(n, BM), triton.cdiv(p, BN))](
        a, b, c, n, p, a.stride(0), b.stride(0), c.stride(0), float(alpha * beta), BM=BM, BN=BN, BK=BK
    )
    return c[:, :p].contiguous() if c.shape[1] != p else c
