# matmul | correct | three-dimensional tl.dot over a tile of batches, tl.trans/permute of a tile loaded the other way round
import torch
import triton
import triton.language as tl


@triton.jit
def bmm(a, b, c, Z, M, N, K, a0, a1, a2, b0, b1, b2, BZ: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    z = (tl.program_id(2) * BZ + tl.arange(0, BZ)).to(tl.int64)[:, None, None]
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BZ, BM, BN), tl.float32)
    for k0 in range(0, K, BK):
        k = k0 + tl.arange(0, BK)
        x = tl.load(
            a + z * a0 + m[None, :, None] * a1 + k[None, None, :] * a2,
            mask=(z < Z) & (m < M)[None, :, None] & (k < K)[None, None, :], other=0.0,
        )
        # Loaded as (batch, n, k) and turned: what a kernel does for a transposed weight.
        y = tl.load(
            b + z * b0 + k[None, None, :] * b1 + n[None, :, None] * b2,
            mask=(z < Z) & (n < N)[None, :, None] & (k < K)[None, None, :], other=0.0,
        )
        acc += tl.dot(x, tl.permute(y, (0, 2, 1)), input_precision="ieee")
    at = c + (z * M + m[None, :, None]) * N + n[None, None, :]
    tl.store(at, acc.to(c.dtype.element_ty), mask=(z < Z) & (m < M)[None, :, None] & (n < N)[None, None, :])


def matmul(tensor1, tensor2):
    a = torch.atleast_2d(tensor1)
    b = tensor2.unsqueeze(-1) if tensor2.dim() == 1 else tensor2
    M, K, N = a.shape[-2], a.shape[-1], b.shape[-1]
    lead = torch.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    a = a.expand(lead + (M, K)).reshape(-1, M, K)
    b = b.expand(lead + (K, N)).reshape(-1, K, N)
    Z = a.shape[0]
    c = torch.empty((Z, M, N), dtype=a.dtype, device=a.device)
    BZ = 2 if Z > 1 else 1
    bmm[(triton.cdiv(M, 16), triton.cdiv(N, 16), triton.cdiv(Z, BZ))](
        a, b, c, Z, M, N, K, *a.stride(), *b.stride(), BZ=BZ, BM=16, BN=16, BK=32, num_warps=4
    )
    return c.view(lead + (M,) * (tensor1.dim() > 1) + (N,) * (tensor2.dim() > 1))
