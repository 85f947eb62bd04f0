"""The device's process: answers the candidate's launches and the judge's questions."""

import math
import mmap
import select
import socket
from typing import Any

import torch
from triton.runtime.errors import OutOfResources

from kbx_eval.inside import errors, protocol
from kbx_eval.inside.confine import Descriptors
from kbx_eval.inside.device import binaries, warm
from kbx_eval.inside.device.interpreter.libdevice import UnsupportedLibdevice
from kbx_eval.inside.device.interpreter.memory import Counters, IllegalMemoryAccess
from kbx_eval.inside.device.interpreter.ptx import UnsupportedAssembly
from kbx_eval.inside.device.machine import Program, State, move, tensors_in
from kbx_eval.inside.progress import Phase, Progress

Spec = dict[str, Any]


def main(job: dict[str, Any], descriptors: list[int]) -> None:
    """Serve both until the judge hangs up."""
    judge = socket.socket(fileno=descriptors[Descriptors.CHANNEL])
    candidate = socket.socket(fileno=descriptors[Descriptors.PEER])
    device = Device(job, descriptors)
    waiting = [judge, candidate]
    while True:
        ready, _, _ = select.select(waiting, [], [])
        for channel in ready:
            try:
                request, _ = protocol.receive(channel)
            except (protocol.ProtocolError, OSError):
                if channel is judge:
                    return
                waiting.remove(candidate)
                continue
            handle = device.for_judge if channel is judge else device.for_candidate
            device.progress.enter(Phase.CALL)
            answer = handle(request)
            device.progress.enter(Phase.IDLE)
            try:
                protocol.send(channel, answer)
            except OSError:
                if channel is judge:
                    return


class Device:
    """One candidate's device."""

    def __init__(self, job: dict[str, Any], descriptors: list[int]) -> None:
        self.progress = Progress(descriptors[Descriptors.PROGRESS])
        self._mailbox = mmap.mmap(descriptors[Descriptors.MAILBOX], job["mailbox_bytes"])
        self._arenas = {name: mmap.mmap(descriptors[place], job["arena_bytes"]) for name, place in _ARENAS.items()}
        self.engine = _engine(job["device"])
        self.engine.memory.reset()
        self._state, self._program = State({}), Program()
        self._complaint = ""

    def for_judge(self, request: dict[str, Any]) -> dict[str, Any]:
        """Begin a call · replay it on fresh inputs · report binaries."""
        match request["op"]:
            case "begin":
                self._state, self._program = State(self._inputs("arena", request["storages"])), Program()
                self.engine.memory.counters = Counters()
                return {}
            case "replay":
                return self._replay(request)
            case "notes":
                return {"complaint": self._complaint, "violations": sorted(self.engine.memory.violations)}
            case _:
                with self.progress.during(Phase.COMPILE):
                    return {"binaries": binaries.report(self.engine.compiled, request["targets"])}

    def _inputs(self, arena: str, storages: list[list[int]]) -> dict[int, torch.Tensor]:
        return {offset: _view(self._arenas[arena], offset, size).clone() for offset, size in storages}

    def for_candidate(self, request: dict[str, Any]) -> dict[str, Any]:
        """What the candidate's wrapper did since it asked last: movements, then perhaps a launch."""
        try:
            self.engine.kernels.add(request["kernels"])
            for step in request["moves"]:
                self._arrive(step, request["contents"])
                move(self._state, step)
                self._program.steps.append(("move", step))
            return getattr(self, f"_{request['op']}")(request) or {}
        except Exception as error:  # noqa: BLE001  the candidate's request, whatever is wrong with it
            return _complaint(error, "launch")

    def _arrive(self, step: Any, contents: list[Spec]) -> None:
        for spec in tensors_in(step):
            self._program.arrive(self._state, spec, contents, self._mailbox)

    def _flush(self, request: Spec) -> None:
        self._arrive(request["results"], request["contents"])

    def _note(self, request: Spec) -> None:
        """A launch that the candidate makes itself, on a real GPU."""
        self._arrive(request["args"], request["contents"])
        self._add(request)

    def _settle(self, request: Spec) -> None:
        """What such a launch left behind."""
        for spec in request["tensors"]:
            content = request["contents"][spec["content"]]
            size = int(content["bytes"])
            self._state.bytes_of(spec["buffer"], size).copy_(_view(self._mailbox, int(content["at"]), size))

    def _add(self, request: Spec) -> None:
        self._program.steps.append(("launch", request))
        counters = self.engine.memory.counters
        name = self.engine.kernels.function(request["kernel"]).fn.__name__
        counters.launches[name] = counters.launches.get(name, 0) + 1
        counters.programs += math.prod(request["grid"])

    def _launch(self, request: Spec) -> dict[str, Any]:
        try:
            with self.progress.during(Phase.COMPILE):
                compiled = self.engine.compile(request)
        except Exception as error:  # noqa: BLE001  whatever the compiler says is the candidate's affair
            told = _complaint(error, "compile")
            self._complaint = f"{told['error']}: {told['message'][-600:]}"
            return told
        metadata = compiled.kernel.metadata
        told = binaries.resources(compiled) | {"name": compiled.kernel.name, "shared": metadata.shared}
        if not request["run"]:
            return {"kernel": told}
        self._arrive([request["args"], request["pointed"]], request["contents"])
        self._add(request)
        with self.progress.during(Phase.LAUNCH):
            self.engine.run(request, self._state, backwards=False)
        return {"kernel": told, "written": self._written(request)}

    def _written(self, request: Spec) -> list[int]:
        """Contents that the launch changed, put back into the mailbox."""
        changed = []
        for index in {spec["content"] for spec in tensors_in([request["args"], request["pointed"]]) if spec["content"] is not None}:
            content = request["contents"][index]
            now = self._state.bytes_of(content["buffer"], int(content["bytes"]))
            place = _view(self._mailbox, int(content["at"]), int(content["bytes"]))
            if not torch.equal(now, place):
                place.copy_(now)
                changed.append(index)
        return changed

    def _replay(self, request: Spec) -> dict[str, Any]:
        """The same program on other inputs, its programs in the opposite order."""
        memory = self.engine.memory
        told = vars(memory.counters) | {"violations": sorted(memory.violations), "findings": sorted(memory.findings)}
        state = State(self._inputs("fresh", request["storages"]), self.engine.place)
        try:
            with self.progress.during(Phase.LAUNCH):
                kept = _small_constants(self._program.steps) if request["scramble"] else None
                for number, (kind, step) in enumerate(self._program.steps):
                    self._step(state, kind, step, keep=kept is None or number in kept)
            for spec, slot in zip(request["results"], request["slots"], strict=False):
                if spec:
                    self._put(state, spec, slot)
            for offset, size in request["storages"]:
                _view(self._arenas["fresh"], offset, size).copy_(state.bytes_of({"input": offset}, size))
        except Exception as error:  # noqa: BLE001  a program that does not run on other values
            return {"counts": told} | _complaint(error, "launch")
        return {"counts": told, "races": sorted(memory.races)}

    def _step(self, state: State, kind: str, step: Any, *, keep: bool) -> None:
        if kind == "constant":
            buffer, content = step
            known = content if keep else torch.randint_like(content, 256)
            state.bytes_of(buffer, content.numel()).copy_(known)
        elif kind == "move":
            move(state, step)
        else:
            self.engine.run(step, state, backwards=not self.engine.kernels.waits(step["kernel"]))

    def _put(self, state: State, spec: Spec, slot: Spec) -> None:
        tensor = state.tensor(spec)
        flat = torch.empty(tensor.shape, dtype=tensor.dtype, device="cpu").copy_(tensor).reshape(-1).view(torch.uint8)
        size = int(slot["bytes"])
        if flat.numel() == size:
            _view(self._arenas["fresh"], int(slot["offset"]), size).copy_(flat)


_UNSUPPORTED = (UnsupportedAssembly, UnsupportedLibdevice, NotImplementedError)
"""What only a real GPU can run: not the candidate's fault."""
SMALL = 256
"""Bytes that a wrapper may hand to kernels in a task without tensor inputs: scalars, not results."""
MANY = 64
"""Different numbers that all launches of such a call may be given."""
_ARENAS = {"arena": Descriptors.ARENA, "fresh": Descriptors.FRESH}


def _small_constants(steps: list[tuple[str, Any]]) -> set[int]:
    """The constants that a call without tensor inputs may have: a few scalars, in buffers or as launch arguments, but not results."""
    sizes = {number: step[1].numel() for number, (kind, step) in enumerate(steps) if kind == "constant"}
    small = {number for number, size in sizes.items() if size <= SMALL}
    numbers = {repr(spec["constant"]) for kind, step in steps if kind == "launch" for spec in step["args"].values() if "constant" in spec}
    if len(numbers) > MANY:
        raise ValueError(f"{len(numbers)} different numbers were passed to kernels; results are to be computed there")
    return small if sum(sizes[number] for number in small) <= 4 * SMALL else set()


def _view(memory: mmap.mmap, offset: int, size: int) -> torch.Tensor:
    return torch.frombuffer(memory, dtype=torch.uint8, count=size, offset=offset) if size else torch.empty(0, dtype=torch.uint8)


def _engine(device: str) -> Any:
    if device == "cpu":
        return warm.emulator()
    from kbx_eval.inside.device.cuda import Cuda

    return Cuda()


def _complaint(error: Exception, blame: str) -> dict[str, Any]:
    kind = "illegal_memory" if isinstance(error, IllegalMemoryAccess) else "unsupported" if isinstance(error, _UNSUPPORTED) else blame
    told: dict[str, Any] = {"error": type(error).__name__, "message": errors.text(error), "blame": kind}
    if isinstance(error, OutOfResources):
        told["resource"] = [error.required, error.limit, error.name]
    return told


def warm_up() -> None:
    """Load everything lazy in the server: compile and interpret one kernel."""
    warm.once()
