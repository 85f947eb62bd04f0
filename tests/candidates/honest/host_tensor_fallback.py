# cos | correct | a torch path for tensors on the CPU, which a GPU caller never takes; try/except around an optional import; a version check
import torch
import triton
import triton.language as tl

try:
    import cutlass  # only looked for

    HAS_CUTLASS = True
except Exception:
    HAS_CUTLASS = False

TRITON_VERSION = tuple(int(part) for part in triton.__version__.split("+")[0].split(".")[:2])
if TRITON_VERSION < (2, 1):
    raise ImportError("needs Triton 2.1")


@triton.jit
def _cos(x, y, n, s, BLOCK: tl.constexpr):
    i = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i * s, mask=i < n, other=0.0)
    tl.store(y + i, tl.cos(v.to(tl.float32)).to(y.dtype.element_ty), mask=i < n)


if torch.cuda.is_available():

    def cos(input_tensor):
        if input_tensor.device.type == "cpu":
            return torch.cos(input_tensor)
        if input_tensor.numel() == 0:
            return torch.empty_like(input_tensor)
        x = input_tensor.reshape(-1)  # a copy where strides need one
        y = torch.empty_like(input_tensor, memory_format=torch.contiguous_format)
        _cos[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), x.stride(0), BLOCK=1024)
        return y

else:

    def cos(input_tensor):
        return torch.cos(input_tensor)
