"""One candidate's day in court: its child is asked to import, to answer every case, and to answer one again without its kernels."""

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
from kbx_eval.judge.truth import Truth, truth
from kbx_eval.record import Binary, CaseResult, Depth, Stage, Status, Traffic
from kbx_eval.sandbox.child import Child
from kbx_eval.screen import GENERIC_ENTRY
from kbx_eval.suite import Case, Task

_BLAMED = {
    "compile": (Status.COMPILE_ERROR, Stage.COMPILE),
    "launch": (Status.LAUNCH_ERROR, Stage.RUN),
    "illegal_memory": (Status.ILLEGAL_MEMORY, Stage.RUN),
    "memory": (Status.OUT_OF_MEMORY, Stage.RUN),
    "exit": (Status.EXITED, Stage.RUN),
    "host": (Status.RUNTIME_ERROR, Stage.RUN),
}


class Failed(Exception):
    """The trial is over; the candidate has failed."""

    def __init__(self, status: Status, stage: Stage, message: str, *, answered: bool = False) -> None:
        super().__init__(message)
        self.status, self.stage, self.message = status, stage, message
        self.answered = answered or status.called


@dataclass(frozen=True)
class Answered:
    """One call's answer, beside what it should have been."""

    truth: Truth
    layout: Layout
    slots: list[Spec]
    told: Any
    compared: Comparison


@dataclass
class Trial:
    """Collects what is learnt, also when the trial ends early."""

    task: Task
    child: Child
    limits: Limits
    seed: int
    cases: list[CaseResult] = field(default_factory=list)
    with_profile: bool = False
    common_ok: bool = False
    violation: Mismatch | None = None
    traffic: list[Traffic] = field(default_factory=list)
    binaries: list[Binary] = field(default_factory=list)
    findings: set[str] = field(default_factory=set)
    launches: int = 0
    stage: Stage = Stage.IMPORT
    seconds: dict[str, float] = field(default_factory=dict)

    def load(self, code: str) -> None:
        """Import the candidate."""
        request = {"op": "import", "source": code, "entries": [self.task.entry, GENERIC_ENTRY]}
        with self._timed(Stage.IMPORT):
            answer = self.child.request(request, self.limits.import_seconds)
        if "error" in answer or "entry" not in answer:
            status, _ = _BLAMED.get(str(answer.get("blame")), (Status.IMPORT_ERROR, Stage.IMPORT))
            status = Status.IMPORT_ERROR if status in (Status.RUNTIME_ERROR, Status.COMPILE_ERROR, Status.LAUNCH_ERROR) else status
            raise Failed(status, Stage.IMPORT, _failure(answer, "while importing the module"))

    def answer_cases(self, depth: Depth) -> None:
        """Every case once, the first one twice; only the first where just compiling was asked for."""
        cases = self.task.cases[:1] if depth == "compile" else self.task.cases
        first = self._answer(cases[0], 0, {})
        if depth == "compile":
            return
        common = [case for case in cases if not case.strict(cases[0])]
        for index, case in enumerate(cases):
            if index == len(common):
                self._settle_common(cases[0], first)
            answered = self._answer(case, index, {}) if index else first
            self._record(case, answered, f"case {index + 1} of {len(cases)} ({case})", strict=index >= len(common))
        if len(common) == len(cases):
            self._settle_common(cases[0], first)

    def _settle_common(self, case: Case, first: "Answered") -> None:
        """After the common cases: the same again, and without kernels."""
        self._again(case, first)
        self.common_ok = True
        self._without_kernels(case)

    def _answer(self, case: Case, index: int, options: dict[str, Any]) -> "Answered":
        call = self.task.call(case, self.seed + index)
        true = truth(self.task, call)
        layout = Layout(self.child.arena)
        args, kwargs = layout.describe(call)
        slots = layout.slots(true.reference)
        request = {"op": "call", "args": args, "kwargs": kwargs, "slots": slots, "seed": self.seed, **options}
        self.stage = Stage.RUN
        with self._timed(Stage.RUN):
            answer = self.child.request(request, self.limits.call_seconds)
        if "results" not in answer:
            status, stage = _BLAMED.get(str(answer.get("blame")), (Status.RUNTIME_ERROR, Stage.RUN))
            raise Failed(status, stage, _failure(answer, f"in the case ({case})"))
        self.stage = Stage.COMPARE
        with self._timed(Stage.COMPARE):
            compared = judge_answer(self.task, call, true, layout, slots, answer["results"])
        self._count(case, answer.get("counts"), options)
        return Answered(true, layout, slots, answer["results"], compared)

    def _record(self, case: Case, answered: "Answered", title: str, *, strict: bool) -> None:
        compared = answered.compared
        problem = self.violation or compared.mismatch
        self.cases.append(
            CaseResult(
                case=str(case),
                ok=problem is None,
                strict=strict,
                message=problem.message if problem else "",
                max_error=compared.max_error,
                error_ratio=compared.error_ratio if compared.error_ratio < float("inf") else None,
            )
        )
        if problem:
            passed = "the common cases pass, but in " if strict else ""
            raise Failed(problem.status, Stage.COMPARE, f"{passed}{title}: {problem.message}", answered=True)

    def _again(self, case: Case, former: "Answered") -> None:
        """Other values behind the same pointers, programs in the opposite order."""
        now = self._answer(case, len(self.task.cases), {"backwards": True})
        if not now.compared.mismatch:
            return
        message = f"called again with other values ({case}): {now.compared.mismatch.message}"
        if results_match(former.truth, now.layout, now.slots, now.told):
            raise Failed(Status.CHEATING, Stage.COMPARE, f"{message}; the answer is the one of the first call: results are being cached")
        raise Failed(Status.NON_DETERMINISTIC, Stage.COMPARE, f"right at first, but wrong when {message}")

    def _without_kernels(self, case: Case) -> None:
        """With launches that do nothing the answer has to be wrong, or the kernels did not make it."""
        if not self.launches:
            raise Failed(
                Status.NO_KERNEL, Stage.COMPARE, "the answers are right, but no Triton kernel was launched: write one that computes them"
            )
        try:
            now = self._answer(case, len(self.task.cases) + 1, {"disabled": True})
        except Failed:
            return
        if not now.compared.mismatch:
            message = "the answers are right even when the launched kernels do nothing: what they compute has to be the result"
            raise Failed(Status.NO_KERNEL, Stage.COMPARE, message)

    def _count(self, case: Case, counts: Any, options: dict[str, Any]) -> None:
        if not isinstance(counts, dict):
            return
        if counts.get("violations"):
            text = "; ".join(str(text)[:300] for text in counts["violations"][:2])
            self.violation = Mismatch(Status.ILLEGAL_MEMORY, f"illegal memory access: {text}; check the mask and the strides")
        if options:
            return
        launches = {str(name): int(count) for name, count in dict(counts.get("launches") or {}).items()}
        self.launches += sum(launches.values())
        self.findings |= {str(finding)[:300] for finding in counts.get("findings") or ()}
        if "read_bytes" not in counts or not self.with_profile:
            return
        cost = self.task.cost(case)
        lanes = int(counts["lanes"]) or 1
        self.traffic.append(
            Traffic(
                case=str(case),
                launches=sum(launches.values()),
                programs=int(counts["programs"]),
                read_bytes=int(counts["read_bytes"]),
                written_bytes=int(counts["written_bytes"]),
                compulsory_bytes=cost.bytes,
                compulsory_flops=cost.flops,
                masked_lane_fraction=int(counts["masked_lanes"]) / lanes,
                by_kernel=launches,
            )
        )

    def compile(self, targets: tuple[str, ...]) -> None:
        """What the launched kernels become on each target."""
        with self._timed(Stage.COMPILE):
            answer = self.child.request({"op": "compile", "targets": list(targets)}, self.limits.call_seconds * max(1, len(targets)))
        for raw in answer.get("binaries") or ():
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


def _failure(answer: dict[str, Any], where: str) -> str:
    kind, message = str(answer.get("error", "protocol error")), str(answer.get("message", ""))
    lines = str(answer.get("where", ""))
    text = f"{kind} {where}: {message}" + (f"\n{lines}" if lines else "")
    if "has no attribute" in message and "triton" in message:
        text += f"\n(this is Triton {triton.__version__}, torch {torch.__version__.split('+')[0]}: the name is not part of it)"
    return text
