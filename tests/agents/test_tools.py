"""The evaluator's tools: text for a model, a verdict for a graph."""

import pytest

from kbx_agents.testing import verdict
from kbx_agents.tools import call_tool, evaluator_tools
from kbx_eval.record import Status


@pytest.mark.parametrize(("name", "depth"), [("compile_kernel", "compile"), ("check_kernel", "check"), ("profile_kernel", "profile")])
def test_a_tool_asks_for_its_depth_and_carries_the_verdict(name, depth):
    asked = []

    def judge(code, depth):
        asked.append((code, depth))
        return verdict(Status.WRONG_VALUE)

    tool = evaluator_tools(judge)[name]
    assert call_tool(tool, "def f(): ...").status is Status.WRONG_VALUE
    assert "Verdict: wrong_value" in tool.invoke({"code": "def f(): ..."})
    assert asked == [("def f(): ...", depth)] * 2


def test_a_model_sees_one_argument_and_a_description():
    for tool in evaluator_tools(lambda code, depth: verdict(Status.CORRECT)).values():
        assert list(tool.args) == ["code"]
        assert tool.description


def test_our_own_defect_is_not_turned_into_an_answer():
    def judge(code, depth):
        raise RuntimeError("judge is gone")

    with pytest.raises(RuntimeError, match="judge is gone"):
        call_tool(evaluator_tools(judge)["check_kernel"], "def f(): ...")
