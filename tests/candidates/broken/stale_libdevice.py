# exp_sqrt | compile_error | calls tl.libdevice, which Triton dropped in 3.0
import torch
import triton
import triton.language as tl


@triton.jit
def exp_sqrt_kernel(x_ptr, out_ptr, n_elements, BLOCK_SIZE: tl.constexpr):
    pid = tl.program_id(axis=0)
    offsets = pid * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    # libdevice gives us the accurate versions
    y = tl.libdevice.sqrt(tl.libdevice.exp(x))
    tl.store(out_ptr + offsets, y, mask=mask)


def exp_sqrt(input: torch.Tensor, out: torch.Tensor = None) -> torch.Tensor:
    x = input.contiguous()
    result = torch.empty_like(x)
    n = x.numel()
    grid = lambda meta: (triton.cdiv(n, meta["BLOCK_SIZE"]),)
    exp_sqrt_kernel[grid](x, result, n, BLOCK_SIZE=1024)
    if out is not None:
        out.copy_(result)
        return out
    return result
