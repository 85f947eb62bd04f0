"""Ask for a verdict: `with Evaluator() as evaluator: evaluator.evaluate(reply, "softmax")`.

The caller's process never executes candidate code and never imports torch: a judge process (`kbx_eval.judge`) does the work.
"""

import contextlib
import os
import socket
import subprocess
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

from kbx_eval.inside import protocol
from kbx_eval.record import Depth, Record, Verdict


class Limits(Record):
    """What one candidate may use before it is stopped."""

    import_seconds: float = 20.0
    call_seconds: float = 30.0
    """Wall time of one call of the entry point, compilation included."""
    memory_bytes: int = 4 << 30
    processes: int = 64
    output_bytes: int = 1 << 20
    """What the candidate may print."""


class Settings(Record):
    """How verdicts are made; part of every run's record."""

    device: str = "auto"
    """auto, cpu, cuda or cuda:N."""
    targets: tuple[str, ...] = ()
    """Compile targets; empty means the device's own, sm_90 without one; "all" means every supported one."""
    sandbox: Literal["auto", "strict", "off"] = "auto"
    without: tuple[str, ...] = ()
    """Layers of the sandbox to leave out, by name; for measuring what each is worth."""
    limits: Limits = Limits()
    seed: int | None = None
    """Seed of the inputs; None draws one for each verdict."""
    suite: str | None = None
    """Folder of the tasks; None for the ones that come with kbx."""


class EvaluatorError(RuntimeError):
    """The judge could not be asked: a setting that it refuses, or a fault of ours."""


class Evaluator:
    """A judge process and the verdicts it gives; safe to share between threads (they take turns)."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self._turn = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._channel: socket.socket | None = None

    def start(self) -> None:
        """Start the judge now rather than at the first verdict; `EvaluatorError` when it refuses the settings."""
        with self._turn:
            self._start()

    def evaluate(self, reply: str, task: str, *, depth: Depth = "check") -> Verdict:
        """Judge a model's reply (prose with a fenced block) or plain code.

        Args:
            reply: what the model answered.
            task: a task's name, as `kbx tasks list` shows it.
            depth: "compile" stops after the first call, "check" compares every case, "profile" adds what the kernels moved.

        A candidate's failure is a verdict, never an exception. Raises `EvaluatorError` for an unknown task or when the judge itself fails.
        """
        with self._turn:
            self._start()
            try:
                answer = self._ask({"reply": reply, "task": task, "depth": depth})
            except BaseException:  # Ctrl-C above all: an answer that nobody waited for must not be the next one's
                self._stop()
                raise
            if "refused" in answer:
                raise EvaluatorError(answer["refused"])
            return Verdict.model_validate(answer["verdict"])

    def _start(self) -> None:
        if self._process and self._process.poll() is None:
            return
        self._stop()
        ours, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-P", "-m", "kbx_eval.judge", str(theirs.fileno()), self.settings.model_dump_json()]
            self._process = subprocess.Popen(
                command,
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                env=_environment(),
                start_new_session=True,  # Ctrl-C is the caller's affair; the judge ends when the caller hangs up
            )
        self._channel = ours
        answer = self._receive()
        if "refused" in answer:
            self._stop()
            raise EvaluatorError(answer["refused"])

    def _ask(self, message: dict[str, Any]) -> dict[str, Any]:
        assert self._channel
        try:
            protocol.send(self._channel, message)
        except OSError as error:
            raise EvaluatorError("the judge process has ended") from error
        return self._receive()

    def _receive(self) -> dict[str, Any]:
        assert self._channel and self._process
        try:
            return protocol.receive(self._channel)[0]
        except (protocol.ProtocolError, OSError) as error:
            code = self._process.wait(10)
            raise EvaluatorError(f"the judge process ended with exit code {code}; its error output says why") from error

    def _stop(self) -> None:
        if self._channel:
            self._channel.close()
        if self._process:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(5)
            self._process.kill()
            self._process.wait()
        self._process = self._channel = None

    def close(self) -> None:
        """Stop the judge and everything below it."""
        with self._turn:
            self._stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def _environment() -> dict[str, str]:
    """The judge has no use for keys and tokens, so it does not get them."""
    secret = ("KEY", "TOKEN", "SECRET", "PASSWORD")
    kept = {name: value for name, value in os.environ.items() if not any(word in name.upper() for word in secret)}
    package = str(Path(__file__).resolve().parent.parent)  # the judge is this kbx, wherever the caller stands
    return kept | {"PYTHONPATH": os.pathsep.join(filter(None, [package, kept.get("PYTHONPATH", "")]))}
