"""The events of a trajectory, one line of `events.jsonl` each.

An event is an envelope (where and when) around a body (what). Envelopes form lanes: the run's own lane is "", a task's lane is its name,
and within a lane events are numbered in the order they happened. So two runs that interleave their tasks differently have equal lanes.
"""

from enum import StrEnum
from typing import Annotated, Final, Literal

from pydantic import Field

from kbx_agents.budget import Budget, Usage
from kbx_eval.record import Depth, Record, Status

EVENTS_VERSION: Final = 1

WALL_CLOCK = frozenset({"at", "elapsed_seconds", "seconds", "wait_seconds"})
"""Fields that a replay cannot and need not reproduce."""


class StopReason(StrEnum):
    """Why the work on a task ended."""

    CORRECT = "correct"
    FINISHED = "finished"
    """The method reached its end without a correct kernel."""
    ROUNDS = "rounds"
    CALLS = "calls"
    TOKENS = "tokens"
    SECONDS = "seconds"
    MODEL_ERROR = "model_error"
    INFRASTRUCTURE = "infrastructure"
    """The evaluator could not judge; no candidate is to blame."""
    ERROR = "error"
    """A defect of the method or of kbx."""
    INTERRUPTED = "interrupted"


class RunStarted(Record):
    """The run's settings are in `run.json`."""

    kind: Literal["run_started"] = "run_started"
    method: str
    model: str
    tasks: tuple[str, ...]


class TaskStarted(Record):
    """The work on one task begins."""

    kind: Literal["task_started"] = "task_started"
    budget: Budget


class Message(Record):
    """One message of a prompt."""

    role: Literal["system", "user"]
    text: str
    """Digest of the text."""
    template: str
    template_digest: str


class Prompt(Record):
    """What the model is asked; written before the call."""

    kind: Literal["prompt"] = "prompt"
    round: int
    messages: tuple[Message, ...]
    elapsed_seconds: float


class Failure(Record):
    """How one attempt at a model call failed."""

    message: str
    http_status: int | None = None
    transient: bool = False
    """Worth another attempt."""
    retry_after_seconds: float | None = None
    """What the provider asked for."""


class ModelAttempt(Record):
    """An attempt at a model call that brought no reply."""

    kind: Literal["model_attempt"] = "model_attempt"
    round: int
    attempt: int
    failure: Failure
    wait_seconds: float | None = None
    """Pause before the next attempt; None when there is none."""


class Reply(Record):
    """What the model answered."""

    kind: Literal["reply"] = "reply"
    round: int
    attempts: int
    text: str
    """Digest of the text."""
    usage: Usage
    finish_reason: str = ""
    seconds: float


class Judged(Record):
    """A candidate enters the evaluator."""

    kind: Literal["candidate"] = "candidate"
    round: int
    reply: str
    """Digest of the reply that holds it."""
    candidate: str | None
    """Digest of the code; None when the reply holds none."""
    depth: Depth


class VerdictGiven(Record):
    """The evaluator's answer; all of it is in the blob."""

    kind: Literal["verdict"] = "verdict"
    round: int
    candidate: str
    verdict: str
    """Digest of the verdict as JSON."""
    status: Status
    call_ok: bool
    exe_ok: bool
    depth: Depth
    seconds: float


class Decision(Record):
    """What the method does about a verdict."""

    kind: Literal["decision"] = "decision"
    round: int
    action: Literal["repair", "stop"]
    reason: str
    elapsed_seconds: float


class Stopped(Record):
    """Why the work on a task ended; every task that was started has one unless the process was killed."""

    kind: Literal["stopped"] = "stopped"
    reason: StopReason
    detail: str = ""
    elapsed_seconds: float


class TaskFinished(Record):
    """What a task came to."""

    kind: Literal["task_finished"] = "task_finished"
    rounds: int
    best: str | None
    """Digest of the best verified candidate."""
    best_round: int | None
    calls: int
    tokens: int


class RunFinished(Record):
    """Every task was worked on, or the run was interrupted."""

    kind: Literal["run_finished"] = "run_finished"
    interrupted: bool


Body = Annotated[
    RunStarted | TaskStarted | Prompt | ModelAttempt | Reply | Judged | VerdictGiven | Decision | Stopped | TaskFinished | RunFinished,
    Field(discriminator="kind"),
]


class Event(Record):
    """One line of `events.jsonl`."""

    version: Literal[1] = EVENTS_VERSION
    lane: str
    number: int
    """Position in the lane, from 0."""
    parent: str | None
    """Id of the event that led to this one."""
    at: float
    """Unix time."""
    body: Body

    @property
    def id(self) -> str:
        """The name by which later events refer to this one."""
        return f"{self.lane}#{self.number}"
