"""One candidate's process: import its source, call its entry point on the judge's buffers, put the answers into the judge's buffers.

Everything that this process says is the candidate's own word. The judge believes bytes in buffers that it laid out itself, and takes the
rest as description.
"""

import socket
import sys
import types
from pathlib import Path
from typing import Any, Protocol

import torch

from kbx_eval.inside import errors, protocol
from kbx_eval.inside.buffers import Arena, leaves
from kbx_eval.inside.confine import Descriptors
from kbx_eval.inside.progress import Phase, Progress

SOURCE_NAME = "candidate.py"


class Device(Protocol):
    """What differs between a host without a GPU and one with it."""

    def start(self, arena: tuple[int, int]) -> None:
        """Get ready; `arena` is where the judge's tensors lie, as addresses."""

    def begin_call(self, request: dict[str, Any]) -> None:
        """A call is about to be made."""

    def place(self, storage: torch.UntypedStorage) -> torch.UntypedStorage:
        """A storage of the arena, where the candidate expects it."""

    def finish_call(self, results: list[Any], given: list[torch.Tensor]) -> list[Any]:
        """Wait for the call to end; where each result lies, for repeating it. `given` are the tensor arguments."""

    def blame(self, error: BaseException) -> str | None:
        """Whether `error` came out of compiling ("compile") or launching ("launch") a kernel, or of the device itself."""


def prepare(device: str) -> None:
    """Load and warm up in the server what every child will need."""
    _device(device).warm_up()


def _device(name: str) -> Any:
    if name == "cpu":
        from kbx_eval.inside import cpu

        return cpu
    from kbx_eval.inside import gpu

    return gpu


def main(job: dict[str, Any], descriptors: list[int], device_name: str) -> None:
    """Answer the judge's requests until it hangs up."""
    channel = socket.socket(fileno=descriptors[Descriptors.CHANNEL])
    progress = Progress(descriptors[Descriptors.PROGRESS])
    device: Device = _device(device_name).make(job, descriptors, progress)
    arena = Arena(descriptors[Descriptors.ARENA], job["arena_bytes"], device.place, job["device_ordinal"])
    device.start(arena.addresses)
    candidate = Session(device, arena, progress)
    while True:
        request, _ = protocol.receive(channel)
        if request["op"] == "end":
            return
        progress.enter({"import": Phase.IMPORT, "call": Phase.CALL}[request["op"]])
        answer = getattr(candidate, f"do_{request['op']}")(request)
        progress.enter(Phase.IDLE)
        protocol.send(channel, answer)


class Session:
    """The candidate's module and what has been asked of it."""

    def __init__(self, device: Device, arena: Arena, progress: Progress) -> None:
        self.device, self.arena, self.progress = device, arena, progress
        self.entry: Any = None

    def do_import(self, request: dict[str, Any]) -> dict[str, Any]:
        """Execute the source as a module; find the entry point."""
        path = Path.cwd() / SOURCE_NAME
        path.write_text(request["source"], encoding="utf-8", errors="surrogatepass")
        module = types.ModuleType("candidate")
        module.__file__ = str(path)
        sys.modules["candidate"] = module
        try:
            exec(compile(request["source"], str(path), "exec"), module.__dict__)
        except BaseException as error:  # noqa: BLE001  sandbox edge
            return self._failure(error)
        names = [name for name in request["entries"] if callable(module.__dict__.get(name))]
        if not names:
            return {"error": "AttributeError", "message": f"after import there is no callable {request['entries'][0]!r}", "blame": "import"}
        self.entry = module.__dict__[names[0]]
        return {"entry": names[0]}

    def do_call(self, request: dict[str, Any]) -> dict[str, Any]:
        """Call the entry point once."""
        self.device.begin_call(request)
        args, kwargs = self.arena.arguments(request["args"], request["kwargs"])
        try:
            result = self.entry(*args, **kwargs)
            results = leaves(result)
            places = self.device.finish_call(results, self.arena.given)
        except BaseException as error:  # noqa: BLE001  sandbox edge
            return self._failure(error)
        self.progress.enter(Phase.ANSWER)
        try:
            told = self.arena.store(results, request["slots"])
            self.arena.collect()
        except BaseException as error:  # noqa: BLE001  a result may be a tensor only in name
            return self._failure(error)
        return {"results": told, "places": places}

    def _failure(self, error: BaseException) -> dict[str, Any]:
        return errors.describe(error, self.device.blame(error))
