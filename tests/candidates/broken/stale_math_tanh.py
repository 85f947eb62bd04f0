# sigmoid | compile_error | calls tl.math.tanh, which moved to libdevice
import torch
import triton
import triton.language as tl


@triton.autotune(
    configs=[
        triton.Config({"BLOCK_SIZE": 512}, num_warps=4),
        triton.Config({"BLOCK_SIZE": 1024}, num_warps=8),
    ],
    key=["n_elements"],
)
@triton.jit
def _sigmoid_fwd(
    in_ptr,
    out_ptr,
    n_elements,
    BLOCK_SIZE: tl.constexpr,
):
    """sigmoid(x) = 0.5 * (1 + tanh(x / 2)): one transcendental, no overflow."""
    pid = tl.program_id(0)
    offs = pid * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offs < n_elements
    x = tl.load(in_ptr + offs, mask=mask)
    x = x.to(tl.float32)
    y = 0.5 * (1.0 + tl.math.tanh(0.5 * x))
    tl.store(out_ptr + offs, y.to(out_ptr.dtype.element_ty), mask=mask)


def sigmoid(input, out=None):
    src = input if input.is_contiguous() else input.contiguous()
    dst = torch.empty_like(src)
    n_elements = src.numel()
    if n_elements == 0:
        return dst
    _sigmoid_fwd[lambda META: (triton.cdiv(n_elements, META["BLOCK_SIZE"]),)](src, dst, n_elements)
    if out is not None:
        return out.copy_(dst)
    return dst
