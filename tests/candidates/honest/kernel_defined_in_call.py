# std | correct | the kernel is defined inside the entry point, anew in every call, with constants captured from it
import torch
import triton
import triton.language as tl


def std(input, dim=None, correction=1, keepdim=False, out=None):
    rank = input.dim()
    dims = list(range(rank)) if dim is None else [dim % rank] if isinstance(dim, int) else sorted(d % rank for d in dim)
    rest = [d for d in range(rank) if d not in dims]
    x = input.permute(rest + dims).reshape(torch.Size([input.shape[d] for d in rest]).numel(), -1)
    rows, cols = x.shape
    y = torch.empty([1 if d in dims else input.shape[d] for d in range(rank) if keepdim or d not in dims], dtype=input.dtype, device=input.device)
    if out is not None:
        y = out
    BLOCK = tl.constexpr(min(1024, triton.next_power_of_2(cols)))

    @triton.jit
    def two_pass(x, y, cols, s0, s1, divisor):
        row = tl.program_id(0).to(tl.int64)
        x += row * s0
        i = tl.arange(0, BLOCK)
        total = tl.zeros((BLOCK,), tl.float32)
        for start in range(0, cols, BLOCK):
            total += tl.load(x + (start + i).to(tl.int64) * s1, mask=start + i < cols, other=0.0).to(tl.float32)
        mean = tl.sum(total, axis=0) / cols
        square = tl.zeros((BLOCK,), tl.float32)
        for start in range(0, cols, BLOCK):
            v = tl.load(x + (start + i).to(tl.int64) * s1, mask=start + i < cols, other=0.0).to(tl.float32)
            d = tl.where(start + i < cols, v - mean, 0.0)
            square += d * d
        tl.store(y + row, tl.sqrt(tl.sum(square, axis=0) / divisor).to(y.dtype.element_ty))

    two_pass[(rows,)](x, y, cols, x.stride(0), x.stride(1), float(max(0, cols - correction)))
    return y
