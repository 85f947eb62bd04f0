"""Resample images through an affine map of normalised coordinates: an affine grid of the given size, then sampling `input` on it.

`input`: float32 images (N, C, Hin, Win), any memory layout. `theta`: float32 maps (N, 2, 3). `size`: shape (N, C, H, W) of the result.
`mode`: "bilinear" or "nearest". `padding_mode`: "zeros", "border" or "reflection". No argument is written; the result is a new tensor.

Normalised coordinates: with `align_corners` -1 and 1 are the centres of the first and last pixel: column i of W is at
2 i / (W - 1) - 1 (at 0 if W = 1). Without it they are the outer edges: column i is at (2 i + 1) / W - 1. Rows alike.
For each output pixel at normalised (x, y): x' = theta[0,0] x + theta[0,1] y + theta[0,2] and y' = theta[1,0] x + theta[1,1] y + theta[1,2].
The position in input pixels is (x' + 1) / 2 * (Win - 1) with `align_corners`, else ((x' + 1) * Win - 1) / 2; y' alike with Hin.
Outside the image, "zeros" reads 0 at every pixel that does not exist, "border" first clamps the position to [0, Win - 1], and "reflection"
first mirrors it, as often as needed, at 0 and Win - 1 with `align_corners` (to 0 if Win = 1), else at -1/2 and Win - 1/2, and then clamps.
"bilinear" weighs the four pixels around the position; "nearest" takes the pixel of the position rounded to the nearest integer.

Compute coordinates and weights in float32, accurately: they decide the result.
"""

import torch
import torch.nn.functional as F

from kbx_eval.suite import Call, Case, Cost, numel

DIFFICULTY = 4

CASES = [
    Case(shape=(2, 3, 8, 9), height=7, width=6),
    Case(shape=(1, 1, 1, 1), height=1, width=1),
    Case(shape=(1, 2, 7, 5), height=9, width=33, options={"align_corners": True}),
    Case(shape=(1, 1, 5, 1), height=1, width=4, options={"align_corners": True, "padding_mode": "reflection"}),
    Case(shape=(2, 1, 6, 11), height=8, width=5, options={"padding_mode": "border"}, spread=2.0),
    Case(shape=(3, 2, 5, 6), height=6, width=4, options={"padding_mode": "reflection"}, spread=2.0),
    Case(shape=(1, 3, 5, 7), height=4, width=9, options={"padding_mode": "reflection", "align_corners": True}, spread=2.0),
    Case(shape=(2, 2, 16, 8), height=4, width=4, options={"mode": "nearest"}, exact=True),
    Case(shape=(2, 2, 8, 8), height=4, width=4, options={"mode": "nearest", "padding_mode": "reflection"}, exact=True),
    Case(shape=(1, 2, 9, 9), height=5, width=5, options={"mode": "nearest", "padding_mode": "border", "align_corners": True}, exact=True),
    Case(shape=(1, 2, 12, 10), height=19, width=23, layout="strided"),
    Case(shape=(2, 2, 9, 7), height=6, width=6, layout="transposed", scale=1e4),
]
TIMED = [Case(shape=(1, 3, 256, 256), height=size, width=size) for size in (32, 256, 1024)] + [
    Case(shape=(16, 64, 256, 256), height=256, width=256)
]


def inputs(case: Case, rng: torch.Generator) -> Call:
    batch, channels = case.shape[:2]
    theta = torch.eye(2, 3) + case.get("spread", 0.5) * torch.randn(batch, 2, 3, generator=rng)
    if case.get("exact"):
        # Quarters, shifted by 1/32: every position is exact in float32 and none is a tie, so "nearest" is the same for everyone.
        theta = case.randint(-6, 7, batch, 2, 3, rng=rng) / 4
        theta[..., 2] += 1 / 32
    # Neighbours differ by less than their size: a position's own rounding, some float32 epsilons of the image's width, stays in tolerance.
    images = case.rand(*case.shape, rng=rng, low=case.scale, high=2 * case.scale)
    return Call((images, theta, (batch, channels, case.height, case.width)), case.get("options", {}))


def reference(
    input: torch.Tensor,
    theta: torch.Tensor,
    size: tuple[int, int, int, int],
    mode: str = "bilinear",
    padding_mode: str = "zeros",
    align_corners: bool = False,
) -> torch.Tensor:
    grid = F.affine_grid(theta, list(size), align_corners=align_corners)
    return F.grid_sample(input, grid, mode=mode, padding_mode=padding_mode, align_corners=align_corners)


def cost(case: Case) -> Cost:
    written = numel(*case.shape[:2]) * case.height * case.width
    return Cost(bytes=(numel(*case.shape) + written + 6 * case.shape[0]) * case.itemsize, flops=8 * written)
