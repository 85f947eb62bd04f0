# softmax | screen_error | the entry point is called triton_softmax
import torch
import triton
import triton.language as tl


@triton.jit
def _softmax_kernel(out_ptr, in_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    x = tl.load(in_ptr + row * n_cols + cols, mask=cols < n_cols, other=-float("inf")).to(tl.float32)
    x = tl.exp(x - tl.max(x, axis=0))
    tl.store(out_ptr + row * n_cols + cols, x / tl.sum(x, axis=0), mask=cols < n_cols)


def triton_softmax(input, dim, dtype=None):
    x = (input if dtype is None else input.to(dtype)).movedim(dim, -1).contiguous()
    out = torch.empty_like(x)
    n = x.shape[-1]
    _softmax_kernel[(x.numel() // n,)](out, x, n, BLOCK=triton.next_power_of_2(n))
    return out.movedim(-1, dim)


if __name__ == "__main__":
    x = torch.randn(32, 100, device="cuda")
    print(torch.allclose(triton_softmax(x, 1), torch.softmax(x, 1)))
