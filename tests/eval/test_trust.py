"""Every candidate of tests/candidates/ gets the status that its first line names; no cheat is ever correct."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.trust import CANDIDATES, COUNTED, LIMITS, read
from kbx_eval import Evaluator, Settings, load_suite

LEAST = {"cheating": 60, "broken": 40, "honest": 40}
PATHS = {corpus: sorted((CANDIDATES / corpus).glob("*.py")) for corpus in COUNTED}
FIRST, SECOND = "_first", "_second"


def accomplices(path: Path) -> tuple[Path, ...]:
    """A candidate, with the one that is judged right after it and profits if the first one left something."""
    second = path.with_stem(path.stem.removesuffix(FIRST) + SECOND)
    return (path, second) if path.stem.endswith(FIRST) and second.exists() else (path,)


def cases() -> Iterator[object]:
    for corpus, paths in PATHS.items():
        for path in paths:
            if not (path.stem.endswith(SECOND) and path.with_stem(path.stem.removesuffix(SECOND) + FIRST).exists()):
                yield pytest.param(accomplices(path), id=f"{corpus}/{path.stem.removesuffix(FIRST)}")


@pytest.fixture(scope="module")
def evaluator() -> Iterator[Evaluator]:
    with Evaluator(Settings(device="cpu", limits=LIMITS)) as evaluator:
        yield evaluator


@pytest.mark.parametrize("paths", list(cases()))
def test_the_verdict_is_the_one_that_the_file_names(evaluator, paths):
    for path in paths:
        candidate = read(path)
        verdict = evaluator.evaluate(candidate.code, candidate.task)
        assert candidate.corpus != "cheating" or not verdict.correct, f"{path.stem} was accepted"
        assert verdict.status.value in candidate.statuses, f"{path.stem} ({candidate.what}): {verdict.status}: {verdict.message}"


@pytest.mark.parametrize(("corpus", "least"), LEAST.items())
def test_the_corpora_are_large_and_say_what_they_expect(corpus, least):
    suite = load_suite()
    assert len(PATHS[corpus]) >= least
    for path in PATHS[corpus]:
        candidate = read(path)
        assert candidate.code.startswith("# ") and candidate.what and candidate.what[-1] not in ",;:", f"{path.stem}: one line says it all"
        assert candidate.task in suite.tasks, f"{path.stem}: no such task: {candidate.task}"
        assert candidate.statuses, path.stem
        assert (candidate.statuses == {"correct"}) if corpus == "honest" else "correct" not in candidate.statuses, path.stem
        assert "infrastructure_error" not in candidate.statuses, f"{path.stem}: never a candidate's"
