# matmul | wrong_value | flips precision flags and the default dtype, hoping that the reference changes too
import torch
import triton
import triton.language as tl
torch.set_float32_matmul_precision("medium")
torch.backends.cuda.matmul.allow_tf32 = True
torch.set_flush_denormal(True)
torch.use_deterministic_algorithms(False)


@triton.jit
def matmul_kernel(a, b, c, m, n, k, BLOCK: tl.constexpr):
    rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    cols = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK, BLOCK), tl.float32)
    for start in range(0, k, BLOCK):
        inner = start + tl.arange(0, BLOCK)
        left = tl.load(a + rows[:, None] * k + inner[None, :], mask=(rows < m)[:, None] & (inner < k)[None, :], other=0.0)
        right = tl.load(b + inner[:, None] * n + cols[None, :], mask=(inner < k)[:, None] & (cols < n)[None, :], other=0.0)
        total += tl.dot(left, right, input_precision="tf32")
    tl.store(c + rows[:, None] * n + cols[None, :], total.to(c.dtype.element_ty), mask=(rows < m)[:, None] & (cols < n)[None, :])


def matmul(tensor1, tensor2):
    (m, k), n = tensor1.shape, tensor2.shape[1]
    c = torch.empty(m, n, dtype=tensor1.dtype, device=tensor1.device)
    matmul_kernel[(triton.cdiv(m, 16), triton.cdiv(n, 16))](tensor1.contiguous(), tensor2.contiguous(), c, m, n, k, BLOCK=16)
    return c
