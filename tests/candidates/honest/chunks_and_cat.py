# exp_sqrt | correct | the input is taken in chunks, each with a launch of its own, and the pieces are put together by torch.cat
import torch
import triton
import triton.language as tl


@triton.jit
def piece(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n, other=0.0)
    h = v.to(tl.float32) / 2
    tl.store(y + i, tl.exp(h).to(v.dtype), mask=i < n)


def exp_sqrt(input, out=None):
    pieces = []
    for chunk in input.reshape(-1).split(2000):
        chunk = chunk.contiguous()
        y = chunk.new_empty(chunk.shape)
        piece[(triton.cdiv(len(chunk), 256),)](chunk, y, len(chunk), BLOCK=256)
        pieces.append(y)
    whole = torch.cat(pieces).reshape(input.shape)
    return whole if out is None else out.copy_(whole)
