"""What a model is told about a verdict."""

import pytest

from kbx_agents.advice import ADVICE
from kbx_agents.feedback import MOST_CASES, MOST_CHARACTERS, feedback_on
from kbx_agents.testing import verdict
from kbx_eval.record import Binary, CaseResult, Compilation, Status


@pytest.mark.parametrize("status", Status)
def test_every_status_has_advice_of_its_own(status):
    told = feedback_on(verdict(status))
    assert told.startswith(f"Verdict: {status.value} ")
    assert len([other for other in Status if ADVICE[other] == ADVICE[status]]) == 1
    assert (ADVICE[status] in told) == (status is not Status.CORRECT)


def test_advice_knows_no_other_status():
    assert set(ADVICE) == set(Status)


def test_failed_cases_are_named_and_counted():
    cases = tuple(CaseResult(case=f"rows={number}", ok=number < 3, message="off by one") for number in range(20))
    told = feedback_on(verdict(Status.WRONG_VALUE).model_copy(update={"cases": cases}))
    assert "Cases judged: 20, right: 3." in told
    assert "- wrong for rows=3: off by one" in told
    assert told.count("- wrong for") == MOST_CASES


def test_what_the_message_says_is_not_said_twice():
    cases = (CaseResult(case="rows=1", ok=False, message="as scripted"),)
    assert feedback_on(verdict(Status.WRONG_VALUE).model_copy(update={"cases": cases})).count("as scripted") == 1


def test_resources_of_compiled_kernels_are_told_once():
    binary = Binary(kernel="softmax_kernel", target="sm_90", signature="*fp32", registers=32, spill_bytes=8)
    broken = Binary(kernel="other", target="sm_90", signature="*fp32", error="no")
    compilation = Compilation(triton="3.7.1", targets=("sm_90",), binaries=(binary, binary, broken))
    told = feedback_on(verdict(Status.CORRECT).model_copy(update={"compile": compilation}))
    assert told.count("Compiled `softmax_kernel` for sm_90: 32 registers a thread, 8 bytes spilled") == 1
    assert "other" not in told


def test_a_long_message_keeps_both_ends():
    told = feedback_on(verdict(Status.COMPILE_ERROR, message="first " + "x" * 50_000 + " last"))
    assert "first" in told
    assert "last" in told
    assert len(told) < MOST_CHARACTERS + 1000
