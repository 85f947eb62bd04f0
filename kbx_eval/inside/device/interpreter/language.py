"""Triton's language with interpreting functions in place of compiling ones, switched on and off around a launch.

The stock interpreter searches and patches `triton.language` at every call; here the search happens once and switching is a loop of
setattr. Kernels are rewritten against a copy of their module's globals, so that interpreting one leaves nothing in the module that a
later compilation could see.
"""

import ast
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import triton.language as tl
from triton.language import core
from triton.language.extra import libdevice as generic_libdevice
from triton.language.extra.cuda import libdevice as cuda_libdevice
from triton.runtime import interpreter as stock
from triton.runtime.jit import JITFunction

from kbx_eval.inside.device.interpreter import reductions


def _template() -> tuple[Any, Any]:
    return tl, core  # the globals that the stock patcher looks for


class Language:
    """Both versions of every name in `triton.language`."""

    def __init__(self) -> None:
        scope = stock._patch_lang(_template)
        for library in (cuda_libdevice,):
            stock._patch_builtin(library, stock.interpreter_builder, scope)
        for name in vars(generic_libdevice):
            if callable(getattr(cuda_libdevice, name, None)):
                scope.set_attr(generic_libdevice, name, getattr(cuda_libdevice, name))
        reductions.install(scope)
        self._interpreting = [(owner, name, vars(owner)[name]) for owner, name, _ in scope._changes]
        self._compiling = [(owner, name, original) for owner, name, original in reversed(scope._changes)]
        scope.restore()
        self._replaced = {id(old): new for (owner, name, old), (_, _, new) in zip(scope_pairs(self), self._interpreting, strict=True)}
        self._rewritten: dict[types.FunctionType, Callable[..., Any]] = {}

    @contextmanager
    def interpreting(self) -> Iterator[None]:
        """Inside, names in `triton.language` compute."""
        language, stock_call = self, JITFunction.__call__

        def call(function: Any, *args: Any, **kwargs: Any) -> Any:
            return language.function(function)(*args, **kwargs)

        _set(self._interpreting)
        JITFunction.__call__ = call
        try:
            yield
        finally:
            JITFunction.__call__ = stock_call
            _set(self._compiling)

    def function(self, jit_function: Any) -> Callable[..., Any]:
        """The Python function of a kernel or device function, rewritten to be interpreted."""
        function = jit_function.fn
        if function not in self._rewritten:
            self._rewritten[function] = self._rewrite(function)
        return self._rewritten[function]

    def _rewrite(self, function: types.FunctionType) -> Callable[..., Any]:
        rewriter = stock.FunctionRewriter(function)
        rewriter._compile_and_exec = lambda tree: self._execute(tree, rewriter.filename, function)
        return rewriter.rewrite_ast()  # type: ignore[no-any-return]

    def _execute(self, tree: ast.Module, filename: str, function: types.FunctionType) -> Any:
        definition = next(node for node in tree.body if isinstance(node, ast.FunctionDef))
        definition.decorator_list = []
        scope = {name: self._replaced.get(id(value), value) for name, value in function.__globals__.items()}
        scope["interpreter_semantic"] = stock.interpreter_semantic
        scope |= {name: cell.cell_contents for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)}
        names: dict[str, Any] = {}
        exec(compile(tree, filename, "exec"), scope, names)
        return names[function.__name__]


def scope_pairs(language: Language) -> list[tuple[Any, str, Any]]:
    """The compiling versions in the order of the interpreting ones."""
    return list(reversed(language._compiling))


def _set(values: list[tuple[Any, str, Any]]) -> None:
    for owner, name, value in values:
        if value is stock._MISSING:
            if name in vars(owner):
                delattr(owner, name)
        else:
            setattr(owner, name, value)
