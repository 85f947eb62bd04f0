"""`kbx methods`: the loops that can be run."""

from typing import Annotated

import typer

from kbx_agents.commands.console import clear_errors, console, print_json
from kbx_agents.commands.options import AsJson

app = typer.Typer(help="List methods and draw one.", no_args_is_help=True)


@app.command("list", epilog="Example: kbx methods list --json")
def list_methods(as_json: AsJson = False) -> None:
    """List the methods."""
    from kbx_agents.methods import describe_methods

    with clear_errors():
        described = describe_methods()
        if as_json:
            print_json({"methods": [{"method": name, "summary": summary} for name, summary in described.items()]})
            return
        for name, summary in described.items():
            console().print(f"{name:<14} {summary}", markup=False, highlight=False)


@app.command("graph", epilog="Example: kbx methods graph iterative_fix")
def graph(
    name: Annotated[str, typer.Argument(help="Name, or path/to/file.py:build.")],
    as_json: AsJson = False,
) -> None:
    """Draw a method's graph as Mermaid text."""
    from kbx_agents.methods import load_method

    with clear_errors():
        mermaid = load_method(name).mermaid()
        if as_json:
            print_json({"method": name, "mermaid": mermaid})
        else:
            typer.echo(mermaid, nl=False)
