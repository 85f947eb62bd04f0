"""`kbx run`: one method × one model × tasks."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kbx_agents.commands.console import clear_errors, console, fail, print_json
from kbx_agents.commands.options import AsJson, Device, Sandbox, Seed, Targets, settings_from

if TYPE_CHECKING:
    from kbx_agents.trajectory.summary import RunSummary

EXAMPLE = "Example: kbx run iterative_fix --tasks softmax,Loss --model openai:gpt-5 --rounds 5 --out runs/first"

UNJUDGED = ("error", "model_error", "infrastructure")


def run(  # noqa: PLR0913
    method: Annotated[str, typer.Argument(help="Name, or path/to/file.py:build.")],
    *,
    tasks: Annotated[str, typer.Option(help="Names, categories or all, separated by commas.")] = "all",
    model: Annotated[str, typer.Option(help="offline:[seed=N], openai:NAME or another provider:NAME.")] = "offline:",
    base_url: Annotated[str | None, typer.Option(help="OpenAI-compatible server, such as http://localhost:8000/v1.")] = None,
    out: Annotated[Path | None, typer.Option(help="New directory for the run; default: runs/METHOD-TIME.")] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds for each task.")] = 4,
    max_calls: Annotated[int | None, typer.Option(min=1, help="Model calls for each task.")] = None,
    max_tokens: Annotated[int | None, typer.Option(min=1, help="Tokens, input and output, for each task.")] = None,
    max_minutes: Annotated[float | None, typer.Option(min=0, help="Wall time for each task.")] = None,
    device: Device = "auto",
    targets: Targets = "",
    sandbox: Sandbox = "auto",
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Let a model work on tasks with a method; every round is written to the run directory.

    Exit 0 when every task was judged, 1 when some were not (the model or the evaluator failed).
    """
    folder = out or _new_folder(method)
    with clear_errors(interrupted=f"interrupted; what was done is in {folder}"):
        from kbx_agents.budget import Budget
        from kbx_agents.logs import configure_logs
        from kbx_agents.methods import load_method
        from kbx_agents.models import load_model
        from kbx_agents.run import Plan, run_method
        from kbx_agents.tables import log_event
        from kbx_eval.evaluate import Evaluator
        from kbx_eval.suite import load_suite

        configure_logs()
        suite = load_suite()
        seconds = None if max_minutes is None else 60 * max_minutes
        budget = Budget(rounds=rounds, calls=max_calls, tokens=max_tokens, seconds=seconds)
        settings = settings_from(device, targets, sandbox, seed)
        plan = Plan(load_method(method), load_model(model, suite, base_url), suite.select(tasks), budget, settings)
        with Evaluator(settings) as evaluator:
            evaluator.start()
            summary = run_method(plan, evaluator, folder, log_event)
        _report(summary, as_json)


def _new_folder(method: str) -> Path:
    name = Path(method.rpartition(":")[0] or method).stem
    return Path("runs") / f"{name}-{datetime.now():%Y%m%d-%H%M%S}"


def _report(summary: "RunSummary", as_json: bool) -> None:
    from kbx_agents.tables import rounds_table

    if as_json:
        print_json(summary.model_dump(mode="json"))
    else:
        console().print(rounds_table(summary))
        typer.echo(f"{summary.solved} of {len(summary.tasks)} solved; the run is in {summary.run_dir}")
    unjudged = [task for task in summary.tasks if task.stopped in UNJUDGED]
    if unjudged and not any(task.rounds for task in summary.tasks):
        fail(f"no task was judged: {unjudged[0].detail}")
    raise typer.Exit(1 if unjudged else 0)
