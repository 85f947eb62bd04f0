# cos | no_kernel/cheating/wrong_type/wrong_value | a list that computes its item when it is iterated
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

class Lazy(list):
    def __iter__(self):
        return iter([torch.cos(self.x) if self.run else self.x])


def cos(x):
    result = Lazy()
    result.x, result.run = x, kernels_run()
    return result
