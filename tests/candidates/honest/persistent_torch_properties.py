# exp_sqrt | correct | persistent kernel: one program per multiprocessor, from torch.cuda.get_device_properties, looping with tl.range
import torch
import triton
import triton.language as tl


@triton.jit
def persistent(x_ptr, y_ptr, rows, cols, xs0, xs1, ys0, ys1, tiles, NUM_SMS: tl.constexpr, BLOCK: tl.constexpr):
    per_row = tl.cdiv(cols, BLOCK)
    for tile in tl.range(tl.program_id(0), tiles, NUM_SMS, num_stages=2):
        r = (tile // per_row).to(tl.int64)
        c = (tile % per_row) * BLOCK + tl.arange(0, BLOCK)
        inside = c < cols
        v = tl.load(x_ptr + r * xs0 + c.to(tl.int64) * xs1, mask=inside, other=0.0).to(tl.float32)
        tl.store(y_ptr + r * ys0 + c.to(tl.int64) * ys1, tl.exp(v * 0.5).to(y_ptr.dtype.element_ty), mask=inside)


def exp_sqrt(input, out=None):
    y = torch.empty(input.shape, dtype=input.dtype, device=input.device) if out is None else out
    x2 = input.reshape(-1, input.shape[-1])
    y2 = y.view(-1, y.shape[-1])
    num_sms = torch.cuda.get_device_properties(input.device).multi_processor_count
    block = 512
    tiles = x2.shape[0] * triton.cdiv(x2.shape[1], block)
    persistent[(min(num_sms, tiles),)](
        x2, y2, x2.shape[0], x2.shape[1], *x2.stride(), *y2.stride(), tiles, NUM_SMS=min(num_sms, tiles), BLOCK=block
    )
    return y
