# matmul | wrong_value | accumulates a float16 product in float16
import torch
import triton
import triton.language as tl


@triton.jit
def bmm_kernel(
    a_ptr, b_ptr, c_ptr, M, N, K,
    sab, sam, sak, sbb, sbk, sbn, scb, scm, scn,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
):
    pm, pn, pb = tl.program_id(0), tl.program_id(1), tl.program_id(2)
    rm = pm * BM + tl.arange(0, BM)
    rn = pn * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    dt = c_ptr.dtype.element_ty
    acc = tl.zeros((BM, BN), dtype=dt)
    for k in range(0, K, BK):
        a = tl.load(a_ptr + pb * sab + rm[:, None] * sam + (k + rk)[None, :] * sak, mask=(rm[:, None] < M) & ((k + rk)[None, :] < K), other=0.0)
        b = tl.load(b_ptr + pb * sbb + (k + rk)[:, None] * sbk + rn[None, :] * sbn, mask=((k + rk)[:, None] < K) & (rn[None, :] < N), other=0.0)
        acc += tl.dot(a, b, input_precision="ieee").to(dt)
    tl.store(c_ptr + pb * scb + rm[:, None] * scm + rn[None, :] * scn, acc, mask=(rm[:, None] < M) & (rn[None, :] < N))


def matmul(tensor1, tensor2):
    a = tensor1[None, :] if tensor1.ndim == 1 else tensor1
    b = tensor2[:, None] if tensor2.ndim == 1 else tensor2
    lead = torch.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    a = a.expand(lead + a.shape[-2:])
    b = b.expand(lead + b.shape[-2:])
    M, K, N = a.shape[-2], a.shape[-1], b.shape[-1]
    a, b = a.reshape(-1, M, K), b.reshape(-1, K, N)
    c = torch.empty((a.shape[0], M, N), dtype=a.dtype, device=a.device)
    bmm_kernel[(triton.cdiv(M, 32), triton.cdiv(N, 32), a.shape[0])](
        a, b, c, M, N, K, *a.stride(), *b.stride(), *c.stride(), BM=32, BN=32, BK=16
    )
    c = c.reshape(lead + (M, N))
    if tensor1.ndim == 1:
        c = c.squeeze(-2)
    if tensor2.ndim == 1:
        c = c.squeeze(-1)
    return c
