# matmul | correct | split-K with atomics under autotune(reset_to_zero=[...]): tuning must not add up twice
import torch
import triton
import triton.language as tl


@triton.autotune(
    configs=[
        triton.Config({"BLOCK": 32, "BK": 32, "SPLIT": 2}, num_warps=4),
        triton.Config({"BLOCK": 32, "BK": 16, "SPLIT": 4}, num_warps=2),
    ],
    key=["m", "n", "k"],
    reset_to_zero=["c_ptr"],
)
@triton.jit
def splitk_kernel(
    a_ptr, b_ptr, c_ptr, m, n, k, sa0, sa1, sa2, sb0, sb1, sb2,
    BLOCK: tl.constexpr, BK: tl.constexpr, SPLIT: tl.constexpr,
):
    pid = tl.program_id(axis=0)
    part = tl.program_id(axis=1)
    batch = tl.program_id(axis=2).to(tl.int64)
    across = tl.cdiv(n, BLOCK)
    rows = pid // across * BLOCK + tl.arange(0, BLOCK)
    cols = pid % across * BLOCK + tl.arange(0, BLOCK)
    total = tl.zeros([BLOCK, BLOCK], dtype=tl.float32)
    for start in range(part * BK, k, SPLIT * BK):
        ks = start + tl.arange(0, BK)
        a = tl.load(a_ptr + batch * sa0 + rows[:, None] * sa1 + ks[None, :] * sa2, mask=(rows < m)[:, None] & (ks < k)[None, :], other=0.0)
        b = tl.load(b_ptr + batch * sb0 + ks[:, None] * sb1 + cols[None, :] * sb2, mask=(ks < k)[:, None] & (cols < n)[None, :], other=0.0)
        total = tl.dot(a, b, total, input_precision="ieee")
    c = c_ptr + batch * m * n + rows[:, None] * n + cols[None, :]
    tl.atomic_add(c, total, mask=(rows < m)[:, None] & (cols < n)[None, :], sem="relaxed")


@triton.jit
def round_kernel(src, dst, size, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(dst + i, tl.load(src + i, mask=i < size).to(dst.dtype.element_ty), mask=i < size)


def matmul(tensor1, tensor2):
    a, b = tensor1, tensor2
    if a.dim() == 1:
        a = a.view(1, -1) if a.is_contiguous() else a[None]
    if b.dim() == 1:
        b = b[:, None]
    m, k, n = a.shape[-2], a.shape[-1], b.shape[-1]
    batch = torch.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    a = a.broadcast_to(batch + (m, k)).reshape(-1, m, k)
    b = b.broadcast_to(batch + (k, n)).reshape(-1, k, n)
    acc = torch.zeros((a.shape[0], m, n), dtype=torch.float32, device=a.device)
    splitk_kernel[lambda M: (triton.cdiv(m, M["BLOCK"]) * triton.cdiv(n, M["BLOCK"]), M["SPLIT"], a.shape[0])](
        a, b, acc, m, n, k, *a.stride(), *b.stride()
    )
    if tensor1.dtype is not torch.float32:
        rounded = torch.empty_like(acc, dtype=tensor1.dtype)
        round_kernel[(triton.cdiv(acc.numel(), 1024),)](acc, rounded, acc.numel(), BLOCK=1024)
        acc = rounded
    shape = list(batch)
    if tensor1.dim() > 1:
        shape.append(m)
    if tensor2.dim() > 1:
        shape.append(n)
    return acc.reshape(shape)
