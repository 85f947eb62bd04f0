# avg_pool1d | correct | triton.heuristics for block size, evenness and num_warps; no autotune
import torch
import triton
import triton.language as tl


@triton.heuristics(
    values={
        "BLOCK": lambda a: min(256, max(16, triton.next_power_of_2(a["n_out"]))),
        "PADDED": lambda a: a["padding"] > 0,
        "num_warps": lambda a: 1 if a["n_out"] < 64 else 4,
    }
)
@triton.jit
def pool(x, y, n_ch, n_in, n_out, sb, sc, sl, stride, padding, window, inv, BLOCK: tl.constexpr, PADDED: tl.constexpr):
    o = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    line = tl.program_id(1).to(tl.int64)
    x += line // n_ch * sb + line % n_ch * sc
    acc = tl.zeros((BLOCK,), tl.float32)
    for t in range(window):
        i = o * stride + t
        ok = o < n_out
        if PADDED:
            i -= padding
            ok = ok & (i >= 0) & (i < n_in)
        acc += tl.load(x + i.to(tl.int64) * sl, mask=ok, other=0).to(tl.float32)
    tl.store(y + line * n_out + o, (acc / inv).to(y.dtype.element_ty), mask=o < n_out)


def avg_pool1d(input, kernel_size, stride=None, padding=0):
    if stride is None:
        stride = kernel_size
    x = input.unsqueeze(0) if input.dim() == 2 else input
    b, c, length = x.shape
    n_out = (length + 2 * padding - kernel_size) // stride + 1
    y = torch.empty(b, c, n_out, dtype=x.dtype, device=x.device)

    def grid(meta):
        return triton.cdiv(n_out, meta["BLOCK"]), b * c

    pool[grid](x, y, c, length, n_out, *x.stride(), stride, padding, kernel_size, float(kernel_size))
    return y.squeeze(0) if input.dim() == 2 else y
