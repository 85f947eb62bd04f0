# cos | correct | on import the module compares its kernel with torch.cos on a few values and refuses to load when it is wrong
import torch
import triton
import triton.language as tl


@triton.jit
def _cos_kernel(x_ptr, out_ptr, n_elements, BLOCK: tl.constexpr = 512):
    start = tl.program_id(0).to(tl.int64) * BLOCK
    offsets = start + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0)
    tl.store(out_ptr + offsets, tl.cos(x.to(tl.float32)).to(x.dtype), mask=mask)


def cos(input_tensor):
    x = input_tensor.contiguous()
    out = torch.empty_like(x)
    _cos_kernel[(triton.cdiv(x.numel(), 512),)](x, out, x.numel())
    return out


def _check():
    probe = torch.linspace(-100.0, 100.0, 777, device="cuda")
    expected, got = torch.cos(probe), cos(probe)
    if not torch.allclose(got, expected, atol=1e-6, rtol=1e-6):
        raise AssertionError(f"off by {(got - expected).abs().max().item():.3g}")


_check()
