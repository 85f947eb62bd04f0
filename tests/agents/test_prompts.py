"""Every template renders for every task, and says what a model has to know."""

import pytest
from jinja2 import UndefinedError

from kbx_agents.facts import FIGURES, facts_for
from kbx_agents.prompts import render, template_names
from kbx_eval.evaluate import Settings
from kbx_eval.targets import TARGETS

FACTS = facts_for(Settings())


@pytest.mark.parametrize("template", template_names())
def test_every_template_renders_for_every_task(suite, template):
    for task in suite:
        rendered = render(template, task=task, facts=FACTS, code="def f(): ...\n", feedback="Verdict: wrong_value")
        assert "{{" not in rendered.text
        assert rendered.text == rendered.text.strip() + "\n"


@pytest.mark.parametrize("template", ["propose", "repair"])
def test_a_prompt_carries_the_contract_the_signature_and_the_target(suite, template):
    for task in suite:
        text = render(template, task=task, facts=FACTS, code=None, feedback="").text
        assert f"# Task: {task.name}\n" in text
        assert f"def {task.signature}\n" in text
        assert task.contract in text
        assert FACTS.triton in text
        assert "sm_90" in text


def test_a_missing_value_is_an_error(suite):
    with pytest.raises(UndefinedError):
        render("repair", task=suite.find("softmax"), facts=FACTS, code="")


def test_a_template_is_named_by_all_that_it_is_made_of():
    digests = {name: render(name, task=none_task(), facts=FACTS, code="", feedback="").template_digest for name in template_names()}
    assert len(set(digests.values())) == len(digests)


def test_every_target_has_figures():
    assert set(FIGURES) == set(TARGETS)
    assert "MI300X" in facts_for(Settings(targets=("sm_90", "gfx942"))).target


def none_task():
    class Task:
        name, category, signature, contract = "softmax", "Math", "softmax(input, dim)", "Softmax."

    return Task()
