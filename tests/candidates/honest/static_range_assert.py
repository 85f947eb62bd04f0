# avg_pool1d | correct | tl.static_range over the window, tl.static_assert on the tile, tl.device_assert on the grid
import torch
import triton
import triton.language as tl


@triton.jit
def pool_unrolled(
    x, y, channels, length, outputs, s_b, s_c, s_l,
    WINDOW: tl.constexpr, STRIDE: tl.constexpr, PADDING: tl.constexpr, BLOCK: tl.constexpr,
):
    tl.static_assert(BLOCK & (BLOCK - 1) == 0, "BLOCK has to be a power of two")
    tl.static_assert(PADDING * 2 <= WINDOW)
    line = tl.program_id(1).to(tl.int64)
    tl.device_assert(tl.num_programs(0) * BLOCK >= outputs, "the grid does not cover the outputs")
    o = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    base = x + (line // channels) * s_b + (line % channels) * s_c
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for tap in tl.static_range(WINDOW):
        i = o * STRIDE + (tap - PADDING)
        if PADDING > 0:
            ok = (o < outputs) & (i >= 0) & (i < length)
        else:
            ok = o < outputs
        total += tl.load(base + i.to(tl.int64) * s_l, mask=ok, other=0.0).to(tl.float32)
    tl.store(y + line * outputs + o, (total * (1.0 / WINDOW)).to(y.dtype.element_ty), mask=o < outputs)


def avg_pool1d(input, kernel_size, stride=None, padding=0):
    stride = kernel_size if stride is None else stride
    x = input if input.dim() == 3 else input[None, ...]
    B, C, L = x.shape
    O = (L + 2 * padding - kernel_size) // stride + 1
    y = x.new_empty((B, C, O))
    BLOCK = 256 if O > 128 else 128
    pool_unrolled[(triton.cdiv(O, BLOCK), B * C)](
        x, y, C, L, O, *x.stride(), WINDOW=kernel_size, STRIDE=stride, PADDING=padding, BLOCK=BLOCK
    )
    return y if input.dim() == 3 else y[0]
