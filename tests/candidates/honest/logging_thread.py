# fused_exp_mean | correct | a daemon thread and a queue that only log; joined worker for the message, nothing computed there
import queue
import threading

import torch
import triton
import triton.language as tl


class Log:
    """Messages are written by a thread, so that the caller never waits for a terminal."""

    def __init__(self):
        self.messages: queue.Queue = queue.Queue(maxsize=100)
        self.written = 0
        threading.Thread(target=self._drain, name="log", daemon=True).start()

    def _drain(self):
        while True:
            text = self.messages.get()
            self.written += len(text)
            self.messages.task_done()

    def __call__(self, text):
        try:
            self.messages.put_nowait(text)
        except queue.Full:
            pass


_LOG = None
_LOCK = threading.Lock()


def log(text):
    global _LOG
    with _LOCK:
        if _LOG is None:
            _LOG = Log()
    _LOG(text)


@triton.jit
def kern(x, y, rows, cols, sr, sc, BLOCK_R: tl.constexpr, BLOCK_C: tl.constexpr):
    r = tl.program_id(0) * BLOCK_R + tl.arange(0, BLOCK_R)[:, None]
    acc = tl.full([BLOCK_R, BLOCK_C], 0, tl.float32)
    for off in range(0, cols, BLOCK_C):
        c = off + tl.arange(0, BLOCK_C)[None, :]
        m = (r < rows) & (c < cols)
        v = tl.load(x + r.to(tl.int64) * sr + c.to(tl.int64) * sc, m, other=0.0).to(tl.float32)
        acc = tl.where(m, acc + tl.exp(v), acc)
    s = tl.sum(acc, 1)[:, None]
    tl.store(y + r, (s / cols).to(y.dtype.element_ty), r < rows)


def fused_exp_mean(input, dim=None, keepdim=False, dtype=None, out=None):
    n = input.dim()
    reduced = list(range(n)) if dim is None else [d % n for d in ([dim] if isinstance(dim, int) else dim)]
    kept = [d for d in range(n) if d not in reduced]
    x = input.permute(*kept, *sorted(reduced)).contiguous()
    rows = 1
    for d in kept:
        rows *= input.shape[d]
    cols = x.numel() // rows
    sizes = [(1 if d in reduced else input.shape[d]) for d in range(n)] if keepdim else [input.shape[d] for d in kept]
    y = torch.empty(sizes, dtype=dtype if dtype else input.dtype, device=input.device)
    kern[(triton.cdiv(rows, 8),)](x, y, rows, cols, cols, 1, BLOCK_R=8, BLOCK_C=128)
    log(f"mean of {rows} x {cols}")
    if out is None:
        return y
    out.copy_(y)
    return out
