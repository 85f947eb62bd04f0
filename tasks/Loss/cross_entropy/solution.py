"""Cross-entropy: one program per target with a running log-sum-exp over the classes, then one program that adds up."""

import torch
import triton
import triton.language as tl


@triton.jit
def loss_kernel(
    x_ptr, target_ptr, weight_ptr, loss_ptr, counted_ptr, classes, inner, ignore_index, x_sample, x_class, x_inner, BLOCK: tl.constexpr
):
    row = tl.program_id(0).to(tl.int64)
    x_row = x_ptr + row // inner * x_sample + row % inner * x_inner
    best = tl.full([], float("-inf"), tl.float32)
    total = tl.full([], 0.0, tl.float32)
    for start in range(0, classes, BLOCK):
        column = start + tl.arange(0, BLOCK)
        x = tl.load(x_row + column * x_class, mask=column < classes, other=float("-inf")).to(tl.float32)
        larger = tl.maximum(best, tl.max(x, 0))
        # A block of nothing but -inf has no finite maximum to subtract.
        shift = tl.where(larger == float("-inf"), 0.0, larger)
        total = total * tl.exp(best - shift) + tl.sum(tl.exp(x - shift), 0)
        best = larger

    target = tl.load(target_ptr + row)
    counts = target != ignore_index
    weight = tl.where(counts, 1.0, 0.0)
    if weight_ptr is not None:
        weight = tl.load(weight_ptr + target, mask=counts, other=0.0).to(tl.float32)
    chosen = tl.load(x_row + target * x_class, mask=counts, other=0.0).to(tl.float32)
    tl.store(loss_ptr + row, tl.where(counts, weight * (tl.log(total) - (chosen - best)), 0.0))
    if counted_ptr is not None:
        tl.store(counted_ptr + row, weight)


@triton.jit
def reduce_kernel(loss_ptr, counted_ptr, y_ptr, size, MEAN: tl.constexpr, BLOCK: tl.constexpr):
    loss = tl.zeros([BLOCK], tl.float32)
    counted = tl.zeros([BLOCK], tl.float32)
    for start in range(0, size, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        loss += tl.load(loss_ptr + offsets, mask=offsets < size, other=0.0)
        if MEAN:
            counted += tl.load(counted_ptr + offsets, mask=offsets < size, other=0.0)
    result = tl.sum(loss, 0)
    if MEAN:
        result /= tl.sum(counted, 0)
    tl.store(y_ptr, result)


def cross_entropy(
    input: torch.Tensor,
    target: torch.Tensor,
    weight: torch.Tensor | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
) -> torch.Tensor:
    """-weight[target] * log_softmax(input)[target] over dimension 1, reduced."""
    x = input.reshape(*input.shape[:2], -1)
    reduced, mean = reduction != "none", reduction == "mean"
    loss = torch.empty(target.shape, dtype=torch.float32 if reduced else x.dtype, device=x.device)
    counted = torch.empty_like(loss) if mean else None
    block = min(2048, triton.next_power_of_2(x.shape[1]))
    weight = None if weight is None else weight.contiguous()
    loss_kernel[(loss.numel(),)](
        x, target.contiguous(), weight, loss, counted, x.shape[1], x.shape[2], ignore_index, *x.stride(), BLOCK=block
    )
    if not reduced:
        return loss
    result = torch.empty((), dtype=x.dtype, device=x.device)
    reduce_kernel[(1,)](loss, counted, result, loss.numel(), MEAN=mean, BLOCK=4096)
    return result
