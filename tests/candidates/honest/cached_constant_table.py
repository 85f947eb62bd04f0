# cos | correct | coefficients and 2/pi live in a device table that is built once per device (lru_cache); it depends on no input
import functools
import math

import torch
import triton
import triton.language as tl


@functools.lru_cache(maxsize=None)
def coefficients(device: torch.device) -> torch.Tensor:
    """Taylor coefficients of cosine and sine in r^2, float64, then 2/pi and pi/2 in two pieces."""
    cosine = [(-1) ** k / math.factorial(2 * k) for k in range(9)]
    sine = [(-1) ** k / math.factorial(2 * k + 1) for k in range(9)]
    high = 1.5707963267948966
    low = 6.123233995736766e-17
    return torch.tensor(cosine + sine + [2 / math.pi, high, low], dtype=torch.float64, device=device)


@triton.jit
def cos_table_kernel(x_ptr, y_ptr, table_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n, other=0.0).to(tl.float64)
    k = tl.floor(x * tl.load(table_ptr + 18) + 0.5)
    r = x - k * tl.load(table_ptr + 19)
    r = r - k * tl.load(table_ptr + 20)
    z = r * r
    c = tl.zeros([BLOCK], tl.float64) + tl.load(table_ptr + 8)
    s = tl.zeros([BLOCK], tl.float64) + tl.load(table_ptr + 17)
    for j in tl.static_range(7, -1, -1):
        c = c * z + tl.load(table_ptr + j)
        s = s * z + tl.load(table_ptr + 9 + j)
    s = s * r
    quadrant = k - 4.0 * tl.floor(k * 0.25)
    y = tl.where(quadrant == 0.0, c, tl.where(quadrant == 1.0, -s, tl.where(quadrant == 2.0, -c, s)))
    y = tl.where(tl.abs(x) < 1e300, y, float("nan"))
    tl.store(y_ptr + i, y.to(tl.float32).to(y_ptr.dtype.element_ty), mask=i < n)


def cos(input_tensor: torch.Tensor) -> torch.Tensor:
    flat = input_tensor.contiguous().view(-1)
    y = torch.empty_like(flat)
    cos_table_kernel[(triton.cdiv(flat.numel(), 256),)](flat, y, coefficients(flat.device), flat.numel(), BLOCK=256)
    return y.view(input_tensor.shape)
