"""A run on disk: `run.json`, `events.jsonl`, `blobs/` and the best kernels as files in `best/`.

What survives: every event is one `write` to a file opened for appending, after the blobs it names were renamed into place, so a killed
process loses at most the event in flight. `fsync` follows at the end of each task and of the run, so a power cut costs at most the tasks
in progress. `run.json` is replaced as a whole.
"""

import os
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from kbx_agents.budget import Budget
from kbx_agents.errors import UserError
from kbx_agents.trajectory.blobs import DiskBlobs, write_whole
from kbx_agents.trajectory.events import Event, RunFinished, TaskFinished
from kbx_agents.trajectory.lane import Lane
from kbx_eval.evaluate import Settings
from kbx_eval.record import Layer, Record

RUN_VERSION = 1


class Facts(Record):
    """What prompts say about the tools and the machine a kernel is for."""

    triton: str
    target: str


class RunRecord(Record):
    """`run.json`: with which settings a run was made, and where."""

    schema_version: int = RUN_VERSION
    method: str
    """Name or `path/to/file.py:build`."""
    model: str
    tasks: tuple[str, ...]
    budget: Budget
    evaluator: Settings
    facts: Facts
    versions: dict[str, str]
    started: str
    """UTC, ISO 8601."""
    device: str | None = None
    """Where the verdicts came from; known after the first one."""
    sandbox: tuple[Layer, ...] = ()


class RunStore:
    """Writes one run; `read_run` reads it, also while it is being written."""

    def __init__(self, folder: Path, record: RunRecord, watch: Callable[[Event], None] | None = None) -> None:
        """Make the folder; one that holds something already is refused."""
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise UserError(f"{folder} is not empty; give `--out` a new directory")
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.record, self.blobs = folder, record, DiskBlobs(folder / "blobs")
        self._watch = watch
        self._write_record()
        self._events = (folder / "events.jsonl").open("ab", buffering=0)

    def lane(self, name: str) -> Lane:
        """A new lane of this run."""
        return Lane(name, self._append)

    def saw_device(self, device: str, sandbox: tuple[Layer, ...]) -> None:
        """Note where the verdicts come from."""
        if self.record.device is None:
            self.record = self.record.model_copy(update={"device": device, "sandbox": sandbox})
            self._write_record()

    def keep_best(self, task: str, code: str) -> None:
        """Put the best kernel where a person finds it."""
        path = self.folder / best_file_name(task)
        path.parent.mkdir(exist_ok=True)
        write_whole(path, code)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._events.close()

    def _append(self, event: Event) -> None:
        self._events.write(event.model_dump_json().encode() + b"\n")
        if isinstance(event.body, TaskFinished | RunFinished):
            os.fsync(self._events.fileno())
        if self._watch:
            self._watch(event)

    def _write_record(self) -> None:
        write_whole(self.folder / "run.json", self.record.model_dump_json(indent=2) + "\n")


def best_file_name(task: str) -> str:
    """Where a run keeps the best kernel of a task, relative to its folder."""
    return f"best/{task}.py"
