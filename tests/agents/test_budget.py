"""Budgets."""

import pytest

from kbx_agents.budget import Budget, Limit, Meter, Usage


@pytest.mark.parametrize(
    ("budget", "round_number", "elapsed", "limit"),
    [
        (Budget(rounds=2), 2, 1e9, None),
        (Budget(rounds=2), 3, 0.0, Limit.ROUNDS),
        (Budget(calls=1), 1, 0.0, Limit.CALLS),
        (Budget(calls=2), 1, 0.0, None),
        (Budget(tokens=110), 1, 0.0, Limit.TOKENS),
        (Budget(tokens=111), 1, 0.0, None),
        (Budget(seconds=5), 1, 5.0, Limit.SECONDS),
        (Budget(seconds=5), 1, 4.9, None),
    ],
)
def test_a_limit_is_reached_when_nothing_is_left(budget, round_number, elapsed, limit):
    meter = Meter(budget)
    meter.charge(Usage(input_tokens=100, output_tokens=10, cached_tokens=50, reasoning_tokens=5))
    assert meter.spent(round_number, elapsed) is limit


def test_the_clock_can_be_given():
    assert Meter(Budget(), iter([1.5, 2.5]).__next__).elapsed() == 1.5
