# matmul | correct | the entry point is called kernel_function; grouped (swizzled) program order with tl.swizzle2d
import torch
import triton
import triton.language as tl


@triton.jit
def _kernel(A, B, C, M, N, K, sab, sam, sak, sbb, sbk, sbn, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP_M: tl.constexpr):
    batch = tl.program_id(2).to(tl.int64)
    pm, pn = tl.swizzle2d(tl.program_id(0), tl.program_id(1), tl.num_programs(0), tl.num_programs(1), GROUP_M)
    rm = (pm * BM + tl.arange(0, BM)).to(tl.int64)
    rn = (pn * BN + tl.arange(0, BN)).to(tl.int64)
    # Rows and columns past the end wrap around: they are loaded, never stored.
    ram = tl.max_contiguous(tl.multiple_of(rm % M, BM), BM)
    rbn = tl.max_contiguous(tl.multiple_of(rn % N, BN), BN)
    rk = tl.arange(0, BK).to(tl.int64)
    A += batch * sab + ram[:, None] * sam + rk[None, :] * sak
    B += batch * sbb + rk[:, None] * sbk + rbn[None, :] * sbn
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(K, 0, -BK):
        a = tl.load(A, mask=rk[None, :] < k, other=0.0)
        b = tl.load(B, mask=rk[:, None] < k, other=0.0)
        acc = tl.dot(a, b, acc, input_precision="ieee")
        A += BK * sak
        B += BK * sbk
    tl.store(C + batch * M * N + rm[:, None] * N + rn[None, :], acc.to(C.dtype.element_ty), mask=(rm[:, None] < M) & (rn[None, :] < N))


def kernel_function(tensor1, tensor2):
    a = tensor1[None] if tensor1.dim() == 1 else tensor1
    b = tensor2[:, None] if tensor2.dim() == 1 else tensor2
    M, K, N = a.size(-2), a.size(-1), b.size(-1)
    batch = torch.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    a, b = a.expand(batch + (M, K)).flatten(0, -3) if batch else a[None], b.expand(batch + (K, N)).flatten(0, -3) if batch else b[None]
    c = torch.empty((a.size(0), M, N), device=a.device, dtype=a.dtype)
    _kernel[(triton.cdiv(M, 32), triton.cdiv(N, 32), a.size(0))](
        a, b, c, M, N, K, *a.stride(), *b.stride(), BM=32, BN=32, BK=32, GROUP_M=4
    )
    keep = ([M] if tensor1.dim() > 1 else []) + ([N] if tensor2.dim() > 1 else [])
    return c.reshape([*batch, *keep])
