"""Methods by name. A method is a module with a `build` function that returns its state graph."""

import ast
import importlib
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from kbx_agents.errors import UserError

if TYPE_CHECKING:
    from langgraph.graph import StateGraph

    from kbx_agents.context import Context

METHODS = {
    "one_shot": "kbx_agents.methods.one_shot",
    "iterative_fix": "kbx_agents.methods.iterative_fix",
}


@dataclass(frozen=True)
class Method:
    """A method that can be run."""

    name: str
    """As it was asked for, which is how a replay finds it again."""
    build: "Callable[[], StateGraph[Any, Context, Any, Any]]"

    def mermaid(self) -> str:
        """The graph as Mermaid text."""
        return self.build().compile().get_graph().draw_mermaid()


def load_method(name: str) -> Method:
    """A method by its name or as `path/to/file.py:build`."""
    if name in METHODS:
        return Method(name, importlib.import_module(METHODS[name]).build)
    path, colon, function = name.rpartition(":")
    if not colon or not path.endswith(".py"):
        near = get_close_matches(name, METHODS, n=2, cutoff=0.4) or list(METHODS)
        raise UserError(f"unknown method {name!r}; nearest: {', '.join(near)}; or give your own as path/to/file.py:build")
    build = getattr(_load_file(Path(path)), function, None)
    if not callable(build):
        raise UserError(f"{path} defines no function {function!r}")
    return Method(name, build)


def describe_methods() -> dict[str, str]:
    """The first line of each method's docstring, read without importing it."""
    return {name: _docstring(module).splitlines()[0] for name, module in METHODS.items()}


def _docstring(module: str) -> str:
    source = Path(__file__).parent / f"{module.rpartition('.')[2]}.py"
    return ast.get_docstring(ast.parse(source.read_text(encoding="utf-8"))) or ""


def _load_file(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if not path.is_file() or spec is None or spec.loader is None:
        raise UserError(f"{path} cannot be read; a method is given by name or as path/to/file.py:build")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
