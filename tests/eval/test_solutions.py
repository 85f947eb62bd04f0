"""Every task can be solved, and its own solution is judged correct."""

import pytest

from kbx_eval import Evaluator, Settings, load_suite


@pytest.fixture(scope="module")
def evaluator():
    with Evaluator(Settings(device="cpu", seed=1)) as evaluator:
        yield evaluator


@pytest.mark.parametrize("task", list(load_suite()), ids=lambda task: task.name)
def test_the_solution_is_correct(evaluator, task):
    verdict = evaluator.evaluate(task.solution, task.name)
    assert verdict.correct, verdict.message
    assert not verdict.findings
    assert verdict.compile
    assert {binary.error for binary in verdict.compile.binaries} == {""}
