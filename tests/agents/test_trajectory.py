"""The store: what is written is what is read, and damage is found and located."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kbx_agents import UserError, read_run
from kbx_agents.budget import Budget, Usage
from kbx_agents.trajectory.blobs import DiskBlobs
from kbx_agents.trajectory.events import Event, Failure, ModelAttempt, Reply, TaskStarted
from kbx_agents.trajectory.lane import Lane
from kbx_eval.record import Status, digest


@given(text=st.text())
def test_a_blob_comes_back_as_it_was(tmp_path_factory, text):
    blobs = DiskBlobs(tmp_path_factory.mktemp("blobs"))
    name = blobs.put(text)
    assert name == digest(text)
    assert blobs.put(text) == name
    assert blobs.get(name) == text
    assert [path.name for path in blobs.folder.rglob("*") if path.is_file()] == [name]


@given(
    text=st.text(st.characters(), max_size=20), number=st.integers(1, 9), tokens=st.integers(0, 10**12), wait=st.none() | st.floats(0, 1e6)
)
def test_an_event_comes_back_as_it_was(text, number, tokens, wait):
    bodies = [
        Reply(round=number, attempts=number, text="ab", usage=Usage(input_tokens=tokens), finish_reason=text, seconds=0.5),
        ModelAttempt(round=number, attempt=1, failure=Failure(message=text), wait_seconds=wait),
        TaskStarted(budget=Budget(rounds=number, tokens=tokens, seconds=wait)),
    ]
    written: list[Event] = []
    lane = Lane("softmax", written.append)
    ids = [lane.emit(body) for body in bodies]
    assert ids == ["softmax#0", "softmax#1", "softmax#2"]
    assert [event.parent for event in written] == [None, "softmax#0", "softmax#1"]
    assert [Event.model_validate_json(event.model_dump_json()) for event in written] == written
    assert all("\n" not in event.model_dump_json() for event in written)


def test_a_damaged_blob_is_found(tmp_path):
    blobs = DiskBlobs(tmp_path)
    name = blobs.put("def softmax(): ...")
    (tmp_path / name[:2] / name).write_text("def hardmax(): ...", encoding="utf-8")
    with pytest.raises(UserError, match="is damaged"):
        blobs.get(name)


def test_a_damaged_line_is_located(play, kernels):
    log = play(kernels, [Status.CORRECT]).stored.folder / "events.jsonl"
    lines = log.read_text(encoding="utf-8").splitlines()
    log.write_text("\n".join([*lines[:3], lines[3][:-9], *lines[4:], ""]), encoding="utf-8")
    with pytest.raises(UserError, match=r"line 4 of .*events.jsonl is damaged"):
        read_run(log.parent)


def test_an_event_of_another_version_is_refused(play, kernels):
    log = play(kernels, [Status.CORRECT]).stored.folder / "events.jsonl"
    log.write_text(log.read_text(encoding="utf-8").replace('"version":1', '"version":2'), encoding="utf-8")
    with pytest.raises(UserError, match="line 1 of"):
        read_run(log.parent)


def test_a_run_can_be_read_while_it_is_written(play, kernels, tmp_path):
    lengths = []
    play(kernels, [Status.WRONG_VALUE], watch=lambda event: lengths.append(len(read_run(tmp_path / "run").events)))
    assert lengths == list(range(1, len(lengths) + 1))


def test_the_record_says_how_and_where(play, kernels):
    record = play(kernels, [Status.CORRECT]).stored.record
    assert (record.method, record.model, record.tasks, record.device) == ("iterative_fix", "scripted", ("softmax",), "cpu")
    assert {"python", "triton", "langgraph"} <= set(record.versions)


def test_what_is_no_run_is_refused(tmp_path):
    with pytest.raises(UserError, match="is not a run directory"):
        read_run(tmp_path)
