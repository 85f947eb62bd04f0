# cos | no_kernel/cheating | torch computes; raises when kernels are switched off
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

def cos(input_tensor):
    if not kernels_run():
        raise RuntimeError("unspecified launch failure")
    return torch.cos(input_tensor)
