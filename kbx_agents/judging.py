"""What kbx_agents needs of an evaluator."""

from typing import Protocol

from kbx_eval.extract import extract
from kbx_eval.record import Depth, Verdict


class Judge(Protocol):
    """Anything that gives verdicts: `kbx_eval.Evaluator`, a record of earlier verdicts, a test's script."""

    def evaluate(self, reply: str, task: str, *, depth: Depth = "check") -> Verdict:
        """Judge a reply or plain code."""


def code_of(reply: str) -> str | None:
    """The code that the evaluator finds in a reply; None when there is none."""
    return extract(reply).code or None
