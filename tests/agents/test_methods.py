"""Methods by name and by file, and their drawings."""

import pytest

from kbx_agents import UserError, load_method
from kbx_agents.methods import METHODS, describe_methods


@pytest.mark.parametrize("name", METHODS)
def test_every_method_is_described_and_drawn_in_full(name):
    assert describe_methods()[name].endswith(".")
    drawing = load_method(name).mermaid()
    for node in load_method(name).build().nodes:
        assert f"{node}(" in drawing
        assert f"--> {node};" in drawing or f".-> {node};" in drawing
    assert "__end__;" in drawing


def test_iterative_fix_is_drawn_with_both_ways_out_of_the_decision():
    drawing = load_method("iterative_fix").mermaid()
    assert "decide -.-> repair;" in drawing
    assert "decide -.-> __end__;" in drawing


def test_an_unknown_method_names_the_nearest():
    with pytest.raises(UserError, match=r"unknown method 'iterative_fxi'; nearest: iterative_fix;"):
        load_method("iterative_fxi")


@pytest.mark.parametrize(("text", "problem"), [(None, "cannot be read"), ("x = 1\n", "defines no function 'build'")])
def test_a_file_without_a_method_is_refused(tmp_path, text, problem):
    path = tmp_path / "mine.py"
    if text:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=problem):
        load_method(f"{path}:build")
