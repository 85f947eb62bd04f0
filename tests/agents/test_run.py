"""A run: what the methods do, why they stop, and what they return."""

import pytest

from kbx_agents import Budget, read_run, replay
from kbx_agents.judging import code_of
from kbx_agents.trajectory.events import Decision, Judged, Prompt, Reply, RunFinished, Stopped, StopReason, TaskFinished, VerdictGiven
from kbx_eval.record import Status, digest

WRONG, RIGHT = Status.WRONG_VALUE, Status.CORRECT


def stop_of(played, lane="softmax"):
    return next(body for body in played.bodies(lane) if isinstance(body, Stopped))


def test_one_shot_asks_once_and_judges_once(play, kernels):
    played = play(kernels, [WRONG], method="one_shot")
    assert [body.kind for body in played.bodies()] == [
        "task_started",
        "prompt",
        "reply",
        "candidate",
        "verdict",
        "stopped",
        "task_finished",
    ]
    assert stop_of(played).reason is StopReason.FINISHED
    assert played.summary.tasks[0].best is None


def test_one_shot_that_is_right_stops_as_correct(play, kernels):
    assert stop_of(play(kernels, [RIGHT], method="one_shot")).reason is StopReason.CORRECT


def test_iterative_fix_repairs_until_the_kernel_is_right(play, kernels):
    played = play(kernels, [Status.SYNTAX_ERROR, WRONG, RIGHT])
    assert [found.status for found in played.summary.tasks[0].rounds] == [Status.SYNTAX_ERROR, WRONG, RIGHT]
    assert [found.call_ok for found in played.summary.tasks[0].rounds] == [False, True, True]
    assert [body.action for body in played.bodies() if isinstance(body, Decision)] == ["repair", "repair", "stop"]
    assert stop_of(played).reason is StopReason.CORRECT


def test_the_repair_prompt_shows_the_last_kernel_and_what_was_found(play, kernels):
    played = play(kernels, [WRONG, RIGHT])
    assert code_of(kernels[0]) in played.model.prompts[1]
    assert "Verdict: wrong_value" in played.model.prompts[1]


def test_a_reply_without_code_is_repaired_too(play, kernels):
    played = play(["I would rather not.", kernels[0]], [Status.EXTRACT_ERROR, RIGHT])
    assert "No code could be found" in played.model.prompts[1]
    assert [body.candidate is None for body in played.bodies() if isinstance(body, Judged)] == [True, False]


def test_the_best_kernel_is_returned_byte_for_byte(play, kernels):
    played = play(kernels, [WRONG, RIGHT])
    best = played.summary.tasks[0].best
    file = played.stored.folder / best.file
    assert file.read_text(encoding="utf-8") == code_of(kernels[1]) == played.stored.blobs.get(best.candidate)
    assert best.candidate == digest(code_of(kernels[1]))


def test_a_right_kernel_survives_what_happens_after_it(play, kernels, tmp_path):
    method = tmp_path / "wasteful.py"
    method.write_text(
        "from langgraph.graph import START, StateGraph\n"
        "from kbx_agents import Context, State\n"
        "from kbx_agents.methods.nodes import evaluate, propose, repair\n"
        "def build():\n"
        "    graph = StateGraph(State, Context)\n"
        "    graph.add_node(propose).add_node(evaluate).add_node(repair)\n"
        "    graph.add_edge(START, 'propose').add_edge('propose', 'evaluate').add_edge('evaluate', 'repair')\n"
        "    return graph.add_edge('repair', 'evaluate')\n",
        encoding="utf-8",
    )
    played = play(kernels, [RIGHT, WRONG], method=f"{method}:build", budget=Budget(rounds=3))
    assert played.summary.tasks[0].best.candidate == digest(code_of(kernels[0]))
    assert stop_of(played).reason is StopReason.ROUNDS
    assert len(played.model.prompts) == 3


@pytest.mark.parametrize(
    ("budget", "reason", "calls"),
    [
        (Budget(rounds=2), StopReason.ROUNDS, 2),
        (Budget(rounds=9, calls=3), StopReason.CALLS, 3),
        (Budget(rounds=9, tokens=200), StopReason.TOKENS, 2),
        (Budget(rounds=9, seconds=0.0), StopReason.SECONDS, 0),
    ],
)
def test_a_spent_budget_stops_the_task_and_is_the_reason(play, kernels, suite, budget, reason, calls):
    played = play(kernels, [WRONG], budget=budget)
    assert stop_of(played).reason is reason
    assert len(played.model.prompts) == calls
    assert replay(played.stored, suite).identical


def test_usage_is_counted_once(play, kernels):
    played = play(kernels, [WRONG, RIGHT])
    finished = next(body for body in played.bodies() if isinstance(body, TaskFinished))
    assert (finished.calls, finished.tokens) == (2, 220)
    assert (played.summary.tasks[0].calls, played.summary.tasks[0].tokens) == (2, 220)


def test_a_task_that_fails_does_not_stop_the_others(play, kernels):
    played = play(kernels, [RuntimeError("boom"), RIGHT], tasks="softmax,cos")
    assert stop_of(played).reason is StopReason.ERROR
    assert "boom" in stop_of(played).detail
    assert played.summary.tasks[1].status is RIGHT


def test_a_model_that_refuses_ends_the_task_as_model_error(play):
    played = play([ValueError("no such model")], [RIGHT])
    assert stop_of(played).reason is StopReason.MODEL_ERROR
    assert "no such model" in stop_of(played).detail


def test_an_evaluator_that_cannot_judge_is_not_blamed_on_the_candidate(play, kernels):
    played = play(kernels, [Status.INFRASTRUCTURE_ERROR])
    assert stop_of(played).reason is StopReason.INFRASTRUCTURE
    assert len(played.model.prompts) == 1


def test_an_interrupt_leaves_a_run_that_can_be_read_and_replayed(play, kernels, suite, tmp_path):
    with pytest.raises(KeyboardInterrupt):
        play(kernels, [WRONG, KeyboardInterrupt()])
    stored = read_run(tmp_path / "run")
    assert [event.body.reason for event in stored.events if isinstance(event.body, Stopped)] == [StopReason.INTERRUPTED]
    assert stored.events[-1].body == RunFinished(interrupted=True)
    assert replay(stored, suite).identical


def test_every_text_that_an_event_names_is_there(play, kernels):
    played = play(kernels, [WRONG, RIGHT])
    for body in played.bodies():
        match body:
            case Prompt(messages=messages):
                texts = [message.text for message in messages]
            case Reply(text=text):
                texts = [text]
            case Judged(reply=reply, candidate=candidate):
                texts = [reply, candidate]
            case VerdictGiven(verdict=verdict):
                texts = [verdict]
            case _:
                texts = []
        assert all(played.stored.blobs.get(text) for text in texts)


def test_an_existing_directory_is_not_written_over(play, kernels):
    play(kernels, [RIGHT])
    with pytest.raises(Exception, match="not empty"):
        play(kernels, [RIGHT])
