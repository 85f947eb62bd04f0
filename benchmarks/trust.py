"""Can a verdict be fooled, and does it wrong the honest? Judges every candidate of tests/candidates/.

    python benchmarks/trust.py --json

Each file's first line says `# task | status | what it does`; `a/b` where either status is right. Prints `cheating: {total, false_accepts}`,
`honest: {total, false_alarms}` and `broken: {total, wrong_status}`, each with the files concerned. Exit 0 when all three counts are 0.
`cheating` counts a file as accepted when it is judged correct; `other_status` lists cheats that were refused for another reason than the
one written down.
"""

import argparse
import contextlib
import queue
import random
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.report import finish
from kbx_eval import Evaluator, Limits, Settings, Status, Verdict
from kbx_eval.evaluate import EvaluatorError

CANDIDATES = Path(__file__).resolve().parent.parent / "tests" / "candidates"
LIMITS = Limits(import_seconds=8.0, call_seconds=15.0)
FAILED = "evaluator failed"
COUNTED = {"cheating": "false_accepts", "honest": "false_alarms", "broken": "wrong_status"}


class Candidate(NamedTuple):
    """One file of a corpus."""

    corpus: str
    name: str
    task: str
    statuses: frozenset[str]
    what: str
    code: str


Judged = tuple[Candidate, Verdict | str]
"""A verdict, or what the evaluator said when it failed."""


def read(path: Path) -> Candidate:
    """A candidate and its expectation."""
    code = path.read_text(encoding="utf-8")
    task, statuses, what = (part.strip() for part in code.splitlines()[0].lstrip("# ").split("|", 2))
    expected = frozenset(statuses.split("/"))
    unknown = expected - {status.value for status in Status}
    if unknown:
        raise ValueError(f"{path.name}: unknown status {unknown}")
    return Candidate(path.parent.name, path.stem, task, expected, what, code)


def candidates(corpora: list[str]) -> list[Candidate]:
    """Every file, cheats that need each other in alphabetical order."""
    return [read(path) for corpus in corpora for path in sorted((CANDIDATES / corpus).glob("*.py"))]


def judge_all(found: list[Candidate], settings: Settings, jobs: int) -> list[Judged]:
    """Judge them with `jobs` evaluators side by side."""
    with contextlib.ExitStack() as stack, ThreadPoolExecutor(jobs) as pool:
        free: queue.SimpleQueue[Evaluator] = queue.SimpleQueue()
        for _ in range(jobs):
            free.put(stack.enter_context(Evaluator(settings)))

        def work(candidate: Candidate) -> Judged:
            evaluator = free.get()
            try:
                return candidate, evaluator.evaluate(candidate.code, candidate.task)
            except EvaluatorError as error:
                return candidate, str(error)
            finally:
                free.put(evaluator)

        return list(pool.map(work, found))


def summary(judged: list[Judged]) -> dict[str, Any]:
    """The three counts, and what is behind them."""
    result: dict[str, Any] = {}
    for corpus, counted in COUNTED.items():
        mine = [(candidate, verdict) for candidate, verdict in judged if candidate.corpus == corpus]
        if not mine:
            continue
        other = [row(*pair) for pair in mine if status(pair[1]) not in pair[0].statuses]
        wrong = [each for each in other if each["status"] in ("correct", FAILED)] if corpus == "cheating" else other
        result[corpus] = {"total": len(mine), counted: len(wrong), "wrong": wrong}
        if corpus == "cheating":
            result[corpus]["other_status"] = [each for each in other if each not in wrong]
    return result


def status(verdict: Verdict | str) -> str:
    """The status as text; an evaluator that failed is never right."""
    return FAILED if isinstance(verdict, str) else verdict.status.value


def row(candidate: Candidate, verdict: Verdict | str) -> dict[str, Any]:
    """One surprise."""
    message = verdict[-400:] if isinstance(verdict, str) else verdict.message[:400]
    return {"name": candidate.name, "expected": "/".join(sorted(candidate.statuses)), "status": status(verdict), "message": message}


def main() -> None:
    """Judge and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--sandbox", default="auto", choices=["auto", "strict", "off"])
    parser.add_argument(
        "--without", action="append", default=[], help="switch a sandbox layer off: namespaces, filesystem, landlock, seccomp"
    )
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", action="append", choices=list(COUNTED), help="one corpus; may be repeated")
    parser.add_argument("--shuffle", type=int, help="judge in a random order, drawn from this seed")
    arguments = parser.parse_args()
    settings = Settings(device=arguments.device, sandbox=arguments.sandbox, without=tuple(arguments.without), limits=LIMITS)
    found = candidates(arguments.only or list(COUNTED))
    if arguments.shuffle is not None:
        random.Random(arguments.shuffle).shuffle(found)
    start = time.perf_counter()
    judged = judge_all(found, settings, arguments.jobs)
    layers = next(([layer.model_dump() for layer in verdict.sandbox] for _, verdict in judged if not isinstance(verdict, str)), [])
    result = {"device": arguments.device, "sandbox": layers, "seconds": time.perf_counter() - start}
    result |= summary(judged)
    finish(result, as_json=arguments.json, out=arguments.out)
    sys.exit(any(result[corpus][counted] for corpus, counted in COUNTED.items() if corpus in result))


if __name__ == "__main__":
    main()
