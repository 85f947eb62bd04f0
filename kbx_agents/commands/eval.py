"""`kbx eval`: verdicts on kernels that exist already."""

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kbx_agents.commands.console import clear_errors, console, fail, print_json
from kbx_agents.commands.options import AsJson, Device, Sandbox, Seed, Targets, settings_from

if TYPE_CHECKING:
    from kbx_eval.evaluate import Settings
    from kbx_eval.record import Verdict

EXAMPLE = "Examples: kbx eval softmax.py --task softmax · kbx eval predictions.jsonl --out verdicts.jsonl --jobs 2"


def evaluate(  # noqa: PLR0913
    source: Annotated[str, typer.Argument(help="KERNEL.py, - for stdin, PREDICTIONS.jsonl, or a folder of TASK.py files.")],
    *,
    task: Annotated[str | None, typer.Option(help="The task of a single kernel.")] = None,
    out: Annotated[Path | None, typer.Option(help="Write one verdict a line to this file.")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Evaluators at once, for many kernels.")] = 1,
    device: Device = "auto",
    targets: Targets = "",
    sandbox: Sandbox = "auto",
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Judge one kernel or many; exit 0 when all are correct, 1 when not."""
    with clear_errors():
        settings = settings_from(device, targets, sandbox, seed)
        if source != "-" and (Path(source).is_dir() or source.endswith(".jsonl")):
            if task is not None:
                fail("--task is for a single kernel; predictions and folders name their tasks themselves")
            _many(Path(source), settings, out, jobs, as_json)
        elif task is None:
            fail("a single kernel needs --task NAME; `kbx tasks list` shows the names")
        else:
            _one(source, task, settings, out, as_json)


def _one(source: str, task: str, settings: "Settings", out: Path | None, as_json: bool) -> None:
    from kbx_agents.predictions import read_text
    from kbx_eval.evaluate import Evaluator
    from kbx_eval.suite import load_suite

    name = load_suite().find(task).name
    reply = sys.stdin.read() if source == "-" else read_text(Path(source))
    with Evaluator(settings) as evaluator:
        verdict = evaluator.evaluate(reply, name)
    _write(out, [verdict])
    if as_json:
        print_json(verdict.model_dump(mode="json"))
    elif verdict.status.value not in ("extract_error", "infrastructure_error"):
        _show(verdict)
    if verdict.status.value in ("extract_error", "infrastructure_error"):
        fail(f"{verdict.status.value}: {verdict.message}")
    raise typer.Exit(0 if verdict.correct else 1)


def _many(source: Path, settings: "Settings", out: Path | None, jobs: int, as_json: bool) -> None:
    from kbx_agents.predictions import judge_all, read_submissions, sort_submissions
    from kbx_eval.suite import load_suite

    known, skipped = sort_submissions(read_submissions(source), load_suite())
    for reason in skipped:
        typer.echo(f"kbx: skipped: {reason}", err=True)
    verdicts = _write(out, judge_all(known, settings, jobs))
    statuses = Counter(verdict.status.value for verdict in verdicts)
    if as_json:
        shown = [verdict.model_dump(mode="json") for verdict in verdicts]
        print_json({"verdicts": shown, "statuses": statuses, "skipped": skipped})
    else:
        for verdict in verdicts:
            typer.echo(f"{verdict.task:<36} {verdict.status.value}")
        typer.echo(f"{statuses['correct']} of {len(verdicts)} correct" + (f", {len(skipped)} skipped" if skipped else ""))
    raise typer.Exit(0 if statuses["correct"] == len(verdicts) else 1)


def _write(out: Path | None, verdicts: Iterable["Verdict"]) -> list["Verdict"]:
    """Keep every verdict, and append each to the file as it comes."""
    if out is None:
        return list(verdicts)
    kept = []
    with out.open("w", encoding="utf-8") as file:
        for verdict in verdicts:
            file.write(verdict.model_dump_json() + "\n")
            file.flush()
            kept.append(verdict)
    return kept


def _show(verdict: "Verdict") -> None:
    from kbx_agents.feedback import feedback_on

    console().print(f"{verdict.task} on {verdict.device} ({verdict.evidence}), {verdict.seconds:.2f} s", markup=False, highlight=False)
    console().print(feedback_on(verdict), markup=False, highlight=False, soft_wrap=True)
