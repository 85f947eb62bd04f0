"""Numbers evenly spaced on a logarithmic scale: element i is base ** (start + i * (end - start) / (steps - 1)).

`start`, `end`: numbers, the first and the last exponent; `end` may be smaller. `steps`: the number of elements, at least 1; with 1
element it is base ** start. `base`: a number > 0. The result is a new contiguous tensor (steps,); there is no tensor among the arguments.
`dtype`: its floating-point dtype, `torch.get_default_dtype()` (float32) by default. `layout`: always `torch.strided`.
`device`: where the result is made, the GPU ("cuda") by default. `requires_grad`: whether the result asks for gradients.

Accurate to float32, or to the narrower dtype. A float64 result must be accurate to float64: compute it in float64 throughout, and note
that a Python float given to a Triton kernel becomes a float32. The last element must be as accurate as the first.
"""

from typing import Any

import torch

from kbx_eval.suite import Call, Case, Cost

DIFFICULTY = 2

CASES = [
    Case(start=0.0, end=3.0, steps=100),
    Case(start=2.5, end=9.0, steps=1),
    Case(start=-3.0, end=2.0, steps=5000),
    Case(start=1, end=2, steps=2),
    Case(start=4.0, end=-4.0, steps=1025),
    Case(start=-10.0, end=10.0, steps=999, options={"base": 2.0}),
    Case(start=0.1, end=0.7, steps=77, options={"base": 0.3, "device": "cuda", "requires_grad": False}),
    Case(start=0.0, end=5.0, steps=33, options={"base": 1.0}),
    Case(start=-9.0, end=9.0, steps=64),
    Case(start=0.1, end=2.3, steps=1500, dtype="float64"),
    Case(start=-1.7, end=3.0, steps=129, dtype="float64", options={"base": 2.718281828459045}),
    Case(start=0.0, end=2.0, steps=50, dtype="float16"),
]
TIMED = [Case(start=0.0, end=2.0, steps=steps) for steps in (2**12, 2**20, 2**27)] + [
    Case(start=0.0, end=2.0, steps=2**26, dtype="float64")
]


def inputs(case: Case, rng: torch.Generator) -> Call:
    drift = round(torch.rand((), generator=rng).item(), 3) if case.start != case.end and case.steps > 2 else 0.0
    dtype = {} if case.dtype == torch.float32 else {"dtype": case.dtype}
    return Call((case.start + drift, case.end + drift, case.steps), case.get("options", {}) | dtype)


def reference(
    start: float,
    end: float,
    steps: int,
    base: float = 10.0,
    dtype: torch.dtype | None = None,
    layout: torch.layout = torch.strided,
    device: Any = None,
    requires_grad: bool = False,
) -> torch.Tensor:
    # The result is compared where the reference runs; `device` is for the entry point.
    return torch.logspace(start, end, steps, base=base, dtype=dtype, layout=layout, requires_grad=requires_grad)


def oracle(start: float, end: float, steps: int, base: float = 10.0, **_: Any) -> torch.Tensor:
    return torch.logspace(start, end, steps, base=base, dtype=torch.float64)


def cost(case: Case) -> Cost:
    return Cost(bytes=case.steps * case.itemsize, flops=3 * case.steps)
