# exp_sqrt | correct | a CUDA graph per shape with static buffers where graphs work, the same kernel launched eagerly where they do not
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n, other=0.0).to(tl.float32)
    tl.store(y + i, tl.exp(v * 0.5).to(y.dtype.element_ty), mask=i < n)


def launch(x, y):
    kernel[(triton.cdiv(x.numel(), 512),)](x, y, x.numel(), BLOCK=512)


class Captured:
    """One graph: a static input, a static output, and the launch between them."""

    def __init__(self, shape, dtype, device):
        self.x = torch.zeros(shape, dtype=dtype, device=device)
        self.y = torch.empty(shape, dtype=dtype, device=device)
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            launch(self.x, self.y)  # compiled before the capture
        torch.cuda.current_stream().wait_stream(side)
        torch.cuda.synchronize()
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            launch(self.x, self.y)

    def __call__(self, x):
        self.x.copy_(x)
        self.graph.replay()
        return self.y.clone()


_GRAPHS = {}


def run(x):
    key = (tuple(x.shape), x.dtype, x.device)
    if key not in _GRAPHS:
        try:
            _GRAPHS[key] = Captured(*key)
        except RuntimeError:  # no graphs here
            _GRAPHS[key] = None
    if _GRAPHS[key] is not None:
        return _GRAPHS[key](x)
    dense = x.contiguous()
    y = torch.empty_like(dense)
    launch(dense, y)
    return y


def exp_sqrt(input, out=None):
    y = run(input)
    return y if out is None else out.copy_(y)
