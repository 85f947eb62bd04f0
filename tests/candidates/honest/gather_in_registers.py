# avg_pool1d | correct | tl.gather picks the taps of every window out of one tile that was loaded once
import torch
import triton
import triton.language as tl


@triton.jit
def pool_gather(x, y, C, L, O, sb, sc, sl, stride, padding, K, per_program, TILE: tl.constexpr):
    line = tl.program_id(1).to(tl.int64)
    first = tl.program_id(0) * per_program
    lane = tl.arange(0, TILE)
    position = first * stride - padding + lane
    inside = (position >= 0) & (position < L)
    tile = tl.load(x + line // C * sb + line % C * sc + position.to(tl.int64) * sl, mask=inside, other=0.0).to(tl.float32)
    total = tl.zeros((TILE,), tl.float32)
    for k in range(0, K):
        # Lanes past the outputs of this program pick something that is not stored.
        total += tl.gather(tile, tl.minimum(lane * stride + k, TILE - 1), 0)
    o = first + lane
    tl.store(y + line * O + o, (total / K).to(y.dtype.element_ty), mask=(lane < per_program) & (o < O))


def avg_pool1d(input, kernel_size, stride=None, padding=0):
    stride = stride or kernel_size
    x = input.view(1, *input.shape) if input.dim() == 2 else input
    B, C, L = x.shape
    O = (L + 2 * padding - kernel_size) // stride + 1
    tile = max(256, triton.next_power_of_2(kernel_size + stride))
    per_program = (tile - kernel_size) // stride + 1
    y = torch.empty((*input.shape[:-1], O), dtype=x.dtype, device=x.device)
    pool_gather[(triton.cdiv(O, per_program), B * C)](x, y, C, L, O, *x.stride(), stride, padding, kernel_size, per_program, TILE=tile)
    return y
