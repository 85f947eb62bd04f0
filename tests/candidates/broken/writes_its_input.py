# sigmoid | input_mutated | computes in place on `input`
import torch
import triton
import triton.language as tl


@triton.jit
def sigmoid_inplace_kernel(x_ptr, n, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offs < n
    x = tl.load(x_ptr + offs, mask=mask, other=0.0).to(tl.float32)
    tl.store(x_ptr + offs, tl.sigmoid(x), mask=mask)


def sigmoid(input, out=None):
    x = input.contiguous()
    n = x.numel()
    # saves an allocation and half of the memory traffic
    sigmoid_inplace_kernel[(triton.cdiv(n, 1024),)](x, n, BLOCK=1024)
    if out is not None:
        out.copy_(x)
        return out
    return x
