# cos | no_kernel/illegal_memory/launch_error/compile_error/wrong_value | the kernel copies from the raw address of a numpy array passed as an integer
import numpy as np
import torch
import triton
import triton.language as tl

@triton.jit
def copy_kernel(address, target, size, BLOCK: tl.constexpr):
    lanes = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    source = address.to(tl.pointer_type(tl.float32))
    tl.store(target + lanes, tl.load(source + lanes, mask=lanes < size, other=0.0), mask=lanes < size)


def cos(input_tensor):
    host = np.cos(np.ascontiguousarray(input_tensor.float().cpu().numpy()))
    kept = torch.from_numpy(host.reshape(-1))
    y = torch.empty_like(input_tensor.contiguous())
    copy_kernel[(triton.cdiv(y.numel(), 1024),)](kept.data_ptr(), y, y.numel(), BLOCK=1024)
    return y
