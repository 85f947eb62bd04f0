"""One candidate's process, seen from the judge: requests with a deadline, and watching what it uses meanwhile."""

import contextlib
import mmap
import os
import select
import shutil
import signal
import socket
import time
from pathlib import Path
from typing import Any, NamedTuple

from kbx_eval.evaluate import Limits
from kbx_eval.inside import protocol
from kbx_eval.inside.progress import Phase, Progress
from kbx_eval.record import Status
from kbx_eval.sandbox import usage

WATCH_SECONDS = 0.1


class Ended(Exception):
    """The child is gone, or was ended; says which status that is."""

    def __init__(self, status: Status, message: str, phase: Phase) -> None:
        super().__init__(message)
        self.status, self.message, self.phase = status, message, phase


class _Pipe(NamedTuple):
    read: int
    write: int


class Child:
    """Owns the child's descriptors, scratch folder and life."""

    def __init__(self, scratch: Path, limits: Limits, arena_bytes: int) -> None:
        self._scratch, self._limits = scratch, limits
        self._channel, self._theirs = socket.socketpair()
        self._output, self._end = _Pipe(*os.pipe()), _Pipe(*os.pipe())
        self._shared = {name: os.memfd_create(name) for name in ("progress", "arena")}
        os.ftruncate(self._shared["progress"], mmap.PAGESIZE)
        os.ftruncate(self._shared["arena"], arena_bytes)
        self.progress = Progress(self._shared["progress"])
        self.arena = mmap.mmap(self._shared["arena"], arena_bytes)
        self.printed = bytearray()
        self._buffer = bytearray()
        self._process = 0

    def their_descriptors(self) -> list[int]:
        """In the order of `confine.Descriptors`."""
        return [self._theirs.fileno(), self._shared["progress"], self._shared["arena"], self._output.write, self._end.write]

    def started(self, process: int) -> None:
        """The server has forked it."""
        self._process = process
        self._theirs.close()
        os.close(self._output.write)
        os.close(self._end.write)

    def request(self, message: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Ask and wait for the answer; `Ended` when there will be none."""
        try:
            protocol.send(self._channel, message)
        except OSError:
            raise self._ending() from None
        deadline = time.monotonic() + seconds
        while (answer := protocol.take(self._buffer)) is None:
            if time.monotonic() > deadline:
                raise self._kill(*self._timeout(seconds))
            self._wait(min(WATCH_SECONDS, max(0.0, deadline - time.monotonic())))
            self._watch()
        return answer

    def _wait(self, seconds: float) -> None:
        channel = self._channel.fileno()
        ready, _, _ = select.select([channel, self._output.read, self._end.read], [], [], seconds)
        if self._output.read in ready:
            self._read_output()
        if channel in ready:
            chunk = b""
            with contextlib.suppress(ConnectionResetError):
                chunk = self._channel.recv(1 << 20)
            self._buffer += chunk
            if not chunk:
                raise self._ending()
        elif self._end.read in ready:
            raise self._ending()

    def _read_output(self) -> None:
        self.printed += os.read(self._output.read, 1 << 16)
        if len(self.printed) > self._limits.output_bytes:
            raise self._kill(Status.OUTPUT_LIMIT, f"printed more than {self._limits.output_bytes} bytes; remove the prints")

    def _watch(self) -> None:
        used = usage.of_tree(self._process)
        if used.processes > self._limits.processes + 3:  # the two that stand above the candidate, and the candidate
            raise self._kill(Status.PROCESS_LIMIT, f"started more than {self._limits.processes} processes or threads")
        if used.private_bytes > self._limits.memory_bytes:
            raise self._kill(Status.OUT_OF_MEMORY, f"used more than {self._limits.memory_bytes >> 20} MiB of host memory")

    def _timeout(self, seconds: float) -> tuple[Status, str]:
        phase = self.progress.phase
        if phase is Phase.LAUNCH:
            return Status.DEVICE_TIMEOUT, f"a kernel did not finish within {seconds:g} s: look for a loop whose condition never changes"
        doing = {Phase.IMPORT: "importing the module", Phase.COMPILE: "compiling a kernel"}.get(phase, "the entry point")
        return Status.HOST_TIMEOUT, f"{doing} did not finish within {seconds:g} s"

    def _kill(self, status: Status, message: str) -> Ended:
        ended = Ended(status, message, self.progress.phase)
        self.kill()
        return ended

    def _ending(self) -> Ended:
        """The child ended by itself: its init says how."""
        readable, _, _ = select.select([self._end.read], [], [], 2.0)
        raw = os.read(self._end.read, 4) if readable else b""
        phase = self.progress.phase
        self.kill()
        if len(raw) < 4:
            return Ended(Status.CRASH, "the process vanished", phase)
        status = int.from_bytes(raw, "little")
        if os.WIFSIGNALED(status):
            return _by_signal(os.WTERMSIG(status), phase)
        return Ended(Status.EXITED, f"the process ended itself with exit code {os.WEXITSTATUS(status)} before answering", phase)

    def kill(self) -> None:
        """End the child and everything below it."""
        if self._process:
            usage.kill_tree(self._process)
            self._process = 0

    def close(self) -> None:
        """Kill it if it lives, and give back everything it held."""
        self.kill()
        for descriptor in (*self._output, *self._end, *self._shared.values()):
            with contextlib.suppress(OSError):
                os.close(descriptor)
        self._channel.close()
        self._theirs.close()
        self.progress.close()
        with contextlib.suppress(BufferError):  # a tensor may still lie over it; it goes with that
            self.arena.close()
        shutil.rmtree(self._scratch, ignore_errors=True)


def _by_signal(number: int, phase: Phase) -> Ended:
    name = signal.Signals(number).name if number in signal.Signals._value2member_map_ else str(number)
    if number == signal.SIGKILL:
        return Ended(Status.OUT_OF_MEMORY, "the process was killed by the system, most likely for want of memory", phase)
    return Ended(Status.CRASH, f"the process died of {name}", phase)
