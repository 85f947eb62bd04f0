"""The retry site, with scripted failures and with a server that speaks the OpenAI protocol over real HTTP."""

import json
from email.utils import formatdate
from time import time

import pytest
from langchain_core.messages import HumanMessage
from werkzeug import Response

from kbx_agents import Plan, UserError, load_method, load_model, read_run, replay, run_method
from kbx_agents.budget import Usage
from kbx_agents.errors import ModelError
from kbx_agents.models.calls import Retries, call_model
from kbx_agents.testing import ScriptedJudge, ScriptedModel
from kbx_agents.trajectory.events import ModelAttempt
from kbx_eval.record import Status

PROMPT = [HumanMessage("Write a kernel.")]
USAGE = {
    "prompt_tokens": 70,
    "completion_tokens": 30,
    "total_tokens": 100,
    "prompt_tokens_details": {"cached_tokens": 64},
    "completion_tokens_details": {"reasoning_tokens": 20},
}
ANSWER = {
    "id": "x",
    "object": "chat.completion",
    "created": 1,
    "model": "served",
    "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "def f(): ..."}}],
    "usage": USAGE,
}


class Sleepless:
    """Retries that note how long they would have waited, and who was told what."""

    def __init__(self, attempts: int = 4) -> None:
        self.slept, self.reported = [], []
        self.retries = Retries(attempts=attempts, sleep=self.slept.append)

    def call(self, model):
        return call_model(model, PROMPT, self.retries, lambda *report: self.reported.append(report))


@pytest.fixture
def served(httpserver, suite, monkeypatch):
    """A ChatOpenAI that talks to the loopback server."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)

    def load(*responses):
        for response in responses:
            body = response if isinstance(response, Response) else Response(json.dumps(response), content_type="application/json")
            httpserver.expect_ordered_request("/v1/chat/completions", method="POST").respond_with_response(body)
        return load_model("openai:served", suite, httpserver.url_for("/v1")).chat

    return load


def error(status, **headers):
    body = json.dumps({"error": {"message": "not now", "type": "x", "code": None}})
    return Response(body, status, {key.replace("_", "-"): value for key, value in headers.items()}, content_type="application/json")


def test_an_answer_carries_text_usage_and_reason(served):
    sleepless = Sleepless()
    answer = sleepless.call(served(ANSWER))
    assert (answer.text, answer.finish_reason, answer.attempts) == ("def f(): ...", "stop", 1)
    assert answer.usage == Usage(input_tokens=70, output_tokens=30, cached_tokens=64, reasoning_tokens=20)
    assert sleepless.reported == []


def test_retry_after_is_honoured_and_each_attempt_reported(served, httpserver):
    sleepless = Sleepless()
    answer = sleepless.call(served(error(429, Retry_After="7"), error(500), ANSWER))
    assert answer.attempts == 3
    assert sleepless.slept[0] == 7.0
    assert [(attempt, failure.http_status, failure.transient) for attempt, failure, _ in sleepless.reported] == [
        (1, 429, True),
        (2, 500, True),
    ]
    assert len(httpserver.log) == 3


def test_retry_after_may_be_a_date(served):
    sleepless = Sleepless()
    sleepless.call(served(error(503, Retry_After=formatdate(time() + 20, usegmt=True)), ANSWER))
    assert 10 < sleepless.slept[0] <= 21


def test_a_bad_request_is_not_repeated(served, httpserver):
    sleepless = Sleepless()
    with pytest.raises(ModelError, match=r"no reply after 1 attempt: .* 400"):
        sleepless.call(served(error(400)))
    assert len(httpserver.log) == 1
    assert [(failure.transient, wait) for _, failure, wait in sleepless.reported] == [(False, None)]


def test_a_dead_server_is_tried_until_the_attempts_are_spent(suite):
    sleepless = Sleepless(attempts=3)
    with pytest.raises(ModelError, match="no reply after 3 attempts"):
        sleepless.call(load_model("openai:x", suite, "http://127.0.0.1:9/v1").chat)
    assert len(sleepless.slept) == 2
    assert len(sleepless.reported) == 3


def test_no_wait_begins_that_is_longer_than_the_patience():
    class Busy(Exception):
        status_code = 429
        response = type("Response", (), {"headers": {"retry-after": "3600"}})

    sleepless = Sleepless()
    with pytest.raises(ModelError):
        sleepless.call(ScriptedModel([Busy("come back later")]))
    assert sleepless.slept == []


def test_a_spent_quota_is_final():
    class Quota(Exception):
        status_code, code = 429, "insufficient_quota"

    with pytest.raises(ModelError, match="after 1 attempt"):
        Sleepless().call(ScriptedModel([Quota("pay")]))


def test_usage_is_estimated_and_says_so_when_the_server_reports_none(served):
    answer = Sleepless().call(served({key: value for key, value in ANSWER.items() if key != "usage"}))
    assert answer.usage == Usage(input_tokens=3, output_tokens=3, estimated=True)


def test_a_run_over_http_counts_usage_once_and_replays(served, suite, tmp_path):
    model = load_model(served(error(429, Retry_After="0.01"), ANSWER, error(500, Retry_After="0.01"), ANSWER), suite)
    plan = Plan(load_method("iterative_fix"), model, suite.select("softmax"))
    summary = run_method(plan, ScriptedJudge([Status.WRONG_VALUE, Status.CORRECT]), tmp_path / "run")
    task = summary.tasks[0]
    assert (summary.model, task.status, task.calls, task.tokens) == ("served", Status.CORRECT, 2, 200)
    stored = read_run(tmp_path / "run")
    failed = [event.body for event in stored.events if isinstance(event.body, ModelAttempt)]
    assert [(body.round, body.failure.http_status, body.wait_seconds) for body in failed] == [(1, 429, 0.01), (2, 500, 0.01)]
    result = replay(stored, suite)
    assert result.identical, result.difference


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("openai:", "names no model"),
        ("gpt-5", "names no model"),
        ("openai:gpt-5", "needs OPENAI_API_KEY"),
        ("offline:sed=3", "not understood"),
        ("nobody:x", "nobody:x"),
    ],
)
def test_a_model_that_cannot_be_had_is_one_clear_line(suite, monkeypatch, name, problem):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(UserError, match=problem) as caught:
        load_model(name, suite)
    assert "\n" not in str(caught.value)


def test_any_chat_model_object_is_accepted(suite):
    chat = ScriptedModel(["hello"])
    assert load_model(chat, suite).chat is chat
