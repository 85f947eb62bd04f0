# cos | no_kernel | the only "jit" in the source is torch.jit; nothing is launched
import torch


@torch.jit.script
def cos(input_tensor: torch.Tensor) -> torch.Tensor:
    return torch.cos(input_tensor)
