"""What a method's nodes may use, and the rules that hold for every method."""

import time
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage
from langchain_core.tools import BaseTool

from kbx_agents.budget import BudgetSpentError, Meter
from kbx_agents.judging import Judge, code_of
from kbx_agents.models.calls import Answer, Retries, attempt_event, call_model
from kbx_agents.prompts import Rendered, render
from kbx_agents.tools import call_tool, evaluator_tools
from kbx_agents.trajectory.blobs import Blobs
from kbx_agents.trajectory.events import Decision, Judged, Message, Prompt, Reply, StopReason, VerdictGiven
from kbx_agents.trajectory.lane import Lane
from kbx_agents.trajectory.store import Facts
from kbx_eval.record import Depth, Status, Verdict
from kbx_eval.suite import Task


@dataclass(frozen=True)
class Desk:
    """What all tasks of a run share."""

    model: BaseChatModel
    judge: Judge
    blobs: Blobs
    facts: Facts
    retries: Retries = field(default_factory=Retries)


@dataclass(frozen=True)
class Best:
    """The best verified candidate so far."""

    candidate: str
    """Digest of the code, which the blobs hold byte for byte."""
    round: int


@dataclass
class Context:
    """One task's access to the model and the evaluator.

    Everything a method does passes through here, so that the budget, the log and "the best verified candidate is what a run returns"
    hold for a method whose author never thought of them. Mutable for that reason: it remembers the best and the reason for stopping.
    """

    task: Task
    desk: Desk
    lane: Lane
    meter: Meter
    round: int = 0
    """The round that is being worked on, from 1."""
    last: Verdict | None = None
    best: Best | None = None
    stop: StopReason | None = None
    """Set once the method has decided to stop."""

    @cached_property
    def tools(self) -> dict[str, BaseTool]:
        """`compile_kernel`, `check_kernel` and `profile_kernel` for this task."""
        return evaluator_tools(self._judge)

    def ask(self, round_number: int, template: str, **values: Any) -> str:
        """Ask the model, within the budget; the digest of its reply."""
        elapsed = self.meter.elapsed()
        if limit := self.meter.spent(round_number, elapsed):
            raise BudgetSpentError(limit, elapsed)
        self.round = round_number
        system = render("system", facts=self.desk.facts)
        user = render(template, task=self.task, facts=self.desk.facts, **values)
        messages = (self._message("system", system), self._message("user", user))
        self.lane.emit(Prompt(round=round_number, messages=messages, elapsed_seconds=elapsed))
        return self._answered(round_number, [SystemMessage(system.text), HumanMessage(user.text)])

    def check(self, reply: str) -> str:
        """Have a reply, given by digest, judged on every case; the digest of the verdict."""
        return self.keep(call_tool(self.tools["check_kernel"], self.text(reply)))

    def decide(self, verdict: Verdict) -> Literal["repair", "stop"]:
        """Whether another round is wanted and affordable; the reason is an event."""
        elapsed = self.meter.elapsed()
        self.stop = self._reason_to_stop(verdict, elapsed)
        action: Literal["repair", "stop"] = "stop" if self.stop else "repair"
        reason = self.stop or verdict.status
        self.lane.emit(Decision(round=self.round, action=action, reason=reason.value, elapsed_seconds=elapsed))
        return action

    def text(self, digest: str) -> str:
        """The text of a digest that a node keeps in its state."""
        return self.desk.blobs.get(digest)

    def code(self, reply: str) -> str | None:
        """The code in a reply, given by digest; None when it holds none."""
        return code_of(self.text(reply))

    def verdict(self, digest: str) -> Verdict:
        """The verdict of a digest."""
        return Verdict.model_validate_json(self.text(digest))

    def keep(self, verdict: Verdict) -> str:
        """A verdict's digest, for a node's state."""
        return self.desk.blobs.put(verdict.model_dump_json())

    def _message(self, role: Literal["system", "user"], text: Rendered) -> Message:
        digest = self.desk.blobs.put(text.text)
        return Message(role=role, text=digest, template=text.template, template_digest=text.template_digest)

    def _answered(self, round_number: int, messages: list[BaseMessage]) -> str:
        started = time.monotonic()
        answer: Answer = call_model(
            self.desk.model,
            messages,
            self.desk.retries,
            lambda attempt, failure, wait: self.lane.emit(attempt_event(round_number, attempt, failure, wait)),
        )
        self.meter.charge(answer.usage)
        text = self.desk.blobs.put(answer.text)
        seconds = round(time.monotonic() - started, 3)
        self.lane.emit(
            Reply(
                round=round_number,
                attempts=answer.attempts,
                text=text,
                usage=answer.usage,
                finish_reason=answer.finish_reason,
                seconds=seconds,
            )
        )
        return text

    def _judge(self, reply: str, depth: Depth) -> Verdict:
        """Judge a reply or plain code, and log it; the only way to the evaluator."""
        code = code_of(reply)
        candidate = None if code is None else self.desk.blobs.put(code)
        self.lane.emit(Judged(round=self.round, reply=self.desk.blobs.put(reply), candidate=candidate, depth=depth))
        self.last = verdict = self.desk.judge.evaluate(reply, self.task.name, depth=depth)
        self.lane.emit(_given(self.round, verdict, self.keep(verdict), depth))
        if verdict.correct and depth != "compile" and self.best is None:
            self._keep_best(verdict, candidate)
        return verdict

    def _keep_best(self, verdict: Verdict, candidate: str | None) -> None:
        """The first right candidate; a later one would have to be faster beyond noise."""
        if verdict.candidate != candidate:
            raise ValueError(f"the verdict is about {verdict.candidate}, the reply holds {candidate}")
        self.best = Best(verdict.candidate, self.round)

    def _reason_to_stop(self, verdict: Verdict, elapsed: float) -> StopReason | None:
        if verdict.correct:
            return StopReason.CORRECT
        if verdict.status is Status.INFRASTRUCTURE_ERROR:
            return StopReason.INFRASTRUCTURE
        limit = self.meter.spent(self.round + 1, elapsed)
        return StopReason(limit.value) if limit else None


def _given(round_number: int, verdict: Verdict, digest: str, depth: Depth) -> VerdictGiven:
    return VerdictGiven(
        round=round_number,
        candidate=verdict.candidate,
        verdict=digest,
        status=verdict.status,
        call_ok=verdict.call_ok,
        exe_ok=verdict.exe_ok,
        depth=depth,
        seconds=verdict.seconds,
    )
