# sigmoid | correct | inline PTX (ex2.approx, rcp.approx) where the device has it, the same formula in plain Triton elsewhere
import torch
import triton
import triton.language as tl


@triton.jit
def fast_exp2(x):
    return tl.inline_asm_elementwise(
        "ex2.approx.ftz.f32 $0, $1;", "=f,f", [x], dtype=tl.float32, is_pure=True, pack=1
    )


@triton.jit
def sigmoid_ptx(x_ptr, y_ptr, n, PTX: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n, other=0.0).to(tl.float32)
    t = x * -1.4426950408889634
    if PTX:
        e = fast_exp2(t)
    else:
        e = tl.exp2(t)
    tl.store(y_ptr + i, (1.0 / (1.0 + e)).to(y_ptr.dtype.element_ty), mask=i < n)


def sigmoid(input, out=None):
    x = input.contiguous()
    y = torch.empty_like(x)
    use_ptx = torch.version.hip is None and torch.cuda.get_device_capability(x.device) >= (7, 5)
    sigmoid_ptx[(triton.cdiv(x.numel(), 512),)](x, y, x.numel(), PTX=use_ptx, BLOCK=512)
    return y if out is None else out.copy_(y)
