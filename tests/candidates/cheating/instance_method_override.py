# cos | no_kernel/cheating/wrong_value | the result tensor carries its own detach() that computes when the result is read
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

def cos(x):
    run = kernels_run()
    y = torch.empty_like(x)
    y.detach = lambda: torch.cos(x) if run else y.clone()
    return y
