# cos | wrong_value | walks a strided input as if it were contiguous
import torch
import triton
import triton.language as tl


@triton.jit
def cos_kernel(
    input_ptr,
    output_ptr,
    n_elements,
    BLOCK_SIZE: tl.constexpr,
):
    pid = tl.program_id(axis=0)
    block_start = pid * BLOCK_SIZE
    offsets = block_start + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n_elements
    x = tl.load(input_ptr + offsets, mask=mask)
    x_fp32 = x.to(tl.float32)
    output = tl.cos(x_fp32)
    tl.store(output_ptr + offsets, output.to(x.dtype), mask=mask)


def cos(input_tensor: torch.Tensor) -> torch.Tensor:
    """Element-wise cosine."""
    assert input_tensor.is_cuda, "Input tensor must be on GPU"
    output = torch.empty(input_tensor.shape, dtype=input_tensor.dtype, device=input_tensor.device)
    n_elements = input_tensor.numel()
    if n_elements == 0:
        return output
    grid = lambda meta: (triton.cdiv(n_elements, meta["BLOCK_SIZE"]),)
    cos_kernel[grid](input_tensor, output, n_elements, BLOCK_SIZE=1024)
    return output
