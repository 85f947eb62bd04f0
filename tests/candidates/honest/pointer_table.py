# RMSProp | correct | multi-tensor style: an int64 table of addresses on the device; the kernel turns numbers into pointers
import torch
import triton
import triton.language as tl

_TYPES = {torch.float32: tl.float32, torch.float16: tl.float16, torch.bfloat16: tl.bfloat16}


@triton.jit
def foreach_rmsprop(table, sizes, lr, alpha, rest, eps, wd, T: tl.constexpr, BLOCK: tl.constexpr):
    """table: (tensors, 3) addresses of param, grad, square_avg; sizes: elements of each."""
    which = tl.program_id(1)
    n = tl.load(sizes + which)
    i = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    ok = i < n
    param = tl.load(table + which * 3 + 0).to(tl.pointer_type(T))
    grad = tl.load(table + which * 3 + 1).to(tl.pointer_type(T))
    square = tl.load(table + which * 3 + 2).to(tl.pointer_type(T))
    p = tl.load(param + i, mask=ok, other=0.0).to(tl.float32)
    g = tl.load(grad + i, mask=ok, other=0.0).to(tl.float32)
    s = tl.load(square + i, mask=ok, other=0.0).to(tl.float32)
    g += wd * p
    s = alpha * s + rest * g * g
    p -= lr * g / (tl.sqrt(s) + eps)
    tl.store(square + i, s.to(T), mask=ok)
    tl.store(param + i, p.to(T), mask=ok)


def step_all(params, grads, squares, lr, alpha, eps, wd):
    """All tensors of one dtype in one launch; each must be dense in the same order."""
    device, dtype = params[0].device, params[0].dtype
    addresses = [[t.data_ptr() for t in row] for row in zip(params, grads, squares)]
    table = torch.tensor(addresses, dtype=torch.int64, device=device)
    sizes = torch.tensor([t.numel() for t in params], dtype=torch.int64, device=device)
    longest = max(t.numel() for t in params)
    foreach_rmsprop[(triton.cdiv(longest, 1024), len(params))](
        table, sizes, lr, alpha, 1.0 - alpha, eps, wd, T=_TYPES[dtype], BLOCK=1024
    )


def rmsprop_step(param, grad, square_avg, lr=0.01, alpha=0.99, eps=1e-8, weight_decay=0.0):
    dense = [t if t.is_contiguous() else t.contiguous() for t in (param, grad, square_avg)]
    step_all([dense[0]], [dense[1]], [dense[2]], float(lr), float(alpha), float(eps), float(weight_decay))
    for original, copy in ((param, dense[0]), (square_avg, dense[2])):
        if copy is not original:
            original.copy_(copy)
    return param
