"""One step of the RMSProp optimiser, in place; returns the updated `param`.

With g = grad + weight_decay * param, in this order:
square_avg becomes alpha * square_avg + (1 - alpha) * g * g; param becomes param - lr * g / (sqrt(square_avg) + eps).

`param`, `grad`, `square_avg` (not negative): tensors of one shape and floating-point dtype, each in any memory layout. `param` and
`square_avg` are overwritten, `grad` is not. `lr`, `alpha`, `eps`, `weight_decay`: numbers. The returned tensor is `param` itself.

Compute in float32, whatever the dtype, and round once when storing; `param` may use the new square_avg before or after rounding.
"""

import torch

from kbx_eval.suite import Call, Case, Cost, numel

DIFFICULTY = 2
ENTRY = "rmsprop_step"

CASES = [
    Case(shape=(1000,)),
    Case(shape=(1,)),
    Case(shape=(3, 2051), options={"weight_decay": 0.1}),
    Case(shape=(17, 65), layout="strided", options={"lr": 0.5}),
    Case(shape=(33, 31), layout="transposed", options={"alpha": 0.5, "weight_decay": 0.01}),
    Case(shape=(2, 5, 129), options={"eps": 0.25}),
    Case(shape=(4100,), scale=1e3, outliers=0.01, options={"lr": 1.0, "alpha": 0.9}),
    Case(shape=(100,), first=True, options={"lr": 0.1}),
    Case(shape=(1500,), dtype="bfloat16", options={"lr": 0.1, "weight_decay": 0.1}),
    Case(shape=(5, 70), dtype="float16", options={"lr": 0.1}),
]
TIMED = [Case(shape=(2**10,)), Case(shape=(2**20,)), Case(shape=(2**26,)), Case(shape=(2**26,), dtype="bfloat16")]


def inputs(case: Case, rng: torch.Generator) -> Call:
    param, grad = case.randn(*case.shape, rng=rng), case.randn(*case.shape, rng=rng)
    square_avg = case.rand(*case.shape, rng=rng, high=case.scale**2)
    if case.get("first"):
        square_avg.zero_()
        grad[::2] = 0.0
    return Call((param, grad, square_avg), case.get("options", {}))


def reference(
    param: torch.Tensor,
    grad: torch.Tensor,
    square_avg: torch.Tensor,
    lr: float = 0.01,
    alpha: float = 0.99,
    eps: float = 1e-8,
    weight_decay: float = 0.0,
) -> torch.Tensor:
    grad = grad.add(param, alpha=weight_decay)
    square_avg.mul_(alpha).addcmul_(grad, grad, value=1 - alpha)
    return param.addcdiv_(grad, square_avg.sqrt().add_(eps), value=-lr)


def cost(case: Case) -> Cost:
    return Cost(bytes=5 * numel(*case.shape) * case.itemsize, flops=10 * numel(*case.shape))
