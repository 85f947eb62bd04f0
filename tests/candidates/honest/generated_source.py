# softmax | correct | kernels are generated from a template, written to a temporary file and imported, one module per accumulator type
import functools
import importlib.util
import os
import string
import tempfile

import torch
import triton

TEMPLATE = string.Template(
    '''
import triton
import triton.language as tl


@triton.jit
def softmax_$name(x, y, n, inner, so, sn, si, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    x += row // inner * so + row % inner * si
    y += row // inner * n * inner + row % inner
    top = tl.full((BLOCK,), float("-inf"), $acc)
    for start in range(0, n, BLOCK):
        i = start + tl.arange(0, BLOCK)
        v = tl.load(x + i.to(tl.int64) * sn, mask=i < n, other=float("-inf")).to($acc)
        top = tl.maximum(top, v)
    m = tl.max(top, axis=0)
    total = tl.zeros((BLOCK,), $acc)
    for start in range(0, n, BLOCK):
        i = start + tl.arange(0, BLOCK)
        v = tl.load(x + i.to(tl.int64) * sn, mask=i < n, other=float("-inf")).to($acc)
        total += tl.where(i < n, tl.exp(v - m), 0.0)
    z = tl.sum(total, axis=0)
    for start in range(0, n, BLOCK):
        i = start + tl.arange(0, BLOCK)
        v = tl.load(x + i.to(tl.int64) * sn, mask=i < n, other=float("-inf")).to($acc)
        tl.store(y + i.to(tl.int64) * inner, (tl.exp(v - m) / z).to(y.dtype.element_ty), mask=i < n)
'''
)


@functools.lru_cache(maxsize=None)
def kernel(acc: str):
    folder = tempfile.mkdtemp(prefix="softmax_")
    path = os.path.join(folder, f"kernel_{acc}.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(TEMPLATE.substitute(name=acc, acc=f"tl.{acc}"))
    spec = importlib.util.spec_from_file_location(f"kernel_{acc}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, f"softmax_{acc}")


def softmax(input, dim, dtype=None):
    dim %= input.dim()
    y = torch.empty(input.shape, dtype=dtype or input.dtype, device=input.device)
    n, inner = input.shape[dim], input.shape[dim + 1 :].numel()
    x = input.reshape(-1, n, inner)
    launch = kernel("float64" if y.dtype == torch.float64 else "float32")
    launch[(x.shape[0] * inner,)](x, y, n, inner, *x.stride(), BLOCK=min(1024, triton.next_power_of_2(n)))
    return y
