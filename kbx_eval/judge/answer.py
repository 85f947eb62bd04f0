"""A child's answer to one call → right, or what is wrong. Believes only bytes in the judge's own buffer."""

from typing import Any

import torch

from kbx_eval.inside.buffers import Spec
from kbx_eval.judge.arena import Layout
from kbx_eval.judge.compare import Comparison, Mismatch, compare
from kbx_eval.judge.told import Part
from kbx_eval.judge.truth import Truth, same_bits
from kbx_eval.record import Status
from kbx_eval.suite import Call, Task


def judge_answer(task: Task, call: Call, truth: Truth, layout: Layout, slots: list[Spec], told: list[Part]) -> Comparison:
    """Structure, then values, then what happened to the arguments; the first thing that is wrong decides."""
    if wrong := _structure(truth.reference, slots, told):
        return Comparison(wrong)
    results = _results(truth, layout, slots, told)
    if task.check:
        problem = task.check(call, results)
        compared = [Comparison(Mismatch(Status.WRONG_VALUE, problem) if problem else None)]
    else:
        compared = _values(truth, results)
    return _worst([*compared, *_arguments(truth, layout)])


def results_match(truth: Truth, layout: Layout, slots: list[Spec], told: list[Part]) -> bool:
    """Whether an answer's values are the ones of `truth`, whatever call it was given for."""
    if not truth.reference or _structure(truth.reference, slots, told):
        return False
    return not _worst(_values(truth, _results(truth, layout, slots, told))).mismatch


def _results(truth: Truth, layout: Layout, slots: list[Spec], told: list[Part]) -> list[Any]:
    return [
        layout.result(slot) if isinstance(want, torch.Tensor) else _number(part)
        for want, slot, part in zip(truth.reference, slots, told, strict=True)
    ]


def _values(truth: Truth, results: list[Any]) -> list[Comparison]:
    return [
        compare(_name(index, want, len(results)), got, want, true)
        for index, (got, want, true) in enumerate(zip(results, *_as_tensors(truth), strict=True))
        if isinstance(got, torch.Tensor)
    ]


def _structure(expected: list[Any], slots: list[Spec], told: list[Part]) -> Mismatch | None:
    if len(told) != len(expected):
        return Mismatch(Status.WRONG_TYPE, f"expected {len(expected)} result(s), got {len(told)}")
    for index, (want, slot, part) in enumerate(zip(expected, slots, told, strict=True)):
        if problem := _part(f"result {index}" if len(expected) > 1 else "the result", want, slot, part):
            return problem
    return None


def _part(name: str, want: Any, slot: Spec, part: Part) -> Mismatch | None:
    kind = part.kind
    if not isinstance(want, torch.Tensor):
        allowed = ("none",) if want is None else ("number",)
        return None if kind in allowed else Mismatch(Status.WRONG_TYPE, f"{name} should be {want!r:.40}, got {_shown(part)}")
    if kind != "tensor":
        return Mismatch(Status.WRONG_TYPE, f"{name} should be a tensor of shape {tuple(want.shape)}, got {_shown(part)}")
    if part.shape != slot["shape"]:
        return Mismatch(Status.WRONG_SHAPE, f"{name} should have shape {tuple(want.shape)}, got {tuple(part.shape)}")
    if part.dtype != slot["dtype"]:
        return Mismatch(Status.WRONG_DTYPE, f"{name} should have dtype {slot['dtype']}, got {part.dtype}")
    if part.device != "cuda":
        return Mismatch(Status.WRONG_TYPE, f"{name} is in host memory; it has to be on the GPU, where the inputs are")
    return None


def _shown(part: Part) -> str:
    if part.kind == "tensor":
        return f"a tensor of shape {tuple(part.shape)}"
    return {"none": "None (is a `return` missing?)", "number": f"the number {part.value}"}.get(part.kind, f"a {part.type[:60]}")


def _number(part: Part) -> torch.Tensor | None:
    try:
        return torch.tensor(float({"True": "1", "False": "0"}.get(part.value, part.value)), dtype=torch.float64)
    except (ValueError, OverflowError):
        return None


def _as_tensors(truth: Truth) -> tuple[list[Any], list[Any]]:
    """Numbers as float64 scalars, so that they are compared like everything else."""

    def tensor(value: Any) -> Any:
        return value if isinstance(value, torch.Tensor) or value is None else torch.tensor(float(value), dtype=torch.float64)

    return [tensor(value) for value in truth.reference], [tensor(value) for value in truth.oracle]


def _name(index: int, want: Any, count: int) -> str:
    shape = f" {tuple(want.shape)} {str(want.dtype).removeprefix('torch.')}" if isinstance(want, torch.Tensor) else ""
    return f"result {index}{shape}" if count > 1 else f"the result{shape}"


def _arguments(truth: Truth, layout: Layout) -> list[Comparison]:
    """Arguments that the reference writes are results; all others must be as they were."""
    compared = []
    for index, ((before, after), written) in enumerate(zip(layout.arguments(), truth.written, strict=True)):
        if written and same_bits(before, after):
            message = f"tensor argument {index}, of shape {tuple(before.shape)}, has to be written by the contract, and was not"
            compared.append(Comparison(Mismatch(Status.WRONG_VALUE, message)))
        elif written:
            compared.append(compare(f"tensor argument {index} (written in place)", after, *written))
        elif not same_bits(before, after):
            message = f"tensor argument {index}, of shape {tuple(before.shape)}, was changed; the contract does not allow that"
            compared.append(Comparison(Mismatch(Status.INPUT_MUTATED, message)))
    return compared


def _worst(compared: list[Comparison]) -> Comparison:
    wrong = next((one.mismatch for one in compared if one.mismatch), None)
    return Comparison(wrong, max((one.max_error for one in compared), default=0.0), max((one.error_ratio for one in compared), default=0.0))
