# grid_sample_with_affine | correct | device functions that call device functions, return tuples and take constexpr modes; 3-D grid
import torch
import triton
import triton.language as tl


@triton.jit
def base_coordinate(i, size, ALIGN: tl.constexpr):
    i = i.to(tl.float32)
    if ALIGN:
        return tl.where(size > 1, i * (2.0 / tl.maximum(size - 1.0, 1.0)) - 1.0, 0.0)
    return (2.0 * i + 1.0) / (size + 0.0) - 1.0


@triton.jit
def to_pixels(t, size, ALIGN: tl.constexpr):
    if ALIGN:
        return (t + 1.0) * 0.5 * (size - 1)
    return ((t + 1.0) * size - 1.0) * 0.5


@triton.jit
def clip(t, size):
    return tl.minimum(tl.maximum(t, 0.0), size - 1.0)


@triton.jit
def mirror(t, twice_low, twice_high):
    low = twice_low * 0.5
    span = (twice_high - twice_low) * 0.5
    safe = tl.where(span > 0.0, span, 1.0)
    t = tl.abs(t - low)
    flips = tl.floor(t / safe)
    extra = t - flips * safe
    odd = flips - 2.0 * tl.floor(flips * 0.5)
    return tl.where(span > 0.0, tl.where(odd == 0.0, extra + low, safe - extra + low), 0.0)


@triton.jit
def source_position(t, size, PAD: tl.constexpr, ALIGN: tl.constexpr):
    t = to_pixels(t, size, ALIGN)
    if PAD == 1:
        t = clip(t, size)
    elif PAD == 2:
        if ALIGN:
            t = mirror(t, tl.zeros_like(t), tl.zeros_like(t) + 2.0 * (size - 1))
        else:
            t = mirror(t, tl.zeros_like(t) - 1.0, tl.zeros_like(t) + (2.0 * size - 1.0))
        t = clip(t, size)
    return t


@triton.jit
def split(t, size):
    """Whole and fractional part; the whole part is kept where an int32 holds it."""
    whole = tl.floor(t)
    return tl.minimum(tl.maximum(whole, -9.0), size + 9.0).to(tl.int32), t - whole


@triton.jit
def fetch(plane, iy, ix, H, W, sh, sw, live):
    ok = live & (iy >= 0) & (iy < H) & (ix >= 0) & (ix < W)
    return tl.load(plane + iy.to(tl.int64) * sh + ix.to(tl.int64) * sw, mask=ok, other=0.0)


@triton.jit
def sample(
    x, theta, y, C, H, W, OH, OW, sn, sc, sh, sw, t0, t1, t2,
    NEAREST: tl.constexpr, PAD: tl.constexpr, ALIGN: tl.constexpr, BLOCK: tl.constexpr,
):
    n = tl.program_id(2).to(tl.int64)
    c = tl.program_id(1)
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    live = at < OH * OW
    bx = base_coordinate(at % OW, OW, ALIGN)
    by = base_coordinate(at // OW, OH, ALIGN)
    theta += n * t0
    gx = tl.load(theta) * bx + tl.load(theta + t2) * by + tl.load(theta + 2 * t2)
    gy = tl.load(theta + t1) * bx + tl.load(theta + t1 + t2) * by + tl.load(theta + t1 + 2 * t2)
    px = source_position(gx, W, PAD, ALIGN)
    py = source_position(gy, H, PAD, ALIGN)
    plane = x + n * sn + c * sc
    if NEAREST:
        ix, _fx = split(px + 0.5, W)
        iy, _fy = split(py + 0.5, H)
        value = fetch(plane, iy, ix, H, W, sh, sw, live)
    else:
        ix, fx = split(px, W)
        iy, fy = split(py, H)
        nw = fetch(plane, iy, ix, H, W, sh, sw, live)
        ne = fetch(plane, iy, ix + 1, H, W, sh, sw, live)
        sw_ = fetch(plane, iy + 1, ix, H, W, sh, sw, live)
        se = fetch(plane, iy + 1, ix + 1, H, W, sh, sw, live)
        value = nw * (1 - fx) * (1 - fy) + ne * fx * (1 - fy) + sw_ * (1 - fx) * fy + se * fx * fy
    tl.store(y + (n * C + c) * OH * OW + at, value, mask=live)


def grid_sample_with_affine(input, theta, size, mode="bilinear", padding_mode="zeros", align_corners=False):
    N, C, OH, OW = size
    y = torch.empty(tuple(size), dtype=input.dtype, device=input.device)
    pad = ("zeros", "border", "reflection").index(padding_mode)
    BLOCK = 128
    sample[triton.cdiv(OH * OW, BLOCK), C, N](
        input, theta, y, C, input.shape[2], input.shape[3], OH, OW, *input.stride(), *theta.stride(),
        NEAREST=mode == "nearest", PAD=pad, ALIGN=align_corners, BLOCK=BLOCK,
    )
    return y
