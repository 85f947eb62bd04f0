"""Options that several verbs share."""

from typing import TYPE_CHECKING, Annotated, Literal

import typer

if TYPE_CHECKING:
    from kbx_eval.evaluate import Settings


AsJson = Annotated[bool, typer.Option("--json", help="One JSON document on stdout; logs go to stderr.")]
Device = Annotated[str, typer.Option(help="auto, cpu, cuda or cuda:N.")]
Targets = Annotated[str, typer.Option(help="Compile targets, such as sm_90,gfx942, or all; default: the device's own.")]
SandboxMode = Literal["strict", "auto", "off"]
Sandbox = Annotated[SandboxMode, typer.Option(help="strict refuses to run with less than every layer; off is for debugging.")]
Seed = Annotated[int | None, typer.Option(help="Seed of the inputs; default: a fresh one for each verdict.")]


def settings_from(device: str, targets: str, sandbox: SandboxMode, seed: int | None) -> "Settings":
    """The evaluator's settings."""
    from kbx_eval.evaluate import Settings

    chosen = tuple(word for word in targets.split(",") if word)
    return Settings(device=device, targets=chosen, sandbox=sandbox, seed=seed)
