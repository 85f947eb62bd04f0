"""Scaled dot-product attention, softmax(softmax_scale * q @ k^T) @ v for every batch entry and head.

q: (batch, heads, queries, head_dim); k and v: (batch, heads, keys, head_dim); one dtype, float32, float16 or bfloat16; any layout.
head_dim can be any number up to 128, also not a power of two.
causal: when true, query i attends to the keys 0..i only; queries and keys are then equally many.
softmax_scale: factor on the scores; None means 1 / sqrt(head_dim).
out: optional tensor of the result's shape and dtype. The result is written into it and `out` itself is returned.
Returns (batch, heads, queries, head_dim) in the dtype of q; q, k and v are not changed.

Scores, softmax and sums are float32; subtract the row's maximum before the exponential, since scores can be large. Low-precision inputs are
multiplied as they are, accumulating in float32. For float32 inputs the result must be accurate to float32: `tl.dot` needs
input_precision="ieee" there, TF32 is not accurate enough.
"""

import torch
from torch.nn.functional import scaled_dot_product_attention

from kbx_eval.suite import Call, Case, Cost, numel

DIFFICULTY = 5
CASES = [
    Case(batch=1, heads=2, queries=32, keys=32, head_dim=32),
    Case(batch=1, heads=1, queries=1, keys=1, head_dim=1),
    Case(batch=2, heads=2, queries=65, keys=65, head_dim=16, causal=True),
    Case(batch=1, heads=3, queries=17, keys=150, head_dim=40, softmax_scale=0.37),
    Case(batch=1, heads=2, queries=70, keys=33, head_dim=24, layout="strided", softmax_scale=-0.2),
    Case(batch=2, heads=1, queries=48, keys=48, head_dim=64, layout="transposed", causal=True),
    Case(batch=1, heads=2, queries=40, keys=72, head_dim=32, scale=4.0, outliers=0.002),
    Case(batch=1, heads=1, queries=33, keys=33, head_dim=32, causal=True, out=True),
    Case(batch=1, heads=2, queries=64, keys=96, head_dim=64, dtype="float16"),
    Case(batch=1, heads=2, queries=50, keys=50, head_dim=64, dtype="bfloat16", causal=True),
]
TIMED = [
    Case(batch=2, heads=8, queries=64, keys=64, head_dim=64),
    Case(batch=2, heads=8, queries=1024, keys=1024, head_dim=64),
    Case(batch=2, heads=16, queries=4096, keys=4096, head_dim=64, dtype="float16"),
    Case(batch=2, heads=16, queries=4096, keys=4096, head_dim=128, dtype="bfloat16", causal=True),
]


def inputs(case: Case, rng: torch.Generator) -> Call:
    q = case.randn(case.batch, case.heads, case.queries, case.head_dim, rng=rng)
    k, v = (case.randn(case.batch, case.heads, case.keys, case.head_dim, rng=rng) for _ in range(2))
    out = {"out": torch.full_like(q, torch.nan)} if case.get("out") else {}
    return Call((q, k, v, case.get("causal", False), case.get("softmax_scale")), out)


def reference(
    q: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
    causal: bool = False,
    softmax_scale: float | None = None,
    *,
    out: torch.Tensor | None = None,
) -> torch.Tensor:
    result = scaled_dot_product_attention(q, k, v, is_causal=causal, scale=softmax_scale)
    return result if out is None else out.copy_(result)


def cost(case: Case) -> Cost:
    rows = case.batch * case.heads
    pairs = case.queries * (case.queries + 1) // 2 if case.get("causal") else case.queries * case.keys
    return Cost(bytes=2 * numel(rows, case.queries + case.keys, case.head_dim) * case.itemsize, flops=4 * numel(rows, pairs, case.head_dim))
