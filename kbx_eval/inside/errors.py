"""A candidate's exception as text for a person or a model: its last frames in the candidate's own lines, without host paths."""

import os
import re
import sysconfig
import traceback
from pathlib import Path
from typing import Any

MAX_CHARACTERS = 3000
_SITE = Path(sysconfig.get_paths()["purelib"])
_STDLIB = Path(sysconfig.get_paths()["stdlib"])


def describe(error: BaseException, blame: str | None) -> dict[str, Any]:
    """What the judge is told about an exception."""
    return {"error": str(type(error).__name__)[:60], "message": text(error), "where": _frames(error), "blame": blame or _kind(error)}


def _kind(error: BaseException) -> str:
    text = _said(error)
    if isinstance(error, SystemExit):
        return "exit"
    if isinstance(error, MemoryError) or "can't allocate memory" in text or "CUDA out of memory" in text or "out of memory" in text:
        return "memory"
    if "illegal memory access" in text or "misaligned address" in text:
        return "illegal_memory"
    return "host"


def chain(error: BaseException) -> list[BaseException]:
    """An exception, and what caused it; an exception may be its own cause."""
    found: list[BaseException] = []
    seen: BaseException | None = error
    while seen is not None and len(found) < 20 and not any(seen is former for former in found):
        found.append(seen)
        seen = seen.__cause__ or (None if seen.__suppress_context__ else seen.__context__)
    return found


def text(error: BaseException) -> str:
    """An exception and what caused it, without host paths and not too long."""
    parts = [_clean(_said(seen)).strip() for seen in chain(error)[:3]]
    distinct = [part for index, part in enumerate(parts) if part and not any(part in former for former in parts[:index])]
    return _shorten("\ncaused by: ".join(distinct))


def _said(error: BaseException) -> str:
    """`str(error)`, which is the candidate's own code where the exception is its own."""
    try:
        return f"{error!s}"[: 10 * MAX_CHARACTERS]
    except BaseException:  # noqa: BLE001  sandbox edge
        return "(its message cannot be printed)"


def _frames(error: BaseException) -> str:
    """The lines of candidate.py that the exception went through, outermost first."""
    lines: list[str] = []
    for seen in chain(error):
        frames = traceback.extract_tb(seen.__traceback__)
        lines = lines or [
            f"line {frame.lineno}: {(frame.line or '').strip()}" for frame in frames if frame.filename.endswith("candidate.py")
        ]
    if isinstance(error, SyntaxError) and error.lineno:
        lines.append(f"line {error.lineno}: {(error.text or '').strip()}")
    distinct = [line for index, line in enumerate(lines) if index == 0 or line != lines[index - 1]]
    return "\n".join(distinct[-4:])


def _clean(text: str) -> str:
    if "DefaultCPUAllocator" in text:
        size = re.search(r"tried to allocate (\d+) bytes", text)
        return f"CUDA out of memory. Tried to allocate {int(size[1]) / 2**30:.2f} GiB." if size else "CUDA out of memory."
    for path, shown in ((Path.cwd(), ""), (_SITE, ""), (_STDLIB, "python")):
        text = text.replace(f"{path}{os.sep}", f"{shown}/" if shown else "")
    text = re.sub(r"/\S*/(?=candidate\.py)", "", text)
    text = re.sub(r" at 0x[0-9a-f]+", "", text)
    return re.sub(r"(?<![\w.])/(?:tmp|root|home|work|usr|opt|var|proc)/\S+", "<path>", text)


def _shorten(text: str) -> str:
    if len(text) <= MAX_CHARACTERS:
        return text
    return f"{text[: MAX_CHARACTERS // 3]}\n[…]\n{text[-MAX_CHARACTERS * 2 // 3 :]}"
