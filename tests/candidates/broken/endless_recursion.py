# index_select | runtime_error | moves `dim` to the front by calling itself for ever
import torch
import triton
import triton.language as tl


@triton.jit
def copy_rows(x_ptr, idx_ptr, y_ptr, inner, BLOCK: tl.constexpr):
    j = tl.program_id(0)
    src = tl.load(idx_ptr + j)
    c = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + j * inner + c, tl.load(x_ptr + src * inner + c, mask=c < inner), mask=c < inner)


def index_select(input, dim, index):
    if dim != 0 or not input.is_contiguous():
        moved = input.movedim(dim, 0)
        return index_select(moved, 0, index).movedim(0, dim)
    inner = input.numel() // input.shape[0]
    y = torch.empty((index.numel(), *input.shape[1:]), dtype=input.dtype, device=input.device)
    copy_rows[(index.numel(), triton.cdiv(inner, 256))](input, index, y, inner, BLOCK=256)
    return y
