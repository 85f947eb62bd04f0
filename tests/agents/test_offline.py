"""The offline author: plausible mistakes, made in every solution, and repaired when the feedback names them."""

import ast
import random
from collections import Counter

import pytest

from kbx_agents import load_model
from kbx_agents.facts import facts_for
from kbx_agents.judging import code_of
from kbx_agents.models.faults import FAULTS, drafts
from kbx_agents.prompts import render
from kbx_eval.evaluate import Settings
from kbx_eval.suite import load_suite

TASKS = [task.name for task in load_suite()]
FACTS = facts_for(Settings())


def ask(suite, task, seed=0, **repair):
    template = "repair" if repair else "propose"
    text = render(template, task=suite.find(task), facts=FACTS, **repair).text
    return load_model(f"offline:seed={seed}", suite).chat.invoke(text)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_mistake_changes_the_code_and_only_one_breaks_the_syntax(suite, fault):
    planted = {task.name: fault.plant(task.solution, task.entry) for task in suite}
    made = {name: code for name, code in planted.items() if code}
    assert fault.name == "prose" or len(made) >= len(suite) // 3
    for name, code in made.items():
        assert code != suite.find(name).solution
        assert _parses(code) == (fault.name != "unclosed")


@pytest.mark.parametrize("task", TASKS)
def test_drafts_lead_from_a_mistake_to_the_solution_in_four_rounds(suite, task):
    found = suite.find(task)
    for seed in range(20):
        plan = drafts(found.solution, found.entry, random.Random(seed))
        assert 2 <= len(plan) <= 4
        assert plan[-1].code == found.solution
        assert all(draft.fault for draft in plan[:-1])
        assert len({draft.code for draft in plan}) == len(plan)


@pytest.mark.parametrize("task", TASKS)
def test_the_author_repairs_what_the_feedback_names(suite, task):
    found = suite.find(task)
    code = code_of(str(ask(suite, task).text))
    plan = drafts(found.solution, found.entry, random.Random(f"0/{task}"))
    for draft in plan[:-1]:
        assert (code or "").strip() == draft.code.strip()
        status = sorted(draft.fault.symptoms)[0]
        code = code_of(str(ask(suite, task, code=code, feedback=f"Verdict: {status} (found)").text))
    assert code.strip() == found.solution.strip()


def test_a_verdict_that_fits_no_mistake_makes_it_start_over(suite):
    code = code_of(str(ask(suite, "sigmoid").text))
    again = code_of(str(ask(suite, "sigmoid", code=code, feedback="Verdict: process_limit (found)").text))
    assert again.strip() == suite.find("sigmoid").solution.strip()


def test_a_failing_evaluator_gets_the_same_kernel_again(suite):
    code = code_of(str(ask(suite, "sigmoid").text))
    assert code_of(str(ask(suite, "sigmoid", code=code, feedback="Verdict: infrastructure_error (found)").text)) == code


def test_the_same_seed_answers_the_same_and_another_seed_does_not(suite):
    answers = {seed: [ask(suite, task, seed).text for task in TASKS] for seed in (0, 1)}
    assert answers[0] == [ask(suite, task, 0).text for task in TASKS]
    assert answers[0] != answers[1]


def test_a_run_over_the_tasks_shows_many_kinds_of_mistakes(suite):
    firsts = Counter(drafts(task.solution, task.entry, random.Random(f"0/{task.name}"))[0].fault.name for task in suite)
    assert len(firsts) >= 6


def test_usage_is_plausible(suite):
    reply = ask(suite, "softmax")
    assert reply.usage_metadata["output_tokens"] == len(reply.text) // 4
    assert reply.usage_metadata["input_tokens"] > 100


def test_a_prompt_without_a_task_gets_prose(suite):
    assert code_of(str(load_model("offline:", suite).chat.invoke("Write me a poem.").text)) is None


def _parses(code):
    try:
        ast.parse(code)
    except SyntaxError:
        return False
    return True
