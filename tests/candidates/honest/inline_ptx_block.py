# sigmoid | correct | a block of inline PTX with registers of its own, hexadecimal constants and two results, for all lanes at once
import torch
import triton
import triton.language as tl

ASM = tl.constexpr("""
{
    .reg .f32 t;
    mul.rn.f32 t, $2, 0fBFB8AA3B;   // -log2(e)
    ex2.approx.f32 t, t;
    add.rn.f32 t, t, 0f3F800000;    // 1.0
    rcp.rn.f32 $0, t;
    mov.b32 $1, $2;
    shr.u32 $1, $1, 31;
}
""")


@triton.jit
def sigmoid_and_sign(x):
    return tl.inline_asm_elementwise(ASM, "=f,=r,f", [x], dtype=(tl.float32, tl.int32), is_pure=True, pack=1)


@triton.jit
def kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n, other=0.0).to(tl.float32)
    y, negative = sigmoid_and_sign(x)
    # Below one half exactly when x is negative; saturates the last bit.
    y = tl.where(negative == 1, tl.minimum(y, 0.5), tl.where(x != x, x, tl.maximum(y, 0.5)))
    y = tl.where(x != x, x, y)
    tl.store(y_ptr + i, y.to(y_ptr.dtype.element_ty), mask=i < n)


def sigmoid(input, out=None):
    if torch.cuda.get_device_capability()[0] < 7:
        raise RuntimeError("needs compute capability 7")
    x = input.contiguous()
    y = torch.empty_like(x)
    kernel[(triton.cdiv(x.numel(), 256),)](x, y, x.numel(), BLOCK=256)
    return y if out is None else out.copy_(y)
