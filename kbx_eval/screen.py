"""Code → may it be run at all? Looks at the syntax tree, never at the text."""

import ast
import warnings
from typing import NamedTuple

from kbx_eval.record import Status

GENERIC_ENTRY = "kernel_function"


class Screened(NamedTuple):
    """What the tree says; `status` is None when the code may be run."""

    status: Status | None
    message: str = ""
    has_kernel: bool = False


def screen(code: str, entry: str) -> Screened:
    """Whether `code` parses and defines `entry` or `kernel_function` at its top level, and whether it has a Triton kernel."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(code)
            compile(tree, "candidate.py", "exec")
    except (SyntaxError, ValueError) as error:
        return Screened(Status.SYNTAX_ERROR, _syntax(error))
    except (RecursionError, MemoryError):
        return Screened(Status.SYNTAX_ERROR, "the code is nested too deeply to be parsed")
    names = _defined(tree)
    if entry not in names and GENERIC_ENTRY not in names and not _dynamic(tree):
        shown = ", ".join(sorted(names)[:8]) or "nothing"
        return Screened(Status.SCREEN_ERROR, f"the code defines no {entry!r} (nor {GENERIC_ENTRY!r}) at its top level; it defines {shown}")
    return Screened(None, has_kernel=any(_is_jit(node) for node in ast.walk(tree)))


def _syntax(error: SyntaxError | ValueError) -> str:
    if not isinstance(error, SyntaxError):
        return f"the code is no Python source: {error}"
    line = (error.text or "").rstrip("\n")[:200]
    return f"line {error.lineno}: {error.msg}" + (f"\n    {line.strip()}" if line.strip() else "")


def _defined(tree: ast.Module) -> set[str]:
    """Names that the module binds, also below `if`, `try` and `with`."""
    names: set[str] = set()
    pending: list[ast.AST] = list(tree.body)
    while pending:
        node = pending.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(node.name)
            continue
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            names |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        pending += ast.iter_child_nodes(node)
    return names


def _dynamic(tree: ast.Module) -> bool:
    """Whether the module binds names in ways that only running it shows."""
    calls = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    return bool(calls & {"exec", "globals", "setattr", "vars", "locals"})


def _is_jit(node: ast.AST) -> bool:
    if isinstance(node, ast.ImportFrom):
        return any(alias.name == "jit" for alias in node.names)
    return isinstance(node, ast.Attribute) and node.attr == "jit"
