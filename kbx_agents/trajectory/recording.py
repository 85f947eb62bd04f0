"""A recorded task as the model, the judge and the clock of a replay: each gives what the record holds, in order."""

from collections.abc import Iterator
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.messages.ai import InputTokenDetails, OutputTokenDetails, UsageMetadata
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import PrivateAttr

from kbx_agents.budget import Usage
from kbx_agents.models.calls import RecordedFailureError
from kbx_agents.trajectory.blobs import Blobs
from kbx_agents.trajectory.events import Event, ModelAttempt, Reply, Stopped, VerdictGiven
from kbx_eval.record import Depth, Verdict


class RecordEndsError(BaseException):
    """The record holds no answer to this; not an Exception, because nobody may handle it and go on."""

    def __init__(self, stopped: Stopped | None) -> None:
        super().__init__("the record ends here")
        self.stopped = stopped


class Recording:
    """One lane of a run, read out as it is asked for; mutable, because reading advances."""

    def __init__(self, events: list[Event], blobs: Blobs) -> None:
        bodies = [event.body for event in events]
        self._blobs = blobs
        self._stopped = next((body for body in bodies if isinstance(body, Stopped)), None)
        self._answers = iter([body for body in bodies if isinstance(body, ModelAttempt | Reply)])
        self._verdicts = iter([body for body in bodies if isinstance(body, VerdictGiven)])
        self._readings = iter([body.elapsed_seconds for body in bodies if hasattr(body, "elapsed_seconds")])

    def elapsed(self) -> float:
        """The next reading of the clock."""
        return next(self._readings, 0.0)

    def answer(self) -> tuple[Reply, str]:
        """The next reply with its text, or the next failure as an exception."""
        body = self._next(self._answers)
        if isinstance(body, ModelAttempt):
            raise RecordedFailureError(body.failure, again=body.wait_seconds is not None)
        return body, self._blobs.get(body.text)

    def evaluate(self, reply: str, task: str, *, depth: Depth = "check") -> Verdict:
        """The next verdict, whatever is asked: a question that differs shows in the events."""
        return Verdict.model_validate_json(self._blobs.get(self._next(self._verdicts).verdict))

    def _next(self, recorded: Iterator[Any]) -> Any:
        body = next(recorded, None)
        if body is None:
            raise RecordEndsError(self._stopped)
        return body


class RecordedModel(BaseChatModel):
    """A chat model that answers from a recording."""

    _recording: Recording = PrivateAttr()

    def __init__(self, recording: Recording) -> None:
        super().__init__(cache=False)
        self._recording = recording

    @property
    def _llm_type(self) -> str:
        return "recorded"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        reply, text = self._recording.answer()
        message = AIMessage(content=text, usage_metadata=_usage(reply.usage), response_metadata={"finish_reason": reply.finish_reason})
        return ChatResult(generations=[ChatGeneration(message=message)])


def _usage(usage: Usage) -> UsageMetadata | None:
    if usage.estimated:
        return None
    return UsageMetadata(
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        total_tokens=usage.tokens,
        input_token_details=InputTokenDetails(cache_read=usage.cached_tokens),
        output_token_details=OutputTokenDetails(reasoning=usage.reasoning_tokens),
    )
