"""The matrix product of two tensors of any number of dimensions, by the rules of numpy and `torch.matmul`.

`tensor1`, `tensor2`: tensors of one floating-point dtype with at least one dimension each, in any memory layout; neither is written.
Two vectors give their dot product (a tensor without dimensions). A vector on the left is a row (1, k), on the right a column (k, 1);
that dimension of size 1 is dropped from the result. All dimensions before the last two are batch dimensions, broadcast against each
other: (2, 1, m, k) times (3, k, n) gives (2, 3, m, n). The result is a new tensor of the inputs' dtype.

Accumulate in float32, whatever the dtype, and round once when storing. A float32 result must be accurate to float32: TF32 is not
accurate enough, so `tl.dot` on float32 operands needs `input_precision="ieee"`.
"""

import torch

from kbx_eval.suite import Case, Cost, numel

DIFFICULTY = 4

CASES = [
    Case(left=(48, 64), right=(64, 40)),
    Case(left=(1, 1), right=(1, 1)),
    Case(left=(77,), right=(77,), positive=True),
    Case(left=(37, 19), right=(19,)),
    Case(left=(19,), right=(19, 37)),
    Case(left=(2, 1, 9, 17), right=(3, 17, 5)),
    Case(left=(5, 17), right=(2, 17, 9)),
    Case(left=(3, 11, 29), right=(29, 13)),
    Case(left=(16, 300), right=(300, 20), outliers=0.01),
    Case(left=(70, 33), right=(33, 65), layout="transposed"),
    Case(left=(33, 65), right=(65, 34), layout="strided", scale=1e3),
    Case(left=(64, 96), right=(96, 40), dtype="float16"),
    Case(left=(32, 4096), right=(4096, 32), dtype="float16"),
    Case(left=(2, 40, 70), right=(2, 70, 24), dtype="bfloat16"),
]
TIMED = [
    Case(left=(256, 256), right=(256, 256)),
    Case(left=(4096, 4096), right=(4096, 4096)),
    Case(left=(4096, 4096), right=(4096, 4096), dtype="float16"),
    Case(left=(8192, 8192), right=(8192, 8192), dtype="bfloat16"),
    Case(left=(64, 1024, 128), right=(64, 128, 1024), dtype="float16"),
]


def inputs(case: Case, rng: torch.Generator) -> tuple[torch.Tensor, ...]:
    left, right = case.randn(*case.left, rng=rng), case.randn(*case.right, rng=rng)
    return (left.abs(), right.abs()) if case.get("positive") else (left, right)


def reference(tensor1: torch.Tensor, tensor2: torch.Tensor) -> torch.Tensor:
    return torch.matmul(tensor1, tensor2)


def cost(case: Case) -> Cost:
    left = case.left if len(case.left) > 1 else (1, *case.left)
    right = case.right if len(case.right) > 1 else (*case.right, 1)
    batch = numel(*torch.broadcast_shapes(left[:-2], right[:-2]))
    written = batch * left[-2] * right[-1]
    return Cost(bytes=(numel(*left) + numel(*right) + written) * case.itemsize, flops=2 * written * left[-1])
