"""One candidate's day in court: asked to import and to answer every case; what it launched is then repeated on inputs it never saw."""

import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import torch
import triton

from kbx_eval.evaluate import Limits
from kbx_eval.inside.buffers import Spec
from kbx_eval.judge.answer import judge_answer, results_match
from kbx_eval.judge.arena import Layout
from kbx_eval.judge.compare import Comparison, Mismatch
from kbx_eval.judge.fresh import freshened, has_fresh_values
from kbx_eval.judge.told import Answer, Part, Place, understood
from kbx_eval.judge.truth import Truth, truth
from kbx_eval.record import Binary, CaseResult, Depth, Stage, Status, Traffic
from kbx_eval.sandbox.child import Child
from kbx_eval.screen import GENERIC_ENTRY
from kbx_eval.suite import Call, Case, Task

_BLAMED = {
    "compile": (Status.COMPILE_ERROR, Stage.COMPILE),
    "launch": (Status.LAUNCH_ERROR, Stage.RUN),
    "illegal_memory": (Status.ILLEGAL_MEMORY, Stage.RUN),
    "unsupported": (Status.INFRASTRUCTURE_ERROR, Stage.RUN),
    "memory": (Status.OUT_OF_MEMORY, Stage.RUN),
    "exit": (Status.EXITED, Stage.RUN),
    "host": (Status.RUNTIME_ERROR, Stage.RUN),
}
_NOT_REPEATED = (
    "the answer is right, but repeating the launches on other inputs gives {what}: something that it depends on was computed outside of "
    "Triton kernels (by torch, NumPy or Python) or kept from an earlier call. A wrapper may allocate, view, fill, move and cast; the rest "
    "belongs into kernels"
)


CHEAP_SECONDS = 0.5
"""Cases that answer faster are all asked twice; of the others, one that the candidate cannot foresee."""


class Failed(Exception):
    """The trial is over; the candidate has failed."""

    def __init__(self, status: Status, stage: Stage, message: str, *, answered: bool = False) -> None:
        super().__init__(message)
        self.status, self.stage, self.message = status, stage, message
        self.answered = answered or status.called


@dataclass(frozen=True)
class Answered:
    """One call's answer, beside what it should have been."""

    call: Call
    truth: Truth
    layout: Layout
    slots: list[Spec]
    told: list[Part]
    places: list[Place | None]
    compared: Comparison
    seconds: float


@dataclass
class Trial:
    """Collects what is learnt, also when the trial ends early."""

    task: Task
    child: Child
    device: Child
    limits: Limits
    seed: int
    with_profile: bool = False
    cases: list[CaseResult] = field(default_factory=list)
    traffic: list[Traffic] = field(default_factory=list)
    binaries: list[Binary] = field(default_factory=list)
    findings: set[str] = field(default_factory=set)
    launches: int = 0
    common_ok: bool = False
    pending: "Failed | None" = None
    stage: Stage = Stage.IMPORT
    seconds: dict[str, float] = field(default_factory=dict)

    def load(self, code: str) -> None:
        """Import the candidate."""
        request = {"op": "import", "source": code, "entries": [self.task.entry, GENERIC_ENTRY]}
        with self._timed(Stage.IMPORT):
            answer = self._ask(request, self.limits.import_seconds)
        if answer.error or not answer.entry:
            status, _ = _BLAMED.get(answer.blame, (Status.IMPORT_ERROR, Stage.IMPORT))
            status = Status.IMPORT_ERROR if status in (Status.RUNTIME_ERROR, Status.COMPILE_ERROR, Status.LAUNCH_ERROR) else status
            raise Failed(status, Stage.IMPORT, _failure(answer, "while importing the module"))

    def answer_cases(self, depth: Depth) -> None:
        """The common cases, then the strict ones, each again with other values if it is cheap; only the first call for "compile"."""
        cases = self.task.cases
        if depth == "compile":
            self._answer(cases[0], self.seed)
            return
        common = [case for case in cases if not case.strict(cases[0])]
        for index, case in enumerate(cases):
            if index == len(common):
                self._settle_common()
            answered = self._answer(case, self.seed + index)
            self._record(case, answered, f"case {index + 1} of {len(cases)} ({case})", strict=index >= len(common))
            if not self.pending:
                self._repeat(case, answered, index)
            if answered.seconds < CHEAP_SECONDS or index == self.seed % len(common):
                self._again(case, answered)
        self._settle_common()

    def _settle_common(self) -> None:
        """The values of the common cases are right; if no kernel made them, that is the verdict."""
        self.common_ok = True
        if self.pending:
            raise self.pending

    def _answer(self, case: Case, seed: int) -> Answered:
        call = self.task.call(case, seed)
        true = truth(self.task, call)
        layout = Layout(self.child.arena)
        args, kwargs = layout.describe(call)
        slots = layout.slots(true.reference)
        self.stage = Stage.RUN
        self._ask_device({"op": "begin", "storages": layout.storages})
        before = self.seconds.get(Stage.RUN, 0.0)
        with self._timed(Stage.RUN):
            request = {"op": "call", "args": args, "kwargs": kwargs, "slots": slots, "seed": secrets.randbits(31)}
            answer = self._ask(request, self.limits.call_seconds)
        if answer.results is None:
            if answer.blame == "device":  # then the device's own end is the story
                self.device.request({"op": "begin", "storages": []}, self.limits.call_seconds)
            status, stage = _BLAMED.get(answer.blame, (Status.RUNTIME_ERROR, Stage.RUN))
            raise Failed(status, stage, _failure(answer, f"in the case ({case})"))
        self.stage = Stage.COMPARE
        with self._timed(Stage.COMPARE):
            compared = judge_answer(self.task, call, true, layout, slots, answer.results)
        return Answered(call, true, layout, slots, answer.results, answer.places, compared, self.seconds[Stage.RUN] - before)

    def _ask(self, request: dict[str, Any], seconds: float) -> Answer:
        answer = understood(self.child.request(request, seconds))
        if answer is None:
            raise Failed(Status.CRASH, self.stage, "the process sent something that is no answer")
        return answer

    def _record(self, case: Case, answered: Answered, title: str, *, strict: bool) -> None:
        compared = answered.compared
        problem = compared.mismatch
        if problem and (stray := self._ask_device({"op": "notes"})["violations"]):
            problem = Mismatch(Status.ILLEGAL_MEMORY, _stray(stray))
        ratio = compared.error_ratio if compared.error_ratio < float("inf") else None
        message = problem.message if problem else ""
        result = CaseResult(case=str(case), ok=not problem, strict=strict, message=message, max_error=compared.max_error)
        result = result.model_copy(update={"error_ratio": ratio, "seconds": answered.seconds})
        self.cases.append(result)
        if problem:
            passed = "the common cases pass, but in " if strict else ""
            raise Failed(problem.status, Stage.COMPARE, f"{passed}{title}: {problem.message}", answered=True)

    def _again(self, case: Case, former: Answered) -> None:
        """Other values behind the same pointers, right after the first ones."""
        now = self._answer(case, self.seed + len(self.task.cases))
        if not now.compared.mismatch:
            return
        message = f"called again with other values ({case}): {now.compared.mismatch.message}"
        if results_match(former.truth, now.layout, now.slots, now.told):
            raise Failed(Status.CHEATING, Stage.COMPARE, f"{message}; the answer is the one of the first call: results are being cached")
        raise Failed(Status.NON_DETERMINISTIC, Stage.COMPARE, f"right at first, but wrong when {message}")

    def _repeat(self, case: Case, answered: Answered, index: int) -> None:
        """Have the device repeat the call's launches on fresh values: what does not come out right did not come from the kernels."""
        call = freshened(answered.call, self.task.call(case, self.seed + 1000 + index))
        true = truth(self.task, call)
        layout = Layout(self.child.fresh)
        layout.describe(call)
        slots = layout.slots(true.reference)
        answer = self._replay(answered, layout, slots, scramble=not has_fresh_values(call))
        self._count(case, answer["counts"])
        if not self.launches:
            message = "the answers are right, but no Triton kernel was launched: write one that computes them"
            self.pending = Failed(Status.NO_KERNEL, Stage.COMPARE, message + self._hidden_failure())
        elif "error" in answer:
            self.pending = self._not_repeated(answered, f"{answer['error']} ({answer['message']})")
        elif mismatch := judge_answer(self.task, call, true, layout, slots, answered.told).mismatch:
            self.pending = self._not_repeated(answered, f"a wrong result ({mismatch.message})")
        elif answer["races"]:
            message = f"race: {answer['races'][0]}; a device gives no order, so use atomics or another launch"
            raise Failed(Status.NON_DETERMINISTIC, Stage.COMPARE, message)

    def _hidden_failure(self) -> str:
        """The compiler's complaint that the candidate caught and passed over, if there was one."""
        told = self._ask_device({"op": "notes"})
        return f" (a kernel failed before that, and the failure was caught: {told['complaint']})" if told["complaint"] else ""

    def _not_repeated(self, answered: Answered, what: str) -> Failed:
        """Tell an order-dependent kernel from work that no kernel did: the former is wrong on the very same inputs too."""
        layout = Layout(self.child.fresh)
        layout.describe(answered.call)
        slots = layout.slots(answered.truth.reference)
        answer = self._replay(answered, layout, slots, scramble=False)
        same = judge_answer(self.task, answered.call, answered.truth, layout, slots, answered.told) if "error" not in answer else None
        if same and same.mismatch:
            message = f"wrong when the kernel's programs run in another order: {same.mismatch.message}; look for a race between programs"
            return Failed(Status.NON_DETERMINISTIC, Stage.COMPARE, message)
        return Failed(Status.NO_KERNEL, Stage.COMPARE, _NOT_REPEATED.format(what=what))

    def _replay(self, answered: Answered, layout: Layout, slots: list[Spec], *, scramble: bool) -> dict[str, Any]:
        places = [place.model_dump(exclude_none=True) if place else None for place in answered.places]
        sized = [slot | {"bytes": layout.bytes_of(slot)} for slot in slots]
        request = {"op": "replay", "storages": layout.storages, "results": places, "slots": sized, "scramble": scramble}
        return self._ask_device(request)

    def _ask_device(self, request: dict[str, Any]) -> dict[str, Any]:
        with self._timed(Stage.RUN):
            return self.device.request(request, self.limits.call_seconds)

    def _count(self, case: Case, counts: Any) -> None:
        launches = {str(name): int(count) for name, count in counts["launches"].items()}
        self.launches += sum(launches.values())
        self.findings |= {f"out-of-bounds read: {text}" for text in counts["findings"]}
        if counts["violations"]:
            raise Failed(Status.ILLEGAL_MEMORY, Stage.RUN, _stray(counts["violations"]), answered=True)
        if not self.with_profile:
            return
        cost = self.task.cost(case)
        lanes = int(counts["lanes"]) or 1
        self.traffic.append(
            Traffic(
                case=str(case),
                launches=sum(launches.values()),
                programs=counts["programs"],
                read_bytes=counts["read_bytes"],
                written_bytes=counts["written_bytes"],
                compulsory_bytes=cost.bytes,
                compulsory_flops=cost.flops,
                masked_lane_fraction=counts["masked_lanes"] / lanes,
                by_kernel=launches,
            )
        )

    def compile(self, targets: tuple[str, ...]) -> None:
        """What the launched kernels become on each target."""
        with self._timed(Stage.COMPILE):
            answer = self.device.request({"op": "binaries", "targets": list(targets)}, self.limits.call_seconds * max(1, len(targets)))
        for raw in answer["binaries"]:
            binary = Binary.model_validate(raw)
            self.binaries.append(binary)
            if binary.error:
                self.findings.add(f"{binary.kernel} does not compile for {binary.target}: {binary.error.splitlines()[-1]}")

    @contextmanager
    def _timed(self, stage: Stage) -> Iterator[None]:
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[stage] = self.seconds.get(stage, 0.0) + time.perf_counter() - start


def _stray(violations: list[str]) -> str:
    return f"illegal memory access: {'; '.join(violations[:2])}; check the mask and the strides"


def _failure(answer: Answer, where: str) -> str:
    text = f"{answer.error} {where}: {answer.message}" + (f"\n{answer.where}" if answer.where else "")
    if ("has no attribute" in answer.message and "triton" in answer.message) or "not part of Triton's language" in answer.message:
        text += f"\n(this is Triton {triton.__version__}, torch {torch.__version__.split('+')[0]}: the name is not part of it)"
    return text
