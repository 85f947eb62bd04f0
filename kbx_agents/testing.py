"""Scripted stand-ins for a model and an evaluator, for tests of methods."""

from collections.abc import Sequence
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import PrivateAttr

from kbx_agents.judging import code_of
from kbx_eval.record import Depth, Stage, Status, Verdict, digest


class ScriptedModel(BaseChatModel):
    """Gives the scripted replies in order, the last one again and again; an exception in the script is raised."""

    _script: list[str | BaseException] = PrivateAttr()
    _prompts: list[str] = PrivateAttr(default_factory=list)

    def __init__(self, script: Sequence[str | BaseException]) -> None:
        super().__init__(cache=False)
        self._script = list(script)

    @property
    def prompts(self) -> list[str]:
        """What was asked, in order."""
        return self._prompts

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        self._prompts.append("\n".join(str(message.text) for message in messages))
        step = self._script.pop(0) if len(self._script) > 1 else self._script[0]
        if isinstance(step, BaseException):
            raise step
        usage = UsageMetadata(input_tokens=100, output_tokens=10, total_tokens=110)
        return ChatResult(generations=[ChatGeneration(message=AIMessage(content=step, usage_metadata=usage))])


class ScriptedJudge:
    """Gives verdicts with the scripted statuses in order, the last one again and again; an exception in the script is raised."""

    def __init__(self, script: Sequence[Status | BaseException]) -> None:
        self.script, self.judged = list(script), list[str]()

    def evaluate(self, reply: str, task: str, *, depth: Depth = "check") -> Verdict:
        """The next verdict of the script."""
        self.judged.append(reply)
        step = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        if isinstance(step, BaseException):
            raise step
        return verdict(step, task, code_of(reply) or reply)


def verdict(status: Status, task: str = "softmax", code: str = "", message: str = "as scripted") -> Verdict:
    """A verdict with this status and plausible other fields."""
    return Verdict(
        task=task,
        candidate=digest(code),
        status=status,
        stage=Stage.COMPARE,
        message=message,
        call_ok=status.called,
        exe_ok=status in (Status.CORRECT, Status.NO_KERNEL),
        evidence="cpu_interpreter",
        device="cpu",
        seconds=0.01,
    )
