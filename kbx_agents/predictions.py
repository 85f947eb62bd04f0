"""Many kernels at once: KernelBenchX predictions (`{"predict", "file"}`, one object a line) or a folder of `<task>.py`."""

import json
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

from kbx_agents.errors import UserError
from kbx_eval.evaluate import Evaluator, Settings
from kbx_eval.record import Verdict
from kbx_eval.suite import Suite, UnknownTaskError


class Submission(NamedTuple):
    """A kernel and the task that it is for."""

    task: str
    reply: str


class Sorted(NamedTuple):
    """Submissions that the suite has tasks for, and why the others are left out."""

    known: list[Submission]
    skipped: list[str]


def read_submissions(source: Path) -> list[Submission]:
    """Everything in a predictions file or in a folder."""
    found = _from_folder(source) if source.is_dir() else list(_from_lines(source))
    if not found:
        raise UserError(f"{source} holds no kernels (expected <task>.py files, or lines with `predict` and `file`)")
    return found


def sort_submissions(submissions: Iterable[Submission], suite: Suite) -> Sorted:
    """Keep what the suite can judge, under the task's own name."""
    result = Sorted([], [])
    for submission in submissions:
        try:
            result.known.append(submission._replace(task=suite.find(submission.task).name))
        except UnknownTaskError as error:
            result.skipped.append(str(error))
    if not result.known:
        raise UserError(f"none of the kernels is for a task of the suite: {result.skipped[0]}")
    return result


def judge_all(submissions: list[Submission], settings: Settings, jobs: int) -> Iterator[Verdict]:
    """Verdicts in the order of the submissions, from `jobs` evaluators at once."""
    with ExitStack() as stack:
        idle: SimpleQueue[Evaluator] = SimpleQueue()
        for _ in range(min(jobs, len(submissions))):
            idle.put(stack.enter_context(Evaluator(settings)))

        def judge(submission: Submission) -> Verdict:
            evaluator = idle.get()
            try:
                return evaluator.evaluate(submission.reply, submission.task)
            finally:
                idle.put(evaluator)

        yield from stack.enter_context(ThreadPoolExecutor(jobs)).map(judge, submissions)


def _from_folder(folder: Path) -> list[Submission]:
    return [Submission(path.stem, read_text(path)) for path in sorted(folder.rglob("*.py"))]


def _from_lines(path: Path) -> Iterator[Submission]:
    for number, line in enumerate(read_text(path).splitlines(), start=1):
        if line.strip():
            yield _from_line(line, f"line {number} of {path}")


def _from_line(line: str, place: str) -> Submission:
    try:
        record = json.loads(line)
        return Submission(Path(record["file"]).stem, str(record["predict"]))
    except json.JSONDecodeError as error:
        raise UserError(f"{place} is no JSON: {error.msg}") from error
    except (KeyError, TypeError) as error:
        raise UserError(f"{place} needs the fields `predict` and `file`") from error


def read_text(path: Path) -> str:
    """A file's text; a file that cannot be read is the caller's problem, in one line."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UserError(f"{path} is not a text file in UTF-8 (byte {error.start})") from error
