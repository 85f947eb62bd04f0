"""The commands: documents for machines, one clear line for mistakes, exit codes."""

import json
import os
import subprocess
import sys
import time

import pytest
from typer.testing import CliRunner

from kbx_agents.cli import app
from kbx_eval.record import Status

VERBS = ["doctor", "eval", "run", "replay", "tasks list", "tasks show", "methods list", "methods graph"]


def kbx(*words, **options):
    return CliRunner().invoke(app, [str(word) for word in words], **options)


def refused(*words, **options):
    """The one line on stderr of a command that exits with 2."""
    result = kbx(*words, **options)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    return result.stderr


def test_help_is_quick_because_nothing_heavy_is_imported():
    heavy = "{'torch', 'triton', 'langgraph', 'langchain_core', 'pydantic', 'jinja2'}"
    code = f"import sys, kbx_agents.cli; print(sorted({heavy} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
    seconds = []
    for _ in range(3):
        start = time.monotonic()
        subprocess.run([sys.executable, "-m", "kbx_agents.cli", "--help"], capture_output=True, check=True)
        seconds.append(time.monotonic() - start)
    assert min(seconds) < 0.5


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_an_example(verb):
    assert "Example" in kbx(*verb.split(), "--help").stdout


def test_tasks_are_listed_by_category_and_shown(suite):
    listed = json.loads(kbx("tasks", "list", "Math", "--json").stdout)["tasks"]
    assert {task["category"] for task in listed} == {"Math"}
    shown = json.loads(kbx("tasks", "show", "softmax", "--solution", "--json").stdout)
    assert shown["contract"] == suite.find("softmax").contract
    assert "softmax" in kbx("tasks", "show", "softmax").stdout
    assert "softmax" in kbx("tasks", "list").stdout


def test_methods_are_listed_and_drawn():
    assert [found["method"] for found in json.loads(kbx("methods", "list", "--json").stdout)["methods"]] == ["one_shot", "iterative_fix"]
    assert "decide -.-> repair;" in kbx("methods", "graph", "iterative_fix").stdout


def test_doctor_says_whether_a_key_is_set_and_never_shows_it(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    for words in (("doctor",), ("doctor", "--json")):
        result = kbx(*words)
        assert result.exit_code == 0
        assert "sk-secret" not in result.output
    report = json.loads(result.stdout)
    assert report["keys"]["OPENAI_API_KEY"] is True
    assert {"versions", "gpus", "sandbox", "tasks"} <= set(report)


def test_an_unknown_task_names_the_nearest(tmp_path):
    kernel = tmp_path / "k.py"
    kernel.write_text("x = 1", encoding="utf-8")
    assert "nearest: softmax" in refused("eval", kernel, "--task", "sofmax")
    assert "nearest: softmax" in refused("tasks", "show", "sofmax")
    assert "nearest: softmax" in refused("run", "one_shot", "--tasks", "sofmax", "--out", tmp_path / "run")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (None, "cannot be read"),
        ('{"predict": "x", "file": "softmax.py"\n', "line 1 of"),
        ('{"predict": "x"}\n', "needs the fields"),
        ("\n", "holds no kernels"),
        ('{"predict": "x", "file": "nothing_like_it.py"}\n', "none of the kernels"),
    ],
)
def test_bad_predictions_are_refused_before_anything_is_judged(tmp_path, text, problem):
    path = tmp_path / "predictions.jsonl"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    assert problem in refused("eval", path)


def test_a_kernel_that_cannot_be_read_is_refused(tmp_path):
    assert "cannot be read" in refused("eval", tmp_path / "none.py", "--task", "softmax")
    (tmp_path / "bytes.py").write_bytes(b"\xff\xfe\x00")
    assert "UTF-8" in refused("eval", tmp_path / "bytes.py", "--task", "softmax")
    assert "--task NAME" in refused("eval", tmp_path / "bytes.py")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["run", "two_shot"], "nearest: one_shot"),
        (["run", "one_shot", "--model", "gpt"], "names no model"),
        (["run", "one_shot", "--targets", "sm_91"], "unknown target"),
        (["methods", "graph", "nothing.py:build"], "cannot be read"),
        (["replay", "."], "is not a run directory"),
    ],
)
def test_a_request_that_cannot_be_served_is_one_line(tmp_path, monkeypatch, words, problem):
    monkeypatch.chdir(tmp_path)
    assert problem in refused(*words)
    assert list(tmp_path.iterdir()) == []


def test_replay_answers_yes_no_and_reports_a_truncated_line(play, kernels):
    folder = play(kernels, [Status.WRONG_VALUE, Status.CORRECT]).stored.folder
    log = folder / "events.jsonl"
    whole = log.read_text(encoding="utf-8")
    result = kbx("replay", folder, "--json")
    assert result.exit_code == 0
    assert {"identical": True, "model_calls": 0, "evaluations": 0, "events": 15}.items() <= json.loads(result.stdout).items()
    log.write_text(whole[:-9], encoding="utf-8")
    result = kbx("replay", folder, "--json")
    assert (result.exit_code, json.loads(result.stdout)["events"]) == (0, 14)
    assert "incomplete" in result.stderr
    log.write_text(whole.replace('"status":"wrong_value"', '"status":"crash"'), encoding="utf-8")
    result = kbx("replay", folder)
    assert result.exit_code == 1
    assert "first difference: softmax#4" in result.stdout


def test_our_own_defect_is_one_line_too(monkeypatch):
    monkeypatch.setattr("kbx_agents.methods.describe_methods", lambda: 1 // 0)
    assert "ZeroDivisionError" in refused("methods", "list")


def test_a_kernel_is_judged_and_a_reply_without_code_is_not(suite, tmp_path):
    kernel, out = tmp_path / "cos.py", tmp_path / "out.jsonl"
    kernel.write_text(suite.find("cos").solution, encoding="utf-8")
    result = kbx("eval", kernel, "--task", "cos", "--device", "cpu", "--seed", "1", "--out", out, "--json")
    assert result.exit_code == 0, result.output
    verdict = json.loads(result.stdout)
    fields = {"task", "status", "stage", "message", "call_ok", "exe_ok", "evidence", "sandbox", "cases", "compile", "seconds"}
    assert fields <= set(verdict)
    assert verdict == json.loads(out.read_text(encoding="utf-8"))
    assert "extract_error" in refused("eval", "-", "--task", "cos", "--device", "cpu", input="I cannot do that.")


def test_many_kernels_are_judged_in_order(suite, tmp_path):
    replies = {"cos.py": suite.find("cos").solution, "elsewhere.py": "x", "softmax.py": "```python\ndef softmax(:\n```"}
    path = tmp_path / "predictions.jsonl"
    path.write_text("".join(json.dumps({"predict": reply, "file": file}) + "\n" for file, reply in replies.items()), encoding="utf-8")
    result = kbx("eval", path, "--device", "cpu", "--out", tmp_path / "out.jsonl", "--json")
    assert result.exit_code == 1
    report = json.loads(result.stdout)
    assert [(found["task"], found["status"]) for found in report["verdicts"]] == [("cos", "correct"), ("softmax", "syntax_error")]
    assert len(report["skipped"]) == 1
    assert len((tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()) == 2


def test_the_loop_runs_end_to_end_and_replays(tmp_path):
    folder = tmp_path / "run"
    result = kbx("run", "iterative_fix", "--tasks", "cos,sigmoid", "--device", "cpu", "--seed", "0", "--out", folder, "--json")
    assert result.exit_code == 0, result.output
    report = json.loads(result.stdout)
    assert (report["run_dir"], report["method"], report["model"]) == (str(folder), "iterative_fix", "offline:")
    for task in report["tasks"]:
        assert task["status"] == "correct"
        assert [found["round"] for found in task["rounds"]] == list(range(1, len(task["rounds"]) + 1))
        assert (folder / task["best"]["file"]).is_file()
    assert json.loads(kbx("replay", folder, "--json").stdout)["identical"] is True


def test_the_readable_examples_run(tmp_path, play, kernels):
    examples = os.path.join(os.getcwd(), "examples")  # noqa: PTH109, PTH118
    folder = play(kernels, [Status.CORRECT]).stored.folder
    shown = subprocess.run([sys.executable, f"{examples}/replay.py", folder], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert "0 model calls and 0 evaluations: identical" in shown.stdout
