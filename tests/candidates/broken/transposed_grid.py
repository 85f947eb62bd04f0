# matmul | wrong_value | grid is (N blocks, M blocks) while the kernel takes axis 0 for M
import torch
import triton
import triton.language as tl


@triton.jit
def matmul_kernel(a_ptr, b_ptr, c_ptr, M, N, K, sab, sam, sak, sbb, sbk, sbn, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    batch = tl.program_id(2)
    acc = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        rk = k + tl.arange(0, BK)
        a = tl.load(a_ptr + batch * sab + rm[:, None] * sam + rk[None, :] * sak, mask=(rm < M)[:, None] & (rk < K)[None, :], other=0.0)
        b = tl.load(b_ptr + batch * sbb + rk[:, None] * sbk + rn[None, :] * sbn, mask=(rk < K)[:, None] & (rn < N)[None, :], other=0.0)
        acc = tl.dot(a, b, acc, input_precision="ieee")
    tl.store(c_ptr + (batch * M + rm[:, None]) * N + rn[None, :], acc, mask=(rm < M)[:, None] & (rn < N)[None, :])


def matmul(tensor1, tensor2):
    a = tensor1.unsqueeze(0) if tensor1.dim() == 1 else tensor1
    b = tensor2.unsqueeze(-1) if tensor2.dim() == 1 else tensor2
    batch = torch.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    M, K = a.shape[-2:]
    N = b.shape[-1]
    a = a.expand(*batch, M, K).reshape(-1, M, K)
    b = b.expand(*batch, K, N).reshape(-1, K, N)
    c = torch.empty((a.shape[0], M, N), dtype=a.dtype, device=a.device)
    grid = (triton.cdiv(N, 16), triton.cdiv(M, 16), a.shape[0])
    matmul_kernel[grid](a, b, c, M, N, K, *a.stride(), *b.stride(), BM=16, BN=16, BK=32)
    c = c.view(*batch, M, N)
    if tensor1.dim() == 1:
        c = c.squeeze(-2)
    if tensor2.dim() == 1:
        c = c.squeeze(-1)
    return c
