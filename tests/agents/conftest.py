"""A run with a scripted model and a scripted judge: real graphs, real log, no network and no GPU."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from kbx_agents import Budget, Plan, load_method, read_run, run_method
from kbx_agents.models import Model
from kbx_agents.testing import ScriptedJudge, ScriptedModel
from kbx_agents.trajectory.events import Body, Event
from kbx_agents.trajectory.reader import StoredRun
from kbx_agents.trajectory.summary import RunSummary
from kbx_eval.record import Status
from kbx_eval.suite import Suite, load_suite


class Played(NamedTuple):
    """What a scripted run left."""

    summary: RunSummary
    stored: StoredRun
    model: ScriptedModel
    judge: ScriptedJudge

    def bodies(self, lane: str = "softmax") -> list[Body]:
        return [event.body for event in self.stored.lane(lane)]


Play = Callable[..., Played]


def fenced(code: str) -> str:
    return f"Here it is.\n\n```python\n{code}\n```\n"


@pytest.fixture(scope="session")
def suite() -> Suite:
    return load_suite()


@pytest.fixture
def play(tmp_path: Path, suite: Suite) -> Play:
    """Run a method on tasks: `play(replies, statuses, ...)`."""

    def run(
        replies: Sequence[str | Exception],
        statuses: Sequence[Status | BaseException],
        *,
        method: str = "iterative_fix",
        tasks: str = "softmax",
        budget: Budget | None = None,
        watch: Callable[[Event], None] | None = None,
    ) -> Played:
        model, judge, folder = ScriptedModel(replies), ScriptedJudge(statuses), tmp_path / "run"
        plan = Plan(load_method(method), Model("scripted", model), suite.select(tasks), budget or Budget())
        return Played(run_method(plan, judge, folder, watch), read_run(folder), model, judge)

    return run


@pytest.fixture
def kernels() -> list[str]:
    """Three different replies."""
    return [fenced(f"def softmax(input, dim):\n    return {number}") for number in range(3)]
