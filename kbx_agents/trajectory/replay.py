"""Replay: the method's graph runs again on recorded replies, verdicts and clock readings, and has to produce the recorded events.

No model, no judge, no network and no GPU take part; the tasks' texts and the prompts' templates are those installed now, so a replay
also tells whether they changed since.
"""

import math
from typing import Any

from kbx_agents.budget import Meter
from kbx_agents.context import Context, Desk
from kbx_agents.methods import load_method
from kbx_agents.models.calls import Retries
from kbx_agents.run import work
from kbx_agents.trajectory.blobs import MemoryBlobs
from kbx_agents.trajectory.events import WALL_CLOCK, Event, RunFinished, RunStarted, Stopped, StopReason, TaskFinished
from kbx_agents.trajectory.lane import Lane
from kbx_agents.trajectory.reader import StoredRun
from kbx_agents.trajectory.recording import RecordedModel, Recording
from kbx_eval.record import Record
from kbx_eval.suite import Suite, Task

_AS_RECORDED = Retries(attempts=1_000_000, total_seconds=math.inf, sleep=lambda _: None)


class Replayed(Record):
    """What a replay showed."""

    run_dir: str
    identical: bool
    events: int
    """Recorded events that were compared."""
    model_calls: int = 0
    evaluations: int = 0
    difference: str = ""
    """The first event that differs, and how."""
    damage: str = ""
    """What could not be read of the record."""


def replay(run: StoredRun, suite: Suite) -> Replayed:
    """Run every recorded task again and compare its events with the recorded ones, wall-clock fields apart."""
    tasks = dict.fromkeys(event.lane for event in run.events if event.lane)
    differences = [_run_lane(run), *(_replay_task(run, suite.find(name)) for name in tasks)]
    difference = next(filter(None, differences), "")
    return Replayed(run_dir=str(run.folder), identical=not difference, events=len(run.events), difference=difference, damage=run.damage)


def _run_lane(run: StoredRun) -> str:
    produced = list[Event]()
    lane, record = Lane("", produced.append), run.record
    lane.emit(RunStarted(method=record.method, model=record.model, tasks=record.tasks))
    stops = [event.body.reason for event in run.events if isinstance(event.body, Stopped)]
    lane.emit(RunFinished(interrupted=StopReason.INTERRUPTED in stops))
    return first_difference(run.lane(""), produced)


def _replay_task(run: StoredRun, task: Task) -> str:
    recorded, produced = run.lane(task.name), list[Event]()
    recording, lane = Recording(recorded, run.blobs), Lane(task.name, produced.append)
    desk = Desk(RecordedModel(recording), recording, MemoryBlobs(), run.record.facts, _AS_RECORDED)
    context = Context(task, desk, lane, Meter(run.record.budget, recording.elapsed))
    work(task, load_method(run.record.method), context, lane)
    return first_difference(recorded, produced)


def first_difference(recorded: list[Event], produced: list[Event]) -> str:
    """The first event that differs; a record that was cut off may be continued by what was produced."""
    for old, new in zip(recorded, produced, strict=False):
        fields = _timeless(old), _timeless(new)
        changed = [key for key in fields[0] | fields[1] if fields[0].get(key) != fields[1].get(key)]
        if changed:
            return f"{old.id}: {changed[0]} was {fields[0].get(changed[0])!r}, is {fields[1].get(changed[0])!r}"
    cut_off = not any(isinstance(event.body, TaskFinished | RunFinished) for event in recorded)
    if len(produced) < len(recorded):
        return f"{recorded[len(produced)].id}: {recorded[len(produced)].body.kind} was recorded, and nothing is produced"
    if len(produced) > len(recorded) and not cut_off:
        return f"{produced[len(recorded)].id}: {produced[len(recorded)].body.kind} is produced, and nothing was recorded"
    return ""


def _timeless(event: Event) -> dict[str, Any]:
    envelope = event.model_dump(mode="json", exclude={"at", "body"})
    body = event.body.model_dump(mode="json", exclude=set(WALL_CLOCK))
    return envelope | {f"{event.body.kind}.{key}": value for key, value in body.items()}
