# sigmoid | correct | NVTX ranges, record_function, torch.version checks, global precision flags, torch.device as a context, compiler.disable
import torch
import triton
import triton.language as tl

torch.backends.cuda.matmul.allow_tf32 = False
torch.backends.cudnn.benchmark = True
torch.set_float32_matmul_precision("highest")
torch.manual_seed(0)

IS_HIP = torch.version.hip is not None
CUDA_MAJOR = 0 if IS_HIP else int(torch.version.cuda.split(".")[0])


@triton.jit
def sigmoid_kernel(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n, other=0.0, eviction_policy="evict_first").to(tl.float32)
    tl.store(y + i, (1.0 / (1.0 + tl.exp(-v))).to(y.dtype.element_ty), mask=i < n, cache_modifier=".cs")


@torch.compiler.disable
def sigmoid(input, out=None):
    if CUDA_MAJOR < 11 and not IS_HIP:
        raise RuntimeError("needs CUDA 11")
    torch.cuda.nvtx.range_push("sigmoid")
    with torch.profiler.record_function("sigmoid"), torch.device(input.device):
        x = input.contiguous()
        y = torch.empty(x.shape, dtype=x.dtype)  # on the context's device
        with torch.cuda.nvtx.range("launch"):
            sigmoid_kernel[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), BLOCK=1024)
    torch.cuda.nvtx.range_pop()
    return y if out is None else out.copy_(y)
