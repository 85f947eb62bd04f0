"""The fork server's process, seen from the judge."""

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from kbx_eval.evaluate import Limits
from kbx_eval.inside import protocol
from kbx_eval.sandbox import layers
from kbx_eval.sandbox.child import Child, Shared

ARENA_BYTES = 256 << 20
"""Of each shared buffer; sparse: only what a case uses takes memory."""
START_SECONDS = 120.0
_PASSED_ON = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "CUDA_HOME", "CUDA_VISIBLE_DEVICES", "TRITON_PTXAS_PATH", "TZ")


class ServerError(RuntimeError):
    """The fork server did not start, or ended: an infrastructure fault, never a candidate's."""


class ForkServer:
    """Starts on first use; a dead one is replaced by a new one."""

    def __init__(self, device: str, ordinal: int, limits: Limits, walls: dict[str, Any]) -> None:
        self._device, self._ordinal, self._limits, self._walls = device, ordinal, limits, walls
        self._process: subprocess.Popen[bytes] | None = None
        self._channel: socket.socket | None = None
        self._scratch = tempfile.TemporaryDirectory(prefix="kbx-")
        self._children = 0

    def start(self) -> None:
        """Start the server and wait until it has loaded everything; harmless when it runs."""
        if self._process and self._process.poll() is None:
            return
        self._stop()
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "kbx_eval.inside.server", str(theirs.fileno()), self._device],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                env=self._environment(Path(self._scratch.name)),
            )
        ours.settimeout(START_SECONDS)
        self._channel = ours
        try:
            protocol.receive(ours)
        except (protocol.ProtocolError, TimeoutError) as error:
            raise ServerError(f"the fork server did not start (exit code {self._process.poll()})") from error

    def spawn(self, seed: int) -> tuple[Child, Child]:
        """A fresh candidate's process and a fresh device for it, ready for requests."""
        self.start()
        shared = Shared(ARENA_BYTES)
        device = self._fork("device", shared, seed)
        try:
            candidate = self._fork("candidate", shared, seed)
        except ServerError:
            device.close()
            raise
        finally:
            shared.close()
        candidate.companion = device
        return candidate, device

    def _fork(self, role: str, shared: Shared, seed: int) -> Child:
        assert self._channel
        self._children += 1
        scratch = Path(self._scratch.name) / f"{role}-{self._children}"
        scratch.mkdir(mode=0o700)
        child = Child(scratch, self._limits, shared, role)
        try:
            protocol.send(self._channel, self._job(role, scratch, seed), child.their_descriptors())
            answer, _ = protocol.receive(self._channel)
        except (protocol.ProtocolError, OSError) as error:
            child.close()
            raise ServerError("the fork server ended") from error
        child.started(int(answer["process"]))
        return child

    def _job(self, role: str, scratch: Path, seed: int) -> dict[str, Any]:
        limits = self._limits
        resources = {"RLIMIT_CORE": 0, "RLIMIT_NOFILE": 1024, "RLIMIT_FSIZE": 256 << 20}
        if self._device == "cpu":  # CUDA reserves far more address space than it uses
            resources["RLIMIT_AS"] = limits.memory_bytes + 3 * ARENA_BYTES
        if os.getuid() != 0 and "user" in self._walls["namespaces"]:
            resources["RLIMIT_NPROC"] = limits.processes
        return {
            "role": role,
            "device": self._device,
            "seed": seed,
            "scratch": str(scratch),
            **self._walls,
            "readable": layers.readable(self._device),
            "hidden": layers.hidden(),
            "writable": [str(scratch), *(["/tmp"] if "mount" in self._walls["namespaces"] else [])],
            "devices": layers.devices(self._device, self._ordinal),
            "gpu": self._device == "cuda",
            "environment": self._environment(scratch),
            "limits": resources,
            "arena_bytes": ARENA_BYTES,
            "mailbox_bytes": ARENA_BYTES,
            "device_ordinal": self._ordinal,
        }

    @staticmethod
    def _environment(scratch: Path) -> dict[str, str]:
        """Nothing of the caller's but what finding programs needs; no key, token or home."""
        passed = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
        private = {"HOME": str(scratch), "TMPDIR": str(scratch), "TRITON_CACHE_DIR": str(scratch / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
        return (
            passed
            | private
            | {
                "OMP_NUM_THREADS": "1",
                "PYTHONHASHSEED": "0",
                "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[2]), *layers.search_path()]),
            }
        )

    def _stop(self) -> None:
        if self._channel:
            self._channel.close()
        if self._process:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(2)
            self._process.kill()
            self._process.wait()
        self._process = self._channel = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stop()
        self._scratch.cleanup()
