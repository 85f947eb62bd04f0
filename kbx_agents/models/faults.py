"""The mistakes that model-written kernels show most often, and the drafts that an author with such habits goes through."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from kbx_agents.models import mistakes

_EDGE = frozenset({"wrong_value", "non_finite", "non_deterministic", "illegal_memory", "crash", "runtime_error", "input_mutated"})
_COMPILER = frozenset({"compile_error", "launch_error", "runtime_error", "screen_error"})


@dataclass(frozen=True)
class Fault:
    """One kind of mistake."""

    name: str
    plant: Callable[[str, str], str | None]
    """(source, entry point) -> source with the mistake, None where it cannot be made; "" stands for an answer without code."""
    symptoms: frozenset[str]
    """Statuses by which an author would recognise it."""


@dataclass(frozen=True)
class Draft:
    """A step on the author's way to the solution."""

    code: str
    """Empty when the answer holds none."""
    fault: Fault | None
    """The mistake that shows first; None in the last draft."""


FAULTS = (
    Fault("prose", lambda source, entry: "", frozenset({"extract_error"})),
    Fault("unclosed", mistakes.unclosed, frozenset({"syntax_error", "extract_error"})),
    Fault("renamed", mistakes.renamed, frozenset({"screen_error"})),
    Fault("no_import", mistakes.no_import, _COMPILER | {"import_error"}),
    Fault("misspelt", mistakes.misspelt, frozenset({"runtime_error", "compile_error"})),
    Fault("stale_api", mistakes.stale_api, _COMPILER),
    Fault("odd_block", mistakes.odd_block, _COMPILER),
    Fault("no_mask", mistakes.no_mask, _EDGE),
    Fault("short_grid", mistakes.short_grid, _EDGE | {"launch_error", "no_kernel"}),
    Fault("wrong_dtype", mistakes.wrong_dtype, frozenset({"wrong_dtype", "wrong_type", "runtime_error", "no_kernel"})),
    Fault("wrong_value", mistakes.wrong_value, _EDGE),
    Fault("tiny_block", mistakes.tiny_block, frozenset({"correct", "host_timeout", "device_timeout"})),
)
"""In the order in which the evaluator would notice them."""

ALWAYS = next(fault for fault in FAULTS if fault.name == "misspelt")
"""Can be planted in any source."""


def drafts(solution: str, entry: str, rng: random.Random) -> list[Draft]:
    """From the worst draft to the solution; each step repairs the one fault that the evaluator would notice."""
    wanted = rng.sample(FAULTS, k=rng.choices((1, 2, 3), weights=(3, 5, 2))[0])
    plan = [Draft(solution, None)]
    for fault in sorted(wanted, key=FAULTS.index, reverse=True):
        planted = fault.plant(plan[0].code, entry)
        if planted is not None:
            plan.insert(0, Draft(planted, fault))
    return plan if len(plan) > 1 else [Draft(mistakes.misspelt(solution, entry), ALWAYS), *plan]
