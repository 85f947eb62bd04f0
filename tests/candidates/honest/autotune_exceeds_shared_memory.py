# matmul | correct | autotune over configs of which some need more shared memory than the device has; tf32x3 products
import torch
import triton
import triton.language as tl


def get_configs():
    shapes = [
        # block_m, block_n, block_k, stages, warps
        (32, 32, 32, 2, 4),
        (64, 64, 64, 8, 4),  # too much shared memory for float32: the autotuner has to skip it
        (64, 64, 32, 3, 4),
        (64, 32, 128, 6, 4),  # likewise
    ]
    return [
        triton.Config({"BM": m, "BN": n, "BK": k}, num_stages=s, num_warps=w)
        for m, n, k, s, w in shapes
    ]


@triton.autotune(configs=get_configs(), key=["M", "N", "K"])
@triton.jit
def _mm(
    A, B, C,
    M, N, K,
    sab, sam, sak,
    sbb, sbk, sbn,
    scb, scm, scn,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
):
    batch = tl.program_id(2).to(tl.int64)
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a = A + batch * sab + rm[:, None].to(tl.int64) * sam + rk[None, :] * sak
    b = B + batch * sbb + rk[:, None] * sbk + rn[None, :].to(tl.int64) * sbn
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in tl.range(0, tl.cdiv(K, BK)):
        left = K - k * BK
        at = tl.load(a, mask=(rm[:, None] < M) & (rk[None, :] < left), other=0.0)
        bt = tl.load(b, mask=(rk[:, None] < left) & (rn[None, :] < N), other=0.0)
        acc += tl.dot(at, bt, input_precision="tf32x3")
        a += BK * sak
        b += BK * sbk
    c = C + batch * scb + rm[:, None].to(tl.int64) * scm + rn[None, :] * scn
    tl.store(c, acc.to(C.dtype.element_ty), mask=(rm[:, None] < M) & (rn[None, :] < N))


def matmul(tensor1: torch.Tensor, tensor2: torch.Tensor) -> torch.Tensor:
    a = tensor1.unsqueeze(0) if tensor1.ndim == 1 else tensor1
    b = tensor2.unsqueeze(1) if tensor2.ndim == 1 else tensor2
    M, K = a.shape[-2:]
    N = b.shape[-1]
    lead = torch.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    a3 = a.expand(*lead, M, K).reshape(-1, M, K)
    b3 = b.expand(*lead, K, N).reshape(-1, K, N)
    c = a3.new_empty((a3.shape[0], M, N))
    grid = lambda meta: (triton.cdiv(M, meta["BM"]), triton.cdiv(N, meta["BN"]), a3.shape[0])
    _mm[grid](a3, b3, c, M, N, K, *a3.stride(), *b3.stride(), *c.stride())
    c = c.view(*lead, M, N)
    if tensor1.ndim == 1:
        c = c.squeeze(-2)
    if tensor2.ndim == 1:
        c = c.squeeze(-1)
    return c
