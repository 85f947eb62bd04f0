"""`kbx tasks`: what there is to solve."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kbx_agents.commands.console import clear_errors, console, print_json
from kbx_agents.commands.options import AsJson

if TYPE_CHECKING:
    from kbx_eval.suite import Task

app = typer.Typer(help="List tasks and show one.", no_args_is_help=True)


@app.command("list", epilog="Example: kbx tasks list Math,Loss")
def list_tasks(
    selection: Annotated[str, typer.Argument(help="Names, categories or all, separated by commas.")] = "all",
    as_json: AsJson = False,
) -> None:
    """List tasks."""
    from kbx_eval.suite import load_suite

    with clear_errors():
        tasks = load_suite().select(selection)
        if as_json:
            print_json({"tasks": [_brief(task) for task in tasks]})
        else:
            _show_list(tasks)


@app.command("show", epilog="Example: kbx tasks show softmax --solution")
def show_task(
    name: Annotated[str, typer.Argument(help="Name or Category/name.")],
    solution: Annotated[bool, typer.Option("--solution", help="Show the verified kernel as well.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show what a model is told about a task."""
    from kbx_eval.suite import load_suite

    with clear_errors():
        task = load_suite().find(name)
        if as_json:
            print_json(_brief(task) | {"contract": task.contract} | ({"solution": task.solution} if solution else {}))
            return
        typer.echo(f"{task.category}/{task.name}\n\ndef {task.signature}\n\n{task.contract}")
        if solution:
            typer.echo(f"\n{task.solution}")


def _brief(task: "Task") -> dict[str, Any]:
    return {
        "task": task.name,
        "category": task.category,
        "entry": task.entry,
        "signature": task.signature,
        "difficulty": task.difficulty,
        "summary": task.summary,
    }


def _show_list(tasks: list["Task"]) -> None:
    from rich.table import Table

    table = Table("category", "task", "difficulty", "summary", box=None, pad_edge=False)
    for task in tasks:
        table.add_row(task.category, task.name, str(task.difficulty), task.summary)
    console().print(table)
