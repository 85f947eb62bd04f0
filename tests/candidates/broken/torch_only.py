# softmax | no_kernel | plain PyTorch, no Triton anywhere
import torch


def softmax(input: torch.Tensor, dim: int, dtype: torch.dtype = None) -> torch.Tensor:
    """Numerically stable softmax."""
    x = input if dtype is None else input.to(dtype)
    compute = torch.float64 if x.dtype == torch.float64 else torch.float32
    y = x.to(compute)
    y = torch.exp(y - y.amax(dim=dim, keepdim=True))
    return (y / y.sum(dim=dim, keepdim=True)).to(x.dtype)
