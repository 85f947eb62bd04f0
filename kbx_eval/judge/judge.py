"""extract → screen → import → compile and run → compare → profile: the first failure ends it and becomes the verdict."""

import secrets
import time
from dataclasses import dataclass, field
from importlib.metadata import version
from types import TracebackType
from typing import Self

import torch
from pydantic import ValidationError

from kbx_eval import targets
from kbx_eval.evaluate import Settings
from kbx_eval.extract import extract
from kbx_eval.judge.trial import Failed, Trial
from kbx_eval.record import Compilation, Depth, Evidence, Profile, Stage, Status, Verdict, digest
from kbx_eval.sandbox import layers
from kbx_eval.sandbox.child import Ended
from kbx_eval.sandbox.forkserver import ForkServer, ServerError
from kbx_eval.screen import screen
from kbx_eval.suite import Suite, Task


@dataclass
class _Case:
    """A verdict in the making."""

    task: Task
    candidate: str
    depth: Depth
    seed: int
    started: float = field(default_factory=time.perf_counter)
    trial: Trial | None = None


class Judge:
    """One device's judge. A candidate's failure is a verdict; an exception is a fault of ours."""

    def __init__(self, settings: Settings, suite: Suite) -> None:
        self.settings, self.suite = settings, suite
        torch.set_num_threads(1)  # inputs are small, and the other cores are the candidate's and its device's
        self.device, self._ordinal = resolve_device(settings.device)
        self.layers = layers.active(settings.sandbox, settings.without, self.device)
        self.targets = targets.resolve(settings.targets, self._own_target())
        walls = layers.walls(settings.sandbox, settings.without, self.device)
        self._server = ForkServer(self.device, self._ordinal, settings.limits, walls)

    def judge(self, reply: str, task_name: str, depth: Depth) -> Verdict:
        """The verdict on one reply. `UnknownTaskError` when there is no such task."""
        seed = self.settings.seed if self.settings.seed is not None else secrets.randbits(31)
        case = _Case(self.suite.find(task_name), digest(reply), depth, seed)
        extracted = extract(reply)
        if extracted.problem:
            return self._verdict(case, Failed(Status.EXTRACT_ERROR, Stage.EXTRACT, extracted.problem))
        case.candidate = digest(extracted.code)
        screened = screen(extracted.code, case.task.entry)
        if screened.status:
            return self._verdict(case, Failed(screened.status, Stage.SCREEN, screened.message))
        for attempt in (1, 2):
            try:
                return self._verdict(case, self._try(case, extracted.code))
            except ServerError as error:
                fault = f"{error} (attempt {attempt})"
        return self._verdict(case, Failed(Status.INFRASTRUCTURE_ERROR, case.trial.stage if case.trial else Stage.IMPORT, fault))

    def _try(self, case: _Case, code: str) -> Failed | None:
        child, device = self._server.spawn(case.seed)
        trial = case.trial = Trial(case.task, child, device, self.settings.limits, case.seed, with_profile=case.depth == "profile")
        try:
            trial.load(code)
            trial.answer_cases(case.depth)
        except Failed as failed:
            return failed.with_traceback(None)  # whose frames hold the trial, and with it the shared buffers
        except Ended as ended:
            message = ended.message + (f"; its last output: {_tail(child.printed)}" if child.printed else "")
            return Failed(ended.status, trial.stage, message)
        finally:
            child.close()
            try:
                trial.compile(self.targets)
            except (Ended, LookupError, ValidationError):  # a device that a kernel has confused, or ended
                trial.findings.add("the device could not say what it compiled")
            finally:
                device.close()
        return None

    def _verdict(self, case: _Case, failed: Failed | None) -> Verdict:
        trial = case.trial
        status = failed.status if failed else Status.CORRECT
        common_ok = bool(trial and trial.common_ok) and status is not Status.CHEATING
        evidence: Evidence = "cuda" if self.device == "cuda" else "cpu_interpreter"
        compilation = profile = None
        if trial and (trial.binaries or trial.launches):
            compilation = Compilation(triton=version("triton"), targets=self.targets, binaries=tuple(trial.binaries))
        if trial and case.depth == "profile":
            profile = Profile(evidence="modelled", candidate=case.candidate, traffic=tuple(trial.traffic))
        return Verdict(
            task=case.task.name,
            candidate=case.candidate,
            status=status,
            stage=failed.stage if failed else Stage.COMPILE if case.depth == "compile" else Stage.COMPARE,
            message=failed.message if failed else self._praise(case),
            call_ok=failed.answered or common_ok if failed else True,
            exe_ok=common_ok,
            evidence=evidence,
            device=self._device_name(),
            sandbox=self.layers,
            cases=tuple(trial.cases) if trial else (),
            compile=compilation,
            profile=profile,
            findings=tuple(sorted(trial.findings)) if trial else (),
            seed=case.seed,
            seconds=time.perf_counter() - case.started,
            stage_seconds={str(stage): seconds for stage, seconds in trial.seconds.items()} if trial else {},
        )

    def _praise(self, case: _Case) -> str:
        if case.depth == "compile":
            return "imports, compiles and answers; the answer was not compared"
        return f"right in all {len(case.task.cases)} cases"

    def _own_target(self) -> str:
        if self.device != "cuda":
            return targets.DEFAULT_TARGET
        major, minor = torch.cuda.get_device_capability(self._ordinal)
        return f"sm_{major}{minor}"

    def _device_name(self) -> str:
        return torch.cuda.get_device_name(self._ordinal) if self.device == "cuda" else "cpu"

    def start(self) -> None:
        """Start the fork server now rather than at the first verdict."""
        self._server.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._server.__exit__(kind, error, trace)


def resolve_device(wanted: str) -> tuple[str, int]:
    """Device kind and index; `ValueError` for a device that is not there."""
    kind, _, index = wanted.partition(":")
    if kind not in ("auto", "cpu", "cuda") or (index and not index.isdigit()):
        raise ValueError(f"unknown device {wanted!r}; use auto, cpu, cuda or cuda:N")
    there = torch.cuda.device_count() if kind != "cpu" else 0
    if kind == "cuda" and int(index or 0) >= there:
        raise ValueError(f"device {wanted!r} is not there: PyTorch sees {there} CUDA device(s); use --device cpu")
    return ("cuda" if there and kind != "cpu" else "cpu"), int(index or 0)


def _tail(printed: bytearray) -> str:
    return bytes(printed[-300:]).decode("utf-8", "replace").strip()
