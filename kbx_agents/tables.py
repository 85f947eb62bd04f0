"""A run as a table for people, and its events as log lines."""

import structlog
from rich.box import SIMPLE_HEAD
from rich.table import Column, Table
from rich.text import Text

from kbx_agents.trajectory.events import Event, ModelAttempt, Stopped, VerdictGiven
from kbx_agents.trajectory.summary import RoundSummary, RunSummary, TaskSummary

LONGEST_STATUS = 13
"""Of the common ones; a column is not made narrower."""

log = structlog.get_logger("kbx")


def rounds_table(summary: RunSummary) -> Table:
    """One row a task, one column a round: did it compile and run (call), was it right (exe), and the status."""
    most = max((len(task.rounds) for task in summary.tasks), default=0)
    table = Table(Column("task", overflow="fold"), box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for number in range(1, most + 1):
        table.add_column(f"round {number}\ncall exe", min_width=LONGEST_STATUS)
    table.add_column("best", min_width=7, no_wrap=True)
    for task in summary.tasks:
        cells = [_round(found) for found in task.rounds]
        table.add_row(task.task, *cells, *[Text("")] * (most - len(cells)), _end(task))
    return table


def log_event(event: Event) -> None:
    """Say what is happening: every verdict, every failed call, every end."""
    body = event.body
    if isinstance(body, VerdictGiven):
        log.info("verdict", task=event.lane, round=body.round, status=body.status.value, seconds=round(body.seconds, 2))
    elif isinstance(body, ModelAttempt):
        log.warning("model call failed", task=event.lane, attempt=body.attempt, problem=body.failure.message, wait=body.wait_seconds)
    elif isinstance(body, Stopped):
        log.info("stopped", task=event.lane, reason=body.reason.value, **_last_line(body.detail))


def _last_line(detail: str) -> dict[str, str]:
    return {"detail": detail.strip().splitlines()[-1]} if detail else {}


def _round(found: RoundSummary) -> Text:
    marks = "".join("✓  " if ok else "✗  " for ok in (found.call_ok, found.exe_ok))
    colour = "green" if found.status == "correct" else "yellow" if found.call_ok else "red"
    return Text(f"{marks} {found.status.value}", style=colour)


def _end(task: TaskSummary) -> Text:
    return Text(f"round {task.best.round}", style="green") if task.best else Text(task.stopped or "cut off", style="red")
