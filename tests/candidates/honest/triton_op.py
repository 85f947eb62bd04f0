# exp_sqrt | correct | torch.library.triton_op with wrap_triton around the launch
import torch
import triton
import triton.language as tl
from torch.library import triton_op, wrap_triton


@triton.jit
def exp_sqrt_flat(x_ptr, y_ptr, n, BLOCK_SIZE: tl.constexpr):
    pid = tl.program_id(axis=0)
    offsets = pid * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    y = tl.exp(0.5 * x.to(tl.float32))
    tl.store(y_ptr + offsets, y.to(x.dtype), mask=mask)


@triton_op("honest_corpus::exp_sqrt", mutates_args={})
def exp_sqrt_op(x: torch.Tensor) -> torch.Tensor:
    y = torch.empty_like(x)
    n = y.numel()

    def grid(meta):
        return (triton.cdiv(n, meta["BLOCK_SIZE"]),)

    wrap_triton(exp_sqrt_flat)[grid](x, y, n, BLOCK_SIZE=512)
    return y


def exp_sqrt(input, out=None):
    result = exp_sqrt_op(input.contiguous())
    if out is None:
        return result
    return out.copy_(result)
