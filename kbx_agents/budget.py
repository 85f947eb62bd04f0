"""A budget is data: what one task may cost, and which limit was reached first."""

import time
from collections.abc import Callable
from enum import StrEnum

from kbx_eval.record import Record


class Limit(StrEnum):
    """What can run out."""

    ROUNDS = "rounds"
    CALLS = "calls"
    TOKENS = "tokens"
    SECONDS = "seconds"


class Usage(Record):
    """What one model call cost, counted once."""

    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    """Part of `input_tokens` that the provider had cached."""
    reasoning_tokens: int = 0
    """Part of `output_tokens` that the provider kept to itself."""
    estimated: bool = False
    """The provider reported nothing; a token is taken as four characters."""

    @property
    def tokens(self) -> int:
        """Input and output together."""
        return self.input_tokens + self.output_tokens


class Budget(Record):
    """What one task may cost; None means no limit. Checked before every model call."""

    rounds: int = 4
    calls: int | None = None
    """Model calls; the retries of one call count as one."""
    tokens: int | None = None
    """Input and output tokens as the provider counts them."""
    seconds: float | None = None
    """Wall time since the task was started."""


class BudgetSpentError(Exception):
    """A method asked for more than its budget holds; the run turns this into the reason for stopping."""

    def __init__(self, limit: Limit, elapsed_seconds: float) -> None:
        super().__init__(f"the budget's {limit} are spent")
        self.limit, self.elapsed_seconds = limit, elapsed_seconds


class Meter:
    """What one task has cost so far: mutable, because a budget is spent."""

    def __init__(self, budget: Budget, clock: Callable[[], float] | None = None) -> None:
        """`clock` tells the seconds since the task was started; a replay gives the recorded ones."""
        self.budget, self.calls, self.tokens = budget, 0, 0
        start = time.monotonic()
        self.elapsed = clock or (lambda: time.monotonic() - start)

    def charge(self, usage: Usage) -> None:
        """Count one model call."""
        self.calls += 1
        self.tokens += usage.tokens

    def spent(self, round_number: int, elapsed_seconds: float) -> Limit | None:
        """The limit that forbids a model call in this round."""
        limits = (
            (Limit.ROUNDS, round_number - 1, self.budget.rounds),
            (Limit.CALLS, self.calls, self.budget.calls),
            (Limit.TOKENS, self.tokens, self.budget.tokens),
            (Limit.SECONDS, elapsed_seconds, self.budget.seconds),
        )
        return next((limit for limit, used, allowed in limits if allowed is not None and used >= allowed), None)
