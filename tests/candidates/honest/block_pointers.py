# matmul | correct | tl.make_block_ptr with boundary checks, order, tl.advance (the older API that models still write)
import torch
import triton
import triton.language as tl


@triton.jit
def mm(a_ptr, b_ptr, c_ptr, M, N, K, ab, am, ak, bb, bk, bn, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    z = tl.program_id(2).to(tl.int64)
    pm, pn = tl.program_id(0), tl.program_id(1)
    a = tl.make_block_ptr(a_ptr + z * ab, shape=(M, K), strides=(am, ak), offsets=(pm * BM, 0), block_shape=(BM, BK), order=(1, 0))
    b = tl.make_block_ptr(b_ptr + z * bb, shape=(K, N), strides=(bk, bn), offsets=(0, pn * BN), block_shape=(BK, BN), order=(1, 0))
    acc = tl.zeros((BM, BN), tl.float32)
    for _ in range(0, tl.cdiv(K, BK)):
        av = tl.load(a, boundary_check=(0, 1), padding_option="zero")
        bv = tl.load(b, boundary_check=(0, 1), padding_option="zero")
        acc += tl.dot(av, bv, input_precision="ieee")
        a = tl.advance(a, (0, BK))
        b = tl.advance(b, (BK, 0))
    c = tl.make_block_ptr(c_ptr + z * M * N, shape=(M, N), strides=(N, 1), offsets=(pm * BM, pn * BN), block_shape=(BM, BN), order=(1, 0))
    tl.store(c, acc.to(c_ptr.dtype.element_ty), boundary_check=(0, 1))


def matmul(tensor1, tensor2):
    squeeze1, squeeze2 = tensor1.dim() == 1, tensor2.dim() == 1
    a = tensor1.unsqueeze(0) if squeeze1 else tensor1
    b = tensor2.unsqueeze(-1) if squeeze2 else tensor2
    lead = torch.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    M, K, N = a.shape[-2], a.shape[-1], b.shape[-1]
    a = a.expand(*lead, M, K).reshape(-1, M, K)
    b = b.expand(*lead, K, N).reshape(-1, K, N)
    c = torch.empty((a.shape[0], M, N), dtype=a.dtype, device=a.device)
    grid = [triton.cdiv(M, 32), triton.cdiv(N, 32), a.shape[0]]  # a list works as well as a tuple
    mm[grid](a, b, c, M, N, K, *a.stride(), *b.stride(), BM=32, BN=32, BK=32)
    c = c.view(*lead, M, N)
    if squeeze2:
        c = c.squeeze(-1)
    if squeeze1:
        c = c.squeeze(-2 if not squeeze2 else -1)
    return c
