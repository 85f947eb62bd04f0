# attention | syntax_error | the reply was cut off at the token limit: an open fence and half a line
I'll write a FlashAttention-style kernel that streams the keys and keeps a running softmax.

```python
import torch
import triton
import triton.language as tl


@triton.jit
def _attention_fwd(
    q_ptr, k_ptr, v_ptr, o_ptr, scale, N, M, D,
    CAUSAL: tl.constexpr, BLOCK_Q: tl.constexpr, BLOCK_K: tl.constexpr, BLOCK_D: tl.constexpr,
):
    start = tl.program_id(0)
    bh = tl.program_id(1)
    rows = start * BLOCK_Q + tl.arange(0, BLOCK_Q)
    dims = tl.arange(0, BLOCK_D)
    q = tl.load(q_ptr + (bh * N + rows[:, None]) * D + dims[None, :], mask=(rows[:, None] < N) & (dims[None, :] < D), other=0.0)
    m_i = tl.full((BLOCK_Q,), float("-inf"), tl.float32)
    l_i = tl.zeros((BLOCK_Q,), tl.float32)
    acc = tl.zeros((BLOCK_Q, BLOCK_D), tl.float32)
    for start_k in range(0, M, BLOCK_K):
        keys = start_k + tl.arange(0, BLOCK_K)
        k = tl.load(k_ptr + (bh * M + keys[:, None]) * D + dims[None, :], mask=(keys[:, None] < M) & (dims[None, :
