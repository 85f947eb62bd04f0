"""The one place where a model is called and a failed call is tried again."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from json import JSONDecodeError

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from tenacity import RetryCallState, Retrying, retry_if_exception, stop_after_attempt, stop_before_delay, wait_exponential_jitter

from kbx_agents.budget import Usage
from kbx_agents.errors import ModelError
from kbx_agents.trajectory.events import Failure, ModelAttempt

_PROVIDER_TRANSIENT = frozenset({"APIConnectionError", "TransportError"})
"""Base classes of connection failures in the providers' SDKs and in their HTTP clients, which are not imported here."""


class RecordedFailureError(Exception):
    """A replayed attempt fails as the recorded one did."""

    def __init__(self, failure: Failure, *, again: bool) -> None:
        super().__init__(failure.message)
        self.failure, self.again = failure, again


@dataclass(frozen=True)
class Retries:
    """How patient a model call is."""

    attempts: int = 6
    first_wait_seconds: float = 1.0
    longest_wait_seconds: float = 60.0
    """Of kbx's own choosing; a provider's Retry-After may ask for more."""
    total_seconds: float = 600.0
    """No wait begins that would end later than this after the first attempt."""
    sleep: Callable[[float], None] = time.sleep


@dataclass(frozen=True)
class Answer:
    """A model's reply and what it cost."""

    text: str
    usage: Usage
    finish_reason: str
    attempts: int


def call_model(
    model: BaseChatModel,
    messages: list[BaseMessage],
    retries: Retries,
    report: Callable[[int, Failure, float | None], object],
) -> Answer:
    """Ask once, and again while the failure is transient; `report` hears of each failed attempt and the wait after it."""

    def wait(state: RetryCallState) -> float:
        return _failure(_error(state)).retry_after_seconds or own_wait(state)

    def before_sleep(state: RetryCallState) -> None:
        report(state.attempt_number, _failure(_error(state)), round(state.upcoming_sleep, 3))

    own_wait = wait_exponential_jitter(initial=retries.first_wait_seconds, max=retries.longest_wait_seconds)
    retrying = Retrying(
        stop=stop_after_attempt(retries.attempts) | stop_before_delay(retries.total_seconds),
        wait=wait,
        retry=retry_if_exception(_worth_another),
        before_sleep=before_sleep,
        sleep=retries.sleep,
        reraise=True,
    )
    try:
        message = retrying(model.invoke, messages)
    except Exception as error:  # what providers raise is not ours to enumerate
        attempts = int(retrying.statistics.get("attempt_number", 1))
        report(attempts, _failure(error), None)
        raise ModelError(f"no reply after {attempts} attempt{'s' * (attempts > 1)}: {_failure(error).message}") from error
    return _answer(message, messages, int(retrying.statistics["attempt_number"]))


def attempt_event(round_number: int, attempt: int, failure: Failure, wait_seconds: float | None) -> ModelAttempt:
    """What `report` writes down."""
    return ModelAttempt(round=round_number, attempt=attempt, failure=failure, wait_seconds=wait_seconds)


def _worth_another(error: BaseException) -> bool:
    return error.again if isinstance(error, RecordedFailureError) else _failure(error).transient


def _error(state: RetryCallState) -> BaseException:
    assert state.outcome
    error = state.outcome.exception()
    assert error
    return error


def _failure(error: BaseException) -> Failure:
    if isinstance(error, RecordedFailureError):
        return error.failure
    status = getattr(error, "status_code", None)
    return Failure(
        message=f"{type(error).__name__}: {error}"[:500],
        http_status=status,
        transient=_transient(error, status),
        retry_after_seconds=_retry_after(error),
    )


def _transient(error: BaseException, status: int | None) -> bool:
    if getattr(error, "code", None) == "insufficient_quota":
        return False
    if status is not None:
        return status in (408, 409, 429) or status >= 500
    names = {ancestor.__name__ for ancestor in type(error).__mro__}
    return isinstance(error, OSError | JSONDecodeError) or bool(names & _PROVIDER_TRANSIENT)


def _retry_after(error: BaseException) -> float | None:
    """Seconds that the provider asked for, as a number or as a date."""
    value = getattr(getattr(error, "response", None), "headers", {}).get("retry-after")
    if not value:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        return _seconds_until(value)


def _seconds_until(date: str) -> float | None:
    try:
        return max(0.0, parsedate_to_datetime(date).timestamp() - time.time())
    except ValueError:
        return None


def _answer(message: AIMessage, asked: list[BaseMessage], attempts: int) -> Answer:
    text = str(message.text)
    finish = str(message.response_metadata.get("finish_reason") or message.response_metadata.get("stop_reason") or "")
    return Answer(text, _usage(message, sum(len(str(m.text)) for m in asked), len(text)), finish, attempts)


def _usage(message: AIMessage, characters_in: int, characters_out: int) -> Usage:
    reported = message.usage_metadata
    if not reported:
        return Usage(input_tokens=characters_in // 4, output_tokens=characters_out // 4, estimated=True)
    return Usage(
        input_tokens=reported["input_tokens"],
        output_tokens=reported["output_tokens"],
        cached_tokens=reported.get("input_token_details", {}).get("cache_read") or 0,
        reasoning_tokens=reported.get("output_token_details", {}).get("reasoning") or 0,
    )
