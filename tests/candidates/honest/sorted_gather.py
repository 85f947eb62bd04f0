# index_select | correct | tl.sort orders packed (index, position) keys within a block, so that neighbouring programs read neighbouring slices
import torch
import triton
import triton.language as tl


@triton.jit(do_not_specialize=["count"])
def order_kernel(index, packed, count, SHIFT: tl.constexpr, BLOCK: tl.constexpr):
    first = tl.program_id(0) * BLOCK
    i = first + tl.arange(0, BLOCK)
    key = tl.load(index + i, mask=i < count, other=0).to(tl.int64)
    key = tl.where(i < count, key, 1 << 40)
    key = (key << SHIFT) | tl.arange(0, BLOCK).to(tl.int64)
    key = tl.sort(key)
    tl.store(packed + i, key, mask=i < count)


@triton.jit(do_not_specialize=["count", "inner", "s0", "s1", "s2"])
def copy_kernel(x, packed, y, count, inner, s0, s1, s2, SHIFT: tl.constexpr, BLOCK: tl.constexpr, INNER: tl.constexpr):
    slot = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    outer = tl.program_id(1).to(tl.int64)
    live = slot < count
    key = tl.load(packed + slot, mask=live, other=0)
    source = key >> SHIFT
    position = tl.program_id(0) * BLOCK + (key & ((1 << SHIFT) - 1))
    for start in range(0, inner, INNER):
        c = (start + tl.arange(0, INNER)).to(tl.int64)
        ok = live[:, None] & (c < inner)[None, :]
        v = tl.load(x + outer * s0 + source[:, None] * s1 + c[None, :] * s2, mask=ok)
        tl.store(y + (outer * count + position)[:, None] * inner + c[None, :], v, mask=ok)


def index_select(input, dim, index):
    dim %= input.dim()
    outer, inner = input.shape[:dim].numel(), input.shape[dim + 1 :].numel()
    x = input.reshape(outer, input.shape[dim], inner)
    count = index.numel()
    y = torch.empty((*input.shape[:dim], count, *input.shape[dim + 1 :]), dtype=input.dtype, device=input.device)
    packed = torch.empty(count, dtype=torch.int64, device=input.device)
    block = 32
    order_kernel[(triton.cdiv(count, block),)](index, packed, count, SHIFT=5, BLOCK=block)
    copy_kernel[(triton.cdiv(count, block), outer)](
        x, packed, y, count, inner, *x.stride(), SHIFT=5, BLOCK=block, INNER=64
    )
    return y
