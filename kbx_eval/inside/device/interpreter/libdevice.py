"""CUDA's libdevice functions, evaluated by torch on the host. Symbols look like `__nv_tanhf` (float) and `__nv_tanh` (double)."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

_SAME = (
    "exp exp2 expm1 log log1p log2 log10 sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh erf erfc erfinv lgamma "
    "sqrt rsqrt ceil floor trunc round atan2 pow fmod fmax fmin copysign hypot isnan isinf signbit nextafter abs sinc"
).split()

_FUNCTIONS: dict[str, Callable[..., torch.Tensor]] = {name: getattr(torch, name) for name in _SAME} | {
    "fabs": torch.abs,
    "rint": torch.round,
    "nearbyint": torch.round,
    "round": lambda x: torch.copysign(torch.floor(x.abs() + 0.5), x),
    "llrint": lambda x: torch.round(x).long(),
    "tgamma": lambda x: torch.exp(torch.lgamma(x)) * torch.where((x < 0) & (torch.floor(x) % 2 != 0), -1.0, 1.0),
    "exp10": lambda x: torch.pow(torch.full_like(x, 10.0), x),
    "cbrt": lambda x: torch.copysign(torch.pow(x.abs(), 1 / 3), x),
    "j0": torch.special.bessel_j0,
    "j1": torch.special.bessel_j1,
    "y0": torch.special.bessel_y0,
    "y1": torch.special.bessel_y1,
    "cyl_bessel_i0": torch.special.i0,
    "cyl_bessel_i1": torch.special.i1,
    "erfcx": torch.special.erfcx,
    "erfcinv": lambda x: torch.erfinv(1 - x),
    "normcdf": torch.special.ndtr,
    "normcdfinv": torch.special.ndtri,
    "sinpi": lambda x: torch.sin(x * torch.pi),
    "cospi": lambda x: torch.cos(x * torch.pi),
    "remainder": lambda x, y: x - y * torch.round(x / y),
    "drem": lambda x, y: x - y * torch.round(x / y),
    "fdim": lambda x, y: torch.clamp(x - y, min=0),
    "fma": lambda x, y, z: (x.double() * y.double() + z.double()).to(x.dtype),
    "finite": torch.isfinite,
    "isfinited": torch.isfinite,
    "rcp": torch.reciprocal,
    "saturate": lambda x: x.clamp(0, 1),
    "ldexp": torch.ldexp,
    "popc": lambda x: sum((x >> bit) & 1 for bit in range(32)),
}


class UnsupportedLibdevice(RuntimeError):
    """The interpreter has no host version of this libdevice function."""


def evaluate(symbol: str, args: list[Any]) -> Any:
    """Apply the function called `symbol` to numpy arrays."""
    function = _find(symbol.removeprefix("__nv_"))
    if function is None:
        raise UnsupportedLibdevice(f"libdevice function {symbol} is not available without a GPU")
    tensors = [torch.from_numpy(np.ascontiguousarray(arg)) for arg in np.broadcast_arrays(*args)]
    with torch._C.DisableTorchFunction():
        return function(*tensors).numpy()


def _find(name: str) -> Callable[..., torch.Tensor] | None:
    bare = name.removeprefix("fast_")
    for rounding in ("_rn", "_rz", "_ru", "_rd"):
        bare = bare.removesuffix(rounding)
    for candidate in (bare, bare.removesuffix("f"), bare.removesuffix("d"), bare[1:]):
        if candidate in _FUNCTIONS:
            return _FUNCTIONS[candidate]
    return None
