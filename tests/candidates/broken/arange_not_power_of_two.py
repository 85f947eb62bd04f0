# softmax | compile_error | tl.arange over the row length, which is no power of two
import torch
import triton
import triton.language as tl


@triton.jit
def softmax_rows(x_ptr, y_ptr, N: tl.constexpr):
    row = tl.program_id(0)
    offs = row * N + tl.arange(0, N)
    x = tl.load(x_ptr + offs).to(tl.float32)
    x = x - tl.max(x, axis=0)
    e = tl.exp(x)
    tl.store(y_ptr + offs, e / tl.sum(e, axis=0))


def softmax(input: torch.Tensor, dim: int, dtype: torch.dtype = None):
    if dtype is not None:
        input = input.to(dtype)
    t = input.transpose(dim, -1).contiguous()
    y = torch.empty_like(t)
    softmax_rows[(t.numel() // t.shape[-1],)](t, y, t.shape[-1])
    return y.transpose(dim, -1)
