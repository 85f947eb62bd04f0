"""Is a generated Triton kernel right, and how fast? Knows no model, no prompt, no graph."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kbx_eval.evaluate import Evaluator, Limits, Settings
    from kbx_eval.record import Candidate, Stage, Status, Verdict
    from kbx_eval.suite import Call, Case, Cost, Suite, Task, load_suite

__all__ = [
    "Call",
    "Candidate",
    "Case",
    "Cost",
    "Evaluator",
    "Limits",
    "Settings",
    "Stage",
    "Status",
    "Suite",
    "Task",
    "Verdict",
    "load_suite",
]

_HOME = {
    **dict.fromkeys(("Evaluator", "Limits", "Settings"), "evaluate"),
    **dict.fromkeys(("Candidate", "Stage", "Status", "Verdict"), "record"),
    **dict.fromkeys(("Call", "Case", "Cost", "Suite", "Task", "load_suite"), "suite"),
}


def __getattr__(name: str) -> Any:
    """Load on first use: the sandbox imports this package too and must stay free of pydantic."""
    if name not in _HOME:
        raise AttributeError(f"module 'kbx_eval' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"kbx_eval.{_HOME[name]}"), name)
