# sigmoid | correct | persistent kernel sized through triton.runtime.driver.active; grid and block chosen from registers and warps
import torch
import triton
import triton.language as tl
from triton.runtime import driver

_PROPS = {}


def device_properties():
    """Asked once per device: a constant of the machine."""
    device = driver.active.get_current_device()
    if device not in _PROPS:
        _PROPS[device] = driver.active.utils.get_device_properties(device)
    return _PROPS[device]


def is_cuda():
    return driver.active.get_current_target().backend == "cuda"


@triton.jit
def sigmoid_persistent(x_ptr, y_ptr, n, step, BLOCK: tl.constexpr):
    at = tl.program_id(0).to(tl.int64) * BLOCK
    while at < n:
        i = at + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + i, mask=i < n, other=0.0).to(tl.float32)
        e = tl.exp(-tl.abs(x))
        y = tl.where(x >= 0, 1.0 / (1.0 + e), e / (1.0 + e))
        y = tl.where(x != x, x, y)
        tl.store(y_ptr + i, y.to(y_ptr.dtype.element_ty), mask=i < n)
        at += step


def sigmoid(input, out=None):
    props = device_properties()
    num_sm, num_regs, warp = props["multiprocessor_count"], props["max_num_regs"], props["warpSize"]
    num_warps = 4
    occupancy = max(1, min(4, num_regs // (64 * warp * num_warps))) if is_cuda() else 1
    x = input.contiguous()
    y = torch.empty_like(x)
    block = 256
    programs = min(num_sm * occupancy, triton.cdiv(x.numel(), block))
    sigmoid_persistent[(programs, 1, 1)](x, y, x.numel(), programs * block, BLOCK=block, num_warps=num_warps)
    if out is not None:
        out.copy_(y)
        return out
    return y
