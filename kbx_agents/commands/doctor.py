"""`kbx doctor`: what this machine can do."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from kbx_agents.commands.console import clear_errors, console, print_json
from kbx_agents.commands.options import AsJson

EXAMPLE = "Example: kbx doctor --json"
KEYS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY")


def doctor(as_json: AsJson = False) -> None:
    """Show versions, GPU, sandbox layers, tasks, and whether API keys are set."""
    with clear_errors():
        report = examine()
        if as_json:
            print_json(report)
        else:
            _show(report)


def examine() -> dict[str, Any]:
    """What is here; keys are only looked for, never read out."""
    from kbx_agents.facts import versions
    from kbx_eval.sandbox import layers
    from kbx_eval.suite import load_suite

    return {
        "versions": versions(),
        "gpus": _gpus(),
        "sandbox": [layer.model_dump() for layer in layers.detect()],
        "tasks": len(load_suite()),
        "keys": {name: bool(os.environ.get(name)) for name in KEYS},
    }


def _gpus() -> list[str]:
    """Names as the drivers tell them; importing torch for this would take seconds."""
    if shutil.which("nvidia-smi"):
        listed = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True, timeout=20, check=False)
        return [line.split(" (UUID")[0] for line in listed.stdout.splitlines() if line.startswith("GPU")]
    return ["AMD GPU"] if Path("/dev/kfd").exists() else []


def _show(report: dict[str, Any]) -> None:
    from rich.table import Table

    table = Table(show_header=False, box=None, pad_edge=False)
    for name, version in report["versions"].items():
        table.add_row(name, version)
    table.add_row("gpu", ", ".join(report["gpus"]) or "none: verdicts come from Triton's interpreter and its real compiler")
    for layer in report["sandbox"]:
        table.add_row(f"sandbox: {layer['name']}", f"{'active' if layer['active'] else 'missing'}  {layer['detail']}")
    table.add_row("tasks", str(report["tasks"]))
    for name, is_set in report["keys"].items():
        table.add_row(name, "set" if is_set else "not set; `--model offline:` needs none")
    console().print(table)
