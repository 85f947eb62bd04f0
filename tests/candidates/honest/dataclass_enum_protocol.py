# grid_sample_with_affine | correct | dataclasses, enums, a Protocol, TypeAlias, match statements and walrus around one gather kernel
from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, NamedTuple, Protocol, TypeAlias

import torch
import triton
import triton.language as tl

Size: TypeAlias = "tuple[int, int, int, int]"


class Mode(enum.Enum):
    BILINEAR = "bilinear"
    NEAREST = "nearest"


class Padding(enum.IntEnum):
    ZEROS = 0
    BORDER = 1
    REFLECTION = 2

    @classmethod
    def parse(cls, name: str) -> Padding:
        return cls[name.upper()]


class Geometry(NamedTuple):
    height: int
    width: int


class Launches(Protocol):
    def launch(self, *tensors: torch.Tensor) -> torch.Tensor: ...


@triton.jit
def place(t, size, PADDING: tl.constexpr, ALIGN: tl.constexpr):
    extent = size * 1.0
    if ALIGN:
        t = (t + 1.0) * 0.5 * (extent - 1.0)
        edge = 0.0
        span = extent - 1.0
    else:
        t = ((t + 1.0) * extent - 1.0) * 0.5
        edge = -0.5
        span = extent
    if PADDING == 2:
        step = tl.maximum(span, 0.5)
        t = tl.abs(t - edge)
        t = t - 2.0 * step * tl.floor(t / (2.0 * step))
        t = tl.where(t > span, 2.0 * span - t, t) + edge
    if PADDING >= 1:
        t = tl.minimum(tl.maximum(t, 0.0), extent - 1.0)
    return t


@triton.jit
def corner(x, base, iy, ix, H, W, sh, sw, live):
    ok = live & (iy >= 0) & (iy < H) & (ix >= 0) & (ix < W)
    return tl.load(x + base + iy.to(tl.int64) * sh + ix.to(tl.int64) * sw, mask=ok, other=0.0)


@triton.jit
def affine_sample(
    x, theta, y, C, H, W, OH, OW, sn, sc, sh, sw, tn, tr, tc, total,
    NEAREST: tl.constexpr, PADDING: tl.constexpr, ALIGN: tl.constexpr, BLOCK: tl.constexpr,
):
    at = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    live = at < total
    j = (at % OW).to(tl.float32)
    i = (at // OW % OH).to(tl.float32)
    c = at // OW // OH % C
    n = at // OW // OH // C
    if ALIGN:
        u = tl.where(OW > 1, 2.0 * j / tl.maximum(OW - 1.0, 1.0) - 1.0, 0.0)
        v = tl.where(OH > 1, 2.0 * i / tl.maximum(OH - 1.0, 1.0) - 1.0, 0.0)
    else:
        u = (2.0 * j + 1.0) / (OW * 1.0) - 1.0
        v = (2.0 * i + 1.0) / (OH * 1.0) - 1.0
    t = theta + n * tn
    gx = tl.load(t, mask=live, other=0.0) * u + tl.load(t + tc, mask=live, other=0.0) * v + tl.load(t + 2 * tc, mask=live, other=0.0)
    gy = tl.load(t + tr, mask=live, other=0.0) * u + tl.load(t + tr + tc, mask=live, other=0.0) * v + tl.load(t + tr + 2 * tc, mask=live, other=0.0)
    px = place(gx, W, PADDING, ALIGN)
    py = place(gy, H, PADDING, ALIGN)
    px = tl.minimum(tl.maximum(px, -4.0), W + 4.0)
    py = tl.minimum(tl.maximum(py, -4.0), H + 4.0)
    base = n * sn + c * sc
    if NEAREST:
        value = corner(x, base, tl.floor(py + 0.5).to(tl.int32), tl.floor(px + 0.5).to(tl.int32), H, W, sh, sw, live)
    else:
        fx, fy = tl.floor(px), tl.floor(py)
        ix, iy = fx.to(tl.int32), fy.to(tl.int32)
        wx, wy = px - fx, py - fy
        value = (1.0 - wy) * ((1.0 - wx) * corner(x, base, iy, ix, H, W, sh, sw, live) + wx * corner(x, base, iy, ix + 1, H, W, sh, sw, live))
        value += wy * ((1.0 - wx) * corner(x, base, iy + 1, ix, H, W, sh, sw, live) + wx * corner(x, base, iy + 1, ix + 1, H, W, sh, sw, live))
    tl.store(y + at, value, mask=live)


@dataclass(frozen=True, slots=True)
class Sampler:
    mode: Mode
    padding: Padding
    align: bool
    block: int = 256
    notes: dict[str, Any] = field(default_factory=dict, compare=False)
    WARPS: ClassVar[Final[int]] = 4

    def launch(self, input: torch.Tensor, theta: torch.Tensor, size: Size) -> torch.Tensor:
        batch, channels, *rest = size
        geometry = Geometry(*rest)
        y = torch.empty((batch, channels, *geometry), dtype=input.dtype, device=input.device)
        if (total := y.numel()) == 0:
            return y
        match self.mode:
            case Mode.NEAREST:
                nearest = True
            case Mode.BILINEAR:
                nearest = False
        affine_sample[(triton.cdiv(total, self.block),)](
            input, theta, y, channels, input.shape[2], input.shape[3], geometry.height, geometry.width,
            *input.stride(), *theta.stride(), total,
            NEAREST=nearest, PADDING=int(self.padding), ALIGN=self.align, BLOCK=self.block, num_warps=self.WARPS,
        )
        return y


def grid_sample_with_affine(input, theta, size, mode="bilinear", padding_mode="zeros", align_corners=False):
    sampler: Launches = Sampler(Mode(mode), Padding.parse(padding_mode), align_corners)
    return sampler.launch(input, theta, tuple(size))
