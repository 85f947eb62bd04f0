"""Reads a run from disk, finished or not; says where it is damaged."""

from pathlib import Path

from pydantic import ValidationError

from kbx_agents.errors import UserError
from kbx_agents.trajectory.blobs import DiskBlobs
from kbx_agents.trajectory.events import Event
from kbx_agents.trajectory.store import RunRecord
from kbx_eval.record import Record


class StoredRun(Record):
    """A run as read from disk."""

    folder: Path
    record: RunRecord
    events: tuple[Event, ...]
    damage: str = ""
    """Says what was lost when the last line of `events.jsonl` is incomplete."""

    @property
    def blobs(self) -> DiskBlobs:
        """The run's texts."""
        return DiskBlobs(self.folder / "blobs")

    def lane(self, name: str) -> list[Event]:
        """The events of one lane, in order."""
        return [event for event in self.events if event.lane == name]


def read_run(folder: Path) -> StoredRun:
    """Read a run; an incomplete last line is left out and reported in `damage`, any other defect is a `UserError`."""
    try:
        record = RunRecord.model_validate_json((folder / "run.json").read_bytes())
        text = (folder / "events.jsonl").read_bytes()
    except OSError as error:
        raise UserError(f"{folder} is not a run directory: {Path(error.filename).name} cannot be read ({error.strerror})") from error
    except ValidationError as error:
        raise UserError(f"{folder / 'run.json'} is not a run record of this version: {_first_problem(error)}") from error
    *lines, last = text.removesuffix(b"\n").split(b"\n")
    events = [_event(folder, number, line) for number, line in enumerate(lines, start=1)]
    try:
        events += [_event(folder, len(lines) + 1, last)] if last else []
    except UserError:
        return StoredRun(folder=folder, record=record, events=tuple(events), damage=_incomplete(folder, len(lines) + 1, last))
    return StoredRun(folder=folder, record=record, events=tuple(events))


def _event(folder: Path, number: int, line: bytes) -> Event:
    try:
        return Event.model_validate_json(line)
    except ValidationError as error:
        raise UserError(f"line {number} of {folder / 'events.jsonl'} is damaged: {_first_problem(error)}") from error


def _incomplete(folder: Path, number: int, line: bytes) -> str:
    return f"line {number}, the last of {folder / 'events.jsonl'}, is incomplete ({len(line)} bytes); read up to it"


def _first_problem(error: ValidationError) -> str:
    problem = error.errors(include_url=False)[0]
    return f"{'.'.join(str(part) for part in problem['loc']) or 'document'}: {problem['msg']}"
