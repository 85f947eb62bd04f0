"""RMSProp: three reads, two writes per element, rows with strides so that any layout is updated where it lies."""

import torch
import triton
import triton.language as tl


@triton.jit
def rmsprop_kernel(
    param_ptr, grad_ptr, square_ptr, cols, blocks_per_row,
    param_row, param_col, grad_row, grad_col, square_row, square_col,
    lr, alpha, one_minus_alpha, eps, weight_decay, BLOCK: tl.constexpr,
):  # fmt: skip
    pid = tl.program_id(0)
    row = (pid // blocks_per_row).to(tl.int64)
    col = (pid % blocks_per_row).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = col < cols
    param_ptr += row * param_row + col * param_col
    square_ptr += row * square_row + col * square_col
    param = tl.load(param_ptr, mask=mask, other=0.0).to(tl.float32)
    grad = tl.load(grad_ptr + row * grad_row + col * grad_col, mask=mask, other=0.0).to(tl.float32)
    square = tl.load(square_ptr, mask=mask, other=0.0).to(tl.float32)
    grad += weight_decay * param
    square = alpha * square + one_minus_alpha * grad * grad
    param -= lr * grad / (tl.sqrt(square) + eps)
    tl.store(square_ptr, square.to(square_ptr.dtype.element_ty), mask=mask)
    tl.store(param_ptr, param.to(param_ptr.dtype.element_ty), mask=mask)


def rmsprop_step(
    param: torch.Tensor,
    grad: torch.Tensor,
    square_avg: torch.Tensor,
    lr: float = 0.01,
    alpha: float = 0.99,
    eps: float = 1e-8,
    weight_decay: float = 0.0,
) -> torch.Tensor:
    """One in-place RMSProp step on `param` and `square_avg`; returns `param`."""
    tensors = (param, grad, square_avg)
    flat = all(tensor.is_contiguous() for tensor in tensors)
    p, g, s = (tensor.view(1, -1) if flat else tensor.view(-1, tensor.shape[-1]) for tensor in tensors)
    rows, cols = p.shape
    block = min(1024, triton.next_power_of_2(max(cols, 1)))
    blocks_per_row = triton.cdiv(cols, block)
    # 1 - alpha is taken in double precision here: in float32 inside the kernel it would lose three digits for alpha near 1.
    rmsprop_kernel[(rows * blocks_per_row,)](
        p, g, s, cols, blocks_per_row, *p.stride(), *g.stride(), *s.stride(),
        float(lr), float(alpha), 1.0 - alpha, float(eps), float(weight_decay), BLOCK=block,
    )  # fmt: skip
    return param
