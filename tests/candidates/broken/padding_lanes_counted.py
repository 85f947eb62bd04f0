# fused_exp_mean | wrong_value | pads with 0, and exp(0) = 1 counts in the mean
import torch
import triton
import triton.language as tl


@triton.jit
def exp_mean_kernel(
    input_ptr,
    output_ptr,
    reduce_size,
    BLOCK_SIZE: tl.constexpr,
):
    # one program per output element
    pid = tl.program_id(axis=0)
    base = pid * reduce_size
    total = tl.zeros([BLOCK_SIZE], dtype=tl.float32)
    for off in range(0, reduce_size, BLOCK_SIZE):
        idx = off + tl.arange(0, BLOCK_SIZE)
        vals = tl.load(input_ptr + base + idx, mask=idx < reduce_size, other=0.0)
        total += tl.exp(vals.to(tl.float32))
    mean = tl.sum(total) / reduce_size
    tl.store(output_ptr + pid, mean)


def fused_exp_mean(input, dim=None, keepdim=False, dtype=None, out=None):
    if dim is None:
        dim = tuple(range(input.ndim))
    if isinstance(dim, int):
        dim = (dim,)
    dim = tuple(d if d >= 0 else d + input.ndim for d in dim)
    other = [d for d in range(input.ndim) if d not in dim]
    permuted = input.permute(other + list(dim)).contiguous()
    out_shape = [input.shape[d] for d in other]
    n_out = 1
    for s in out_shape:
        n_out *= s
    reduce_size = input.numel() // n_out
    result = torch.empty(n_out, dtype=dtype or input.dtype, device=input.device)
    exp_mean_kernel[(n_out,)](permuted, result, reduce_size, BLOCK_SIZE=1024)
    if keepdim:
        out_shape = [1 if d in dim else input.shape[d] for d in range(input.ndim)]
    result = result.reshape(out_shape)
    if out is not None:
        out.copy_(result)
        return out
    return result
