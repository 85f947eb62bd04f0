"""A model's reply → Python source."""

import ast
import re
from typing import NamedTuple

MAX_CHARACTERS = 1_000_000

_FENCE = re.compile(r"^(?P<lead>[ \t>]*)(?P<fence>`{3,}|~{3,})(?P<info>[^`\n]*)$", re.MULTILINE)
_DEFINES = re.compile(r"^[ \t]*(?:async )?def \w", re.MULTILINE)
_PYTHON = ("python", "py", "python3", "triton", "")


class Extracted(NamedTuple):
    """Code, or why there is none."""

    code: str
    problem: str = ""


def extract(reply: str) -> Extracted:
    """The code of a reply: its last Python block; the whole reply when it has no fences and parses as Python.

    A fence that is never closed (a truncated reply) runs to the end. The last block that defines a function wins over a later one that does
    not (usage examples, shell commands).
    """
    if len(reply) > MAX_CHARACTERS:
        return Extracted("", f"the reply has {len(reply)} characters; at most {MAX_CHARACTERS} are read")
    text = reply.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff").replace("\x00", "")
    if _is_program(text):  # fences inside a docstring are no fences
        return Extracted(text)
    blocks = [code for info, code in _blocks(text) if _language(info) in _PYTHON and code.strip()]
    if blocks:
        defining = [code for code in blocks if _DEFINES.search(code)]
        return Extracted((defining or blocks)[-1])
    if _FENCE.search(text):
        return Extracted("", "the reply has fenced blocks, but none of them holds Python code")
    if not text.strip():
        return Extracted("", "the reply is empty")
    if _is_code(text):
        return Extracted(text)
    return Extracted("", "the reply has no code: answer with one fenced block that starts with ```python")


def _is_program(text: str) -> bool:
    """Whether the whole text is Python that defines something."""
    try:
        return any(isinstance(node, (ast.FunctionDef, ast.ClassDef)) for node in ast.parse(text).body)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False


def _blocks(text: str) -> list[tuple[str, str]]:
    """Info string and body of every fenced block."""
    found: list[tuple[str, str]] = []
    opened: re.Match[str] | None = None
    for mark in _FENCE.finditer(text):
        if opened is None:
            opened = mark
        elif _closes(mark, opened):
            found.append((opened["info"], _body(text[opened.end() + 1 : mark.start()], opened)))
            opened = None
    if opened is not None:
        found.append((opened["info"], _body(text[opened.end() + 1 :], opened)))
    return found


def _body(code: str, opened: re.Match[str]) -> str:
    """The lines of a block without what stands before the fence itself (a quote mark, an indent)."""
    lead = opened["lead"]
    bare = lead.rstrip()  # an empty line of a quotation has the mark and no blank after it
    return "\n".join(line.removeprefix(lead if line.startswith(lead) else bare) for line in code.split("\n")) if lead else code


def _closes(mark: re.Match[str], opened: re.Match[str]) -> bool:
    """At least as long a fence, without an info string, and not deeper than Markdown allows: a docstring may hold fences too."""
    deeper = len(mark["lead"].expandtabs(4)) - len(opened["lead"].expandtabs(4))
    return mark["fence"].startswith(opened["fence"]) and not mark["info"].strip() and deeper <= 3


def _language(info: str) -> str:
    words = re.split(r"[\s{},.:=]+", info.strip().lower().lstrip("{. "))
    return words[0] if words else ""


def _is_code(text: str) -> bool:
    """Without fences: code that parses, or that was clearly meant as code and has a syntax error to report."""
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return bool(re.search(r"^(?:import|from) \w", text, re.MULTILINE) and re.search(r"^def \w+\(", text, re.MULTILINE))
    return "def " in text or "import " in text or "lambda" in text
