"""One candidate's process, seen from the judge: requests with a deadline, and watching what it uses meanwhile."""

import contextlib
import fcntl
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


class Shared:
    """What a candidate and its device share: two buffers of the judge, a mailbox and a connection between them."""

    def __init__(self, size: int) -> None:
        self.memory = {name: _sealed(name, size) for name in ("arena", "fresh", "mailbox")}
        self.peers = dict(zip(("candidate", "device"), socket.socketpair(), strict=True))
        self.arena = mmap.mmap(self.memory["arena"], size)
        self.fresh = mmap.mmap(self.memory["fresh"], size)

    def close(self) -> None:
        """Give back the judge's descriptors; its mappings live on."""
        for descriptor in self.memory.values():
            os.close(descriptor)
        for peer in self.peers.values():
            peer.close()


class Child:
    """Owns a process's descriptors, scratch folder and life."""

    def __init__(self, scratch: Path, limits: Limits, shared: Shared, role: str) -> None:
        self._scratch, self._limits, self.role = scratch, limits, role
        self._channel, self._theirs = socket.socketpair()
        self._output, self._end = _Pipe(*os.pipe()), _Pipe(*os.pipe())
        self._page = _sealed("progress", mmap.PAGESIZE)
        self.progress = Progress(self._page)
        self.arena, self.fresh = shared.arena, shared.fresh
        self._passed = [shared.memory["arena"], shared.peers[role].fileno(), shared.memory["mailbox"]]
        self._passed += [shared.memory["fresh"]] if role == "device" else []
        self._shared_bytes = 3 * len(shared.arena)
        self.companion: Child | None = None
        self._watched = time.monotonic()
        self.printed = bytearray()
        self._buffer = bytearray()
        self._process, self._started = 0, False

    def their_descriptors(self) -> list[int]:
        """In the order of `confine.Descriptors`."""
        arena, *rest = self._passed
        return [self._theirs.fileno(), self._page, arena, self._output.write, self._end.write, *rest]

    def started(self, process: int) -> None:
        """The server has forked it."""
        self._process, self._started = process, True
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
            if time.monotonic() > self._watched + WATCH_SECONDS:
                self._watched = time.monotonic()
                self._watch()
                if self.companion:
                    self.companion.check()
        return answer

    def check(self) -> None:
        """`Ended` when the process is gone or uses too much, while somebody else is being waited for."""
        readable, _, _ = select.select([self._end.read, self._output.read], [], [], 0)
        if self._output.read in readable:
            self._read_output()
        elif self._end.read in readable:
            raise self._ending()
        self._watch()

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
        used = usage.of_tree(self._process, self._shared_bytes, self._limits.processes + 4)
        if used.processes > self._limits.processes + 3:  # the two that stand above the candidate, and the candidate
            raise self._kill(Status.PROCESS_LIMIT, f"started more than {self._limits.processes} processes or threads")
        if used.private_bytes > self._limits.memory_bytes:
            raise self._kill(Status.OUT_OF_MEMORY, f"used more than {self._limits.memory_bytes >> 20} MiB of host memory")

    def _timeout(self, seconds: float) -> tuple[Status, str]:
        phase = self.progress.phase
        if phase is Phase.DEVICE and self.companion:
            phase = self.companion.progress.phase
        if phase in (Phase.LAUNCH, Phase.DEVICE):
            return Status.DEVICE_TIMEOUT, f"a kernel did not finish within {seconds:g} s: look for a loop whose condition never changes"
        doing = {Phase.IMPORT: "importing the module", Phase.COMPILE: "compiling a kernel"}.get(phase, "the entry point")
        return Status.HOST_TIMEOUT, f"{doing} did not finish within {seconds:g} s"

    def _kill(self, status: Status, message: str) -> Ended:
        ended = Ended(status, message, self.progress.phase)
        self.kill()
        if self.companion:
            self.companion.kill()
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
        if not self._started:
            os.close(self._output.write)
            os.close(self._end.write)
        for descriptor in (self._output.read, self._end.read, self._page):
            os.close(descriptor)
        self._channel.close()
        self._theirs.close()
        self.progress.close()
        shutil.rmtree(self._scratch, ignore_errors=True)


def _sealed(name: str, size: int) -> int:
    """Shared memory that nobody can shrink under the judge's feet, or grow."""
    descriptor = os.memfd_create(name, os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    os.ftruncate(descriptor, size)
    fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL)
    return descriptor


def _by_signal(number: int, phase: Phase) -> Ended:
    name = signal.Signals(number).name if number in signal.Signals._value2member_map_ else str(number)
    if number == signal.SIGKILL:
        return Ended(Status.OUT_OF_MEMORY, "the process was killed by the system, most likely for want of memory", phase)
    return Ended(Status.CRASH, f"the process died of {name}", phase)
