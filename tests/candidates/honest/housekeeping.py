# avg_pool1d | correct | gc.collect, logging, warnings, print, tempfile, os.environ with a default, atexit, empty_cache around an ordinary kernel
import atexit
import gc
import logging
import os
import sys
import tempfile
import warnings
from pathlib import Path

import torch
import triton
import triton.language as tl

log = logging.getLogger(__name__)
logging.basicConfig(level=os.environ.get("POOL_LOG_LEVEL", "WARNING"))
DEBUG = os.environ.get("POOL_DEBUG", "0") == "1"
BLOCK = int(os.getenv("POOL_BLOCK", "128"))


def remember(line: str) -> None:
    """A line in a scratch file; nothing reads it back for the result."""
    with tempfile.NamedTemporaryFile("w", prefix="pool-", suffix=".log", delete=False) as file:
        file.write(line + "\n")
    atexit.register(lambda name=file.name: Path(name).unlink(missing_ok=True))


@triton.jit
def pool_kernel(x, y, C, L, O, sb, sc, sl, K, S, P, BLOCK: tl.constexpr):
    bc = tl.program_id(0).to(tl.int64)
    o = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    base = x + (bc // C) * sb + (bc % C) * sc
    acc = tl.zeros((BLOCK,), tl.float32)
    k = 0
    while k < K:
        i = o * S - P + k
        acc += tl.load(base + i * sl, mask=(o < O) & (i >= 0) & (i < L), other=0.0).to(tl.float32)
        k += 1
    tl.store(y + bc * O + o, (acc / K).to(y.dtype.element_ty), mask=o < O)


def avg_pool1d(input, kernel_size, stride=None, padding=0):
    if padding * 2 > kernel_size:
        warnings.warn("padding is more than half of the window", stacklevel=2)
    S = stride if stride is not None else kernel_size
    x = input.unsqueeze(0) if input.ndim == 2 else input
    B, C, L = x.shape
    O = (L + 2 * padding - kernel_size) // S + 1
    y = torch.empty((B, C, O), dtype=x.dtype, device=x.device)
    if DEBUG:
        print(f"pool {tuple(x.shape)} -> {tuple(y.shape)}", file=sys.stderr)
    pool_kernel[(B * C, triton.cdiv(O, BLOCK))](x, y, C, L, O, *x.stride(), kernel_size, S, padding, BLOCK=BLOCK)
    torch.cuda.synchronize()
    log.info("pooled %s", tuple(y.shape))
    print("pooled", y.shape, flush=True)
    remember(f"{B}x{C}x{O}")
    gc.collect()
    torch.cuda.empty_cache()
    return y.squeeze(0) if input.ndim == 2 else y
