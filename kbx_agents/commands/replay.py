"""`kbx replay`: does the method, on what was recorded, do what was recorded?"""

from pathlib import Path
from typing import Annotated

import typer

from kbx_agents.commands.console import clear_errors, print_json
from kbx_agents.commands.options import AsJson

EXAMPLE = "Example: kbx replay runs/iterative_fix-20250101-120000"


def replay(
    folder: Annotated[Path, typer.Argument(help="A run directory.")],
    as_json: AsJson = False,
) -> None:
    """Run a recorded run again on its replies and verdicts; exit 1 when other events come out."""
    with clear_errors():
        from kbx_agents.trajectory.reader import read_run
        from kbx_agents.trajectory.replay import replay as replay_run
        from kbx_eval.suite import load_suite

        result = replay_run(read_run(folder), load_suite())
        if result.damage:
            typer.echo(f"kbx: {result.damage}", err=True)
        if as_json:
            print_json(result.model_dump())
        else:
            found = "identical" if result.identical else f"not identical; first difference: {result.difference}"
            typer.echo(f"{result.events} events, no model call, no evaluation: {found}")
        raise typer.Exit(0 if result.identical else 1)
