"""What every benchmark says about where and when it ran, and how it prints."""

import json
import os
import platform
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any


def environment() -> dict[str, Any]:
    """Machine, versions and date of a figure; no name and no path of the host."""
    return {
        "date": time.strftime("%Y-%m-%d"),
        "python": platform.python_version(),
        "torch": version("torch"),
        "triton": version("triton"),
        "kernel": platform.release().split("-")[0],
        "machine": platform.machine(),
        "cores": len(os.sched_getaffinity(0)),
    }


def finish(result: dict[str, Any], *, as_json: bool, out: Path | None) -> None:
    """Write the result to `out` if there is one, and print it: whole as JSON, its plain figures otherwise."""
    document = {"environment": environment()} | result
    text = json.dumps(document, indent=1)
    if out:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(text + "\n", encoding="utf-8")
    if as_json:
        print(text)
        return
    for key, value in document.items():
        if not isinstance(value, (list, dict)):
            print(f"{key}: {value}")
