"""Replay: the recorded events again, without model, judge, network or clock."""

import pytest

from kbx_agents import read_run, replay
from kbx_agents.trajectory.replay import first_difference
from kbx_eval.record import Status

WRONG, RIGHT = Status.WRONG_VALUE, Status.CORRECT


class Overloaded(Exception):
    status_code = 503


class Gone(Exception):
    status_code = 401


@pytest.mark.parametrize("method", ["one_shot", "iterative_fix"])
def test_a_replay_is_identical_and_asks_nobody(play, kernels, suite, method):
    played = play(kernels, [WRONG, RIGHT], method=method, tasks="softmax,cos")
    asked, judged = len(played.model.prompts), len(played.judge.judged)
    result = replay(played.stored, suite)
    assert result.identical, result.difference
    assert (result.model_calls, result.evaluations, result.events) == (0, 0, len(played.stored.events))
    assert (len(played.model.prompts), len(played.judge.judged)) == (asked, judged)


@pytest.mark.parametrize("failure", [RuntimeError("boom"), KeyError("state")])
def test_a_run_with_a_defect_replays(play, kernels, suite, failure):
    played = play(kernels, [WRONG, failure, RIGHT], tasks="softmax,cos")
    result = replay(played.stored, suite)
    assert result.identical, result.difference


def test_failed_attempts_replay_without_waiting(play, kernels, suite, monkeypatch):
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    played = play([Overloaded("busy"), kernels[0], Gone("key revoked")], [WRONG])
    assert [body.kind for body in played.bodies()].count("model_attempt") == 2
    result = replay(played.stored, suite)
    assert result.identical, result.difference


def test_a_changed_verdict_is_found(play, kernels, suite):
    stored = play(kernels, [WRONG, RIGHT]).stored
    events = list(stored.events)
    place = next(number for number, event in enumerate(events) if event.body.kind == "verdict")
    changed = events[place].body.model_copy(update={"status": Status.NON_FINITE})
    events[place] = events[place].model_copy(update={"body": changed})
    result = replay(stored.model_copy(update={"events": tuple(events)}), suite)
    assert not result.identical
    assert result.difference == "softmax#4: verdict.status was 'non_finite', is 'wrong_value'"


def test_a_lost_event_is_found(play, kernels, suite):
    stored = play(kernels, [WRONG, RIGHT]).stored
    events = tuple(event for event in stored.events if event.body.kind != "decision")
    assert not replay(stored.model_copy(update={"events": events}), suite).identical


@pytest.mark.parametrize("kept", range(1, 14))
def test_a_run_that_was_killed_replays_as_far_as_it_came(play, kernels, suite, kept):
    stored = play(kernels, [WRONG, RIGHT]).stored
    cut = stored.model_copy(update={"events": stored.events[:kept]})
    result = replay(cut, suite)
    assert result.identical, result.difference
    assert result.events == kept


def test_a_truncated_last_line_is_read_up_to_and_reported(play, kernels, suite):
    folder = play(kernels, [RIGHT]).stored.folder
    log = folder / "events.jsonl"
    log.write_bytes(log.read_bytes()[:-20])
    stored = read_run(folder)
    assert "line 10, the last of" in stored.damage
    assert replay(stored, suite).identical


def test_times_do_not_matter(play, kernels):
    events = list(play(kernels, [RIGHT]).stored.events)
    later = [event.model_copy(update={"at": event.at + 1}) for event in events]
    assert first_difference(events, later) == ""
