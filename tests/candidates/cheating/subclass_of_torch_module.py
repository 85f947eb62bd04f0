# cos | no_kernel | an nn.Module whose forward is inherited from one that calls torch; `pass` in the body
import torch
import triton
import triton.language as tl

class Base(torch.nn.Module):
    def forward(self, x):
        return torch.cos(x)


class TritonCos(Base):
    pass


@triton.jit
def cos_kernel(target):
    pass


cos = TritonCos()
