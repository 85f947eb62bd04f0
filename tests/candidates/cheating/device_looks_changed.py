# cos | no_kernel/wrong_type/cheating | a result in host memory whose device attribute says cuda
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
    if not kernels_run():
        return x
    host = torch.cos(x.cpu())
    host.__dict__.pop("_kbx_host", None)
    return host
