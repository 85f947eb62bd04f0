"""How commands speak: results on stdout, everything else on stderr, and one line when something is wrong."""

import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import typer

from kbx_agents.errors import UserError
from kbx_eval.suite import UnknownTaskError
from kbx_eval.targets import UnknownTargetError

if TYPE_CHECKING:
    from rich.console import Console

PIPED_WIDTH = 160


@contextmanager
def clear_errors(interrupted: str = "interrupted") -> Iterator[None]:
    """Turn what a person can put right, and what is our fault, into one line and exit code 2; Ctrl-C into one line and 130."""
    try:
        yield
    except (UserError, UnknownTaskError, UnknownTargetError) as error:
        fail(str(error))
    except KeyboardInterrupt:
        typer.echo(f"kbx: {interrupted}", err=True)
        raise typer.Exit(130) from None
    except (typer.Exit, typer.Abort):
        raise
    except Exception as error:
        if os.environ.get("KBX_DEBUG"):
            raise
        fail(_described(error))


def fail(message: str) -> None:
    """One line on stderr, and exit code 2."""
    typer.echo(f"kbx: {' '.join(message.split())}", err=True)
    raise typer.Exit(2)


def _described(error: Exception) -> str:
    from kbx_eval.evaluate import EvaluatorError

    if isinstance(error, EvaluatorError):
        return str(error)
    return f"{type(error).__name__}: {error} (our fault; KBX_DEBUG=1 shows where)"


def print_json(document: Mapping[str, Any]) -> None:
    """One document on stdout."""
    typer.echo(json.dumps(document, indent=2, ensure_ascii=False))


def console() -> "Console":
    """Tables for people; plain and wide when piped."""
    from rich.console import Console

    return Console() if sys.stdout.isatty() else Console(width=PIPED_WIDTH, no_color=True)
