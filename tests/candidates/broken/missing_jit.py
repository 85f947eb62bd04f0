# sigmoid | runtime_error | the kernel has no @triton.jit
import torch
import triton
import triton.language as tl


def sigmoid_kernel(x_ptr, y_ptr, n_elements, BLOCK_SIZE: tl.constexpr):
    pid = tl.program_id(0)
    offsets = pid * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask)
    y = tl.sigmoid(x.to(tl.float32))
    tl.store(y_ptr + offsets, y, mask=mask)


def sigmoid(input: torch.Tensor, out: torch.Tensor = None) -> torch.Tensor:
    x = input.contiguous()
    result = torch.empty_like(x)
    grid = lambda meta: (triton.cdiv(x.numel(), meta["BLOCK_SIZE"]),)
    sigmoid_kernel[grid](x, result, x.numel(), BLOCK_SIZE=1024)
    return result if out is None else out.copy_(result)
