# exp_sqrt | correct | the style of torch.compile's generated code: triton_helpers, empty_strided_cuda, assert_size_stride, get_raw_stream, XBLOCK, in_out buffers
# AOT ID: ['0_inference']
import torch
import triton
import triton.language as tl
from torch._inductor.runtime import triton_helpers
from torch._inductor.runtime.triton_helpers import libdevice

try:
    from torch._C import _cuda_getCurrentRawStream as get_raw_stream
except ImportError:
    get_raw_stream = None

aten = torch.ops.aten
assert_size_stride = torch._C._dynamo.guards.assert_size_stride
empty_strided_cuda = torch._C._dynamo.guards._empty_strided_cuda
reinterpret_tensor = torch._C._dynamo.guards._reinterpret_tensor


@triton.jit
def triton_poi_fused_exp_sqrt_0(in_ptr0, out_ptr0, xnumel, XBLOCK: tl.constexpr):
    xoffset = tl.program_id(0) * XBLOCK
    xindex = xoffset + tl.arange(0, XBLOCK)[:]
    xmask = xindex < xnumel
    x0 = xindex
    tmp0 = tl.load(in_ptr0 + (x0), xmask).to(tl.float32)
    tmp1 = tl.full([1], 0.5, tl.float32)
    tmp2 = tmp0 * tmp1
    tmp3 = libdevice.exp(tmp2)
    tl.store(out_ptr0 + (x0), tmp3, xmask)


def call(args):
    (arg0_1,) = args
    args.clear()
    size, numel = tuple(arg0_1.shape), arg0_1.numel()
    stride = arg0_1.stride()
    assert_size_stride(arg0_1, size, stride)
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        buf0 = empty_strided_cuda(size, stride, arg0_1.dtype)
        if get_raw_stream is not None:
            stream0 = get_raw_stream(0)
            del stream0
        triton_poi_fused_exp_sqrt_0[(triton_helpers.math.cdiv(numel, 256) if hasattr(triton_helpers.math, "cdiv") else -(-numel // 256),)](
            arg0_1, buf0, numel, XBLOCK=256, num_warps=4, num_stages=1
        )
        del arg0_1
    return (buf0,)


def exp_sqrt(input, out=None):
    y = call([input.contiguous()])[0]
    return y if out is None else out.copy_(y)
