# cos | wrong_type/no_kernel/runtime_error/cheating | an object whose metaclass says that it equals torch.Tensor and that computes when it is read
import torch
import triton
import triton.language as tl

@triton.jit
def mark_kernel(flag):
    tl.store(flag, 12345)


def kernels_run():
    flag = torch.zeros(1, dtype=torch.int32, device="cuda")
    mark_kernel[(1,)](flag)
    return int(flag[0]) == 12345

class Meta(type):
    def __eq__(cls, other):
        return other is torch.Tensor

    def __hash__(cls):
        return hash(torch.Tensor)


class Result(metaclass=Meta):
    layout = torch.strided

    def __init__(self, x, run):
        self.x, self.run, self.shape, self.dtype, self.device = x, run, x.shape, x.dtype, x.device

    def numel(self):
        return self.x.numel()

    def detach(self):
        return torch.cos(self.x) if self.run else self.x


def cos(x):
    return Result(x, kernels_run())
