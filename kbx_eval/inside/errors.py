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
    return {"error": type(error).__name__, "message": text(error), "where": _frames(error), "blame": blame or _kind(error)}


def _kind(error: BaseException) -> str:
    text = str(error)
    if isinstance(error, SystemExit):
        return "exit"
    if isinstance(error, MemoryError) or "can't allocate memory" in text or "CUDA out of memory" in text or "out of memory" in text:
        return "memory"
    if "illegal memory access" in text or "misaligned address" in text:
        return "illegal_memory"
    return "host"


def text(error: BaseException) -> str:
    """An exception and what caused it, without host paths and not too long."""
    parts: list[str] = []
    seen: BaseException | None = error
    while seen is not None and len(parts) < 3:
        parts.append(_clean(str(seen)).strip())
        seen = seen.__cause__ or (None if seen.__suppress_context__ else seen.__context__)
    distinct = [part for index, part in enumerate(parts) if part and part not in parts[:index]]
    return _shorten("\ncaused by: ".join(distinct))


def _frames(error: BaseException) -> str:
    """The lines of candidate.py that the exception went through, outermost first."""
    lines: list[str] = []
    seen: BaseException | None = error
    while seen is not None and not lines:
        frames = traceback.extract_tb(seen.__traceback__)
        lines = [f"line {frame.lineno}: {(frame.line or '').strip()}" for frame in frames if frame.filename.endswith("candidate.py")]
        seen = seen.__cause__ or seen.__context__
    if isinstance(error, SyntaxError) and error.lineno:
        lines.append(f"line {error.lineno}: {(error.text or '').strip()}")
    return "\n".join(lines[-4:])


def _clean(text: str) -> str:
    for path, shown in ((Path.cwd(), ""), (_SITE, ""), (_STDLIB, "python")):
        text = text.replace(f"{path}{os.sep}", f"{shown}/" if shown else "")
    text = re.sub(r"/\S*/(?=candidate\.py)", "", text)
    return re.sub(r"(?<![\w.])/(?:tmp|root|home|work|usr|opt|var|proc)/\S+", "<path>", text)


def _shorten(text: str) -> str:
    if len(text) <= MAX_CHARACTERS:
        return text
    return f"{text[: MAX_CHARACTERS // 3]}\n[…]\n{text[-MAX_CHARACTERS * 2 // 3 :]}"
