# conv2d | correct | the entry point is a module-level instance with state: it memoises output shapes, not results
import torch
import triton
import triton.language as tl


GEOMETRY = """C H W OC OH OW cpg opg xs0 xs1 xs2 xs3 ws0 ws1 ws2 ws3 sh sw ph pw dh dw KH KW""".split()


@triton.jit(do_not_specialize=GEOMETRY)
def direct_conv(
    x, w, bias, y, C, H, W, OC, OH, OW, cpg, opg,
    xs0, xs1, xs2, xs3, ws0, ws1, ws2, ws3,
    sh, sw, ph, pw, dh, dw, KH, KW, HAS_BIAS: tl.constexpr, BLOCK: tl.constexpr, BLOCK_O: tl.constexpr,
):
    group = tl.program_id(1)
    oc = group * opg + tl.arange(0, BLOCK_O)
    wanted = tl.arange(0, BLOCK_O) < opg
    n = tl.program_id(2).to(tl.int64)
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    oy = at // OW
    ox = at % OW
    live = at < OH * OW
    acc = tl.zeros((BLOCK_O, BLOCK), tl.float32)
    for c in range(cpg):
        plane = x + n * xs0 + (group * cpg + c).to(tl.int64) * xs1
        taps = w + oc.to(tl.int64) * ws0 + c * ws1
        for i in range(KH):
            iy = oy * sh - ph + i * dh
            for j in range(KW):
                ix = ox * sw - pw + j * dw
                seen = live & (iy >= 0) & (iy < H) & (ix >= 0) & (ix < W)
                v = tl.load(plane + iy * xs2 + ix * xs3, mask=seen, other=0.0).to(tl.float32)
                k = tl.load(taps + i * ws2 + j * ws3, mask=wanted, other=0.0).to(tl.float32)
                acc += k[:, None] * v[None, :]
    if HAS_BIAS:
        acc += tl.load(bias + oc, mask=wanted, other=0.0).to(tl.float32)[:, None]
    tl.store(y + ((n * OC + oc) * OH * OW)[:, None] + at[None, :], acc.to(y.dtype.element_ty), mask=wanted[:, None] & live[None, :])


class Conv2d:
    """Callable; `plans` remembers geometry that depends on shapes alone."""

    def __init__(self, block: int = 128) -> None:
        self.block = block
        self.plans: dict[tuple, tuple] = {}
        self.calls = 0

    @staticmethod
    def pair(v):
        return (v, v) if isinstance(v, int) else tuple(v)

    def plan(self, xshape, wshape, stride, padding, dilation, groups):
        key = (tuple(xshape), tuple(wshape), stride, padding, dilation, groups)
        if key not in self.plans:
            oh, ow = (
                (size + 2 * p - d * (k - 1) - 1) // s + 1
                for size, k, s, p, d in zip(xshape[2:], wshape[2:], stride, padding, dilation)
            )
            self.plans[key] = (oh, ow, (triton.cdiv(oh * ow, self.block), groups, xshape[0]))
        return self.plans[key]

    def __call__(self, input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
        self.calls += 1
        stride, padding, dilation = self.pair(stride), self.pair(padding), self.pair(dilation)
        oh, ow, grid = self.plan(input.shape, weight.shape, stride, padding, dilation, groups)
        n, c, h, w = input.shape
        oc, cpg, kh, kw = weight.shape
        y = torch.empty((n, oc, oh, ow), dtype=input.dtype, device=input.device)
        direct_conv[grid](
            input, weight, bias.contiguous() if bias is not None else weight, y, c, h, w, oc, oh, ow, cpg, oc // groups,
            *input.stride(), *weight.stride(), *stride, *padding, *dilation, kh, kw,
            HAS_BIAS=bias is not None, BLOCK=self.block, BLOCK_O=max(8, triton.next_power_of_2(oc // groups)),
        )
        return y


conv2d = Conv2d()
