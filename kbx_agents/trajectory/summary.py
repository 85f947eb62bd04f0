"""What a run came to, told from its events alone."""

from collections.abc import Iterable

from kbx_agents.trajectory.events import Event, Reply, RunStarted, Stopped, StopReason, VerdictGiven
from kbx_agents.trajectory.reader import StoredRun
from kbx_agents.trajectory.store import best_file_name
from kbx_eval.record import Record, Status


class RoundSummary(Record):
    """The last verdict of a round."""

    round: int
    status: Status
    call_ok: bool
    exe_ok: bool


class BestSummary(Record):
    """The best verified candidate."""

    round: int
    candidate: str
    """Digest of its code."""
    file: str
    """Where it lies, relative to the run directory."""


class TaskSummary(Record):
    """What a task came to."""

    task: str
    status: Status | None
    """`correct` when a candidate was, else the last verdict's; None without a verdict."""
    rounds: tuple[RoundSummary, ...]
    best: BestSummary | None
    stopped: StopReason | None
    """None while the task is being worked on, or when the run was killed."""
    detail: str
    calls: int
    tokens: int


class RunSummary(Record):
    """What a run came to."""

    run_dir: str
    method: str
    model: str
    tasks: tuple[TaskSummary, ...]

    @property
    def solved(self) -> int:
        """Tasks with a correct kernel."""
        return sum(task.best is not None for task in self.tasks)


def summarise(run: StoredRun) -> RunSummary:
    """Every task of a run, in the run's order; also of a run that was not finished."""
    names = next((event.body.tasks for event in run.events if isinstance(event.body, RunStarted)), ())
    started = {event.lane for event in run.events}
    tasks = tuple(_task(name, run.lane(name)) for name in names if name in started)
    return RunSummary(run_dir=str(run.folder), method=run.record.method, model=run.record.model, tasks=tasks)


def _task(name: str, events: Iterable[Event]) -> TaskSummary:
    bodies = [event.body for event in events]
    verdicts = [body for body in bodies if isinstance(body, VerdictGiven)]
    stopped = next((body for body in bodies if isinstance(body, Stopped)), None)
    replies = [body for body in bodies if isinstance(body, Reply)]
    best = _best(name, verdicts)
    return TaskSummary(
        task=name,
        status=Status.CORRECT if best else verdicts[-1].status if verdicts else None,
        rounds=tuple(_rounds(verdicts)),
        best=best,
        stopped=stopped.reason if stopped else None,
        detail=stopped.detail if stopped else "",
        calls=len(replies),
        tokens=sum(reply.usage.tokens for reply in replies),
    )


def _rounds(verdicts: Iterable[VerdictGiven]) -> Iterable[RoundSummary]:
    last = {verdict.round: verdict for verdict in verdicts}
    return (RoundSummary(round=v.round, status=v.status, call_ok=v.call_ok, exe_ok=v.exe_ok) for v in last.values())


def _best(task: str, verdicts: Iterable[VerdictGiven]) -> BestSummary | None:
    for verdict in verdicts:
        if verdict.status is Status.CORRECT and verdict.depth != "compile":
            return BestSummary(round=verdict.round, candidate=verdict.candidate, file=best_file_name(task))
    return None
