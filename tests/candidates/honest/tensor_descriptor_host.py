# softmax | correct | host-side TensorDescriptor arguments (triton.tools.tensor_descriptor); short rows only, longer ones take an ordinary kernel
import torch
import triton
import triton.language as tl
from triton.tools.tensor_descriptor import TensorDescriptor


@triton.jit
def by_descriptor(src, dst, n, ROWS: tl.constexpr, COLS: tl.constexpr):
    r0 = tl.program_id(0) * ROWS
    x = src.load([r0, 0]).to(tl.float32)
    keep = tl.arange(0, COLS)[None, :] < n
    x = tl.where(keep, x, float("-inf"))
    e = tl.exp(x - tl.max(x, axis=1)[:, None])
    y = e / tl.sum(e, axis=1)[:, None]
    dst.store([r0, 0], y.to(dst.dtype))


@triton.jit
def by_pointer(x, y, n, inner, so, sn, si, ACC: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    i = tl.arange(0, BLOCK).to(tl.int64)
    v = tl.load(x + row // inner * so + row % inner * si + i * sn, mask=i < n, other=float("-inf")).to(ACC)
    e = tl.exp(v - tl.max(v, axis=0))
    tl.store(y + row // inner * n * inner + row % inner + i * inner, (e / tl.sum(e, axis=0)).to(y.dtype.element_ty), mask=i < n)


def softmax(input, dim, dtype=None):
    dim %= input.dim()
    y = torch.empty(input.shape, dtype=dtype or input.dtype, device=input.device)
    n, inner = input.shape[dim], input.shape[dim + 1 :].numel()
    x = input.reshape(-1, n, inner)
    cols = triton.next_power_of_2(n)
    aligned = (n * input.element_size()) % 16 == 0 and (n * y.element_size()) % 16 == 0 and x.data_ptr() % 16 == 0
    if inner == 1 and x.stride(1) == 1 and x.stride(0) == n and aligned and cols <= 256 and y.dtype == input.dtype:
        rows = 4
        source = TensorDescriptor.from_tensor(x.view(-1, n), [rows, cols])
        target = TensorDescriptor.from_tensor(y.view(-1, n), [rows, cols])
        by_descriptor[(triton.cdiv(x.shape[0], rows),)](source, target, n, ROWS=rows, COLS=cols)
    else:
        acc = tl.float64 if y.dtype == torch.float64 else tl.float32
        by_pointer[(x.shape[0] * inner,)](x, y, n, inner, *x.stride(), ACC=acc, BLOCK=cols)
    return y
