"""Kernels from text: checked to be nothing but Triton, then jitted again.

Interpreting a kernel executes its text as Python, and so does compiling it in part. So a text may name only its own variables, Triton's own
objects, other kernels and constants; attributes come from the list of what Triton's language has; a module stands only before a dot.
"""

import __future__

import ast
import collections
import linecache
import math
import types
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice
from triton.language.extra.cuda import libdevice as cuda_libdevice
from triton.runtime import interpreter as stock
from triton.runtime.jit import JITFunction

Spec = dict[str, Any]
_CONSTEXPR_FUNCTION: Any = getattr(triton.runtime.jit, "ConstexprFunction", ())
_PYTHON: dict[str, Any] = {
    function.__name__: function for function in (range, len, min, max, abs, int, float, bool, isinstance, str, tuple, list, print)
}
_TRITON = types.SimpleNamespace(language=tl, cdiv=triton.cdiv, next_power_of_2=triton.next_power_of_2, jit=None)
_MODULES: dict[str, Any] = {
    "triton": _TRITON,
    "math": math,
    "triton.language": tl,
    "triton.language.core": tl.core,
    "triton.language.math": tl.math,
    "triton.language.standard": tl.standard,
    "triton.language.random": tl.random,
    "triton.language.extra": tl.extra,
    "triton.language.extra.libdevice": libdevice,
    "triton.language.extra.cuda": tl.extra.cuda,
    "triton.language.extra.cuda.libdevice": cuda_libdevice,
}
_FORBIDDEN = (
    *(ast.Import, ast.ImportFrom, ast.ClassDef, ast.Global, ast.Nonlocal, ast.Try, ast.With, ast.AsyncFunctionDef, ast.Await),
    *(ast.Yield, ast.YieldFrom, ast.Delete, ast.Raise, ast.NamedExpr, ast.Lambda, ast.Starred),
)


class ForbiddenKernelError(ValueError):
    """A kernel's text is more than Triton."""


def _is_triton(value: Any) -> bool:
    """Something that kernels are meant to use: builtins, jitted library functions, types, constants."""
    if isinstance(value, (JITFunction, _CONSTEXPR_FUNCTION, tl.dtype, tl.constexpr)) or tl.core.is_builtin(value):
        return True
    return isinstance(value, type) and value.__module__.startswith("triton.language")


def _public(owner: Any) -> set[str]:
    return {name for name in dir(owner) if not name.startswith("_")}


_TRITON_NAMES = {name for module in _MODULES.values() for name in _public(module) if _is_triton(getattr(module, name))}
_LIBDEVICE = {name for name in _public(libdevice) if isinstance(getattr(libdevice, name), types.FunctionType)}
_METHODS = set().union(
    *(_public(owner) for owner in (tl.tensor, tl.dtype, tl.block_type, tl.pointer_type, tl.constexpr, tl.tensor_descriptor))
)
_PARTS = {"language", "core", "math", "standard", "random", "extra", "cuda", "libdevice", "cdiv", "next_power_of_2"}
_CONSTANTS = {
    "PropagateNan",
    "ALL",
    "NONE",
    "dtype",
    "shape",
    "type",
    "element_ty",
    "scalar",
    "T",
    "value",
    "pi",
    "e",
    "inf",
    "nan",
    "block_shape",
    "strides",
}
ATTRIBUTES = frozenset(_TRITON_NAMES | _LIBDEVICE | _METHODS | _PARTS | _CONSTANTS | _public(math)) - {"handle", "to_ir", "mangle"}


_REACHABLE = (
    *(value for value in _MODULES.values() if value is not math),
    *(
        str,
        int,
        float,
        bool,
        tuple,
        list,
        range,
        type,
        slice,
        types.FunctionType,
        types.BuiltinFunctionType,
        types.MethodType,
        types.ModuleType,
    ),
    *(JITFunction, type(JITFunction), stock.TensorHandle, stock.InterpreterBuilder, stock.TritonSemantic, np.ndarray, np.generic),
)
_HARMLESS = {"count", "index", "start", "stop", "step", "real", "imag"}
REFUSED = frozenset({name for owner in _REACHABLE for name in dir(owner)} - ATTRIBUTES - _HARMLESS)
"""Attributes that something within a kernel's reach has, and that no kernel needs. Any other name leads nowhere and fails."""


class Kernels:
    """The functions of one candidate, by key."""

    def __init__(self) -> None:
        self._functions: dict[str, Any] = {}
        self._specs: dict[str, Spec] = {}

    def add(self, specs: list[Spec]) -> None:
        """Take in descriptions, turned into functions only when one is needed."""
        for spec in specs:
            self._specs.setdefault(str(spec["key"]), spec)

    def function(self, key: str) -> Any:
        """The jitted function with this key."""
        if key not in self._functions:
            self._functions[key] = self._make(self._specs[key])
        return self._functions[key]

    def waits(self, key: str) -> bool:
        """Whether programs of this kernel may wait for each other: they can then rely on being started in order, as a GPU starts them."""
        trees = [ast.parse(spec["source"]) for spec in self._reachable(key)]
        loops = [loop for tree in trees for loop in ast.walk(tree) if isinstance(loop, ast.While)]
        return any(_synchronises(loop) for loop in loops) or (bool(loops) and any(_synchronises(tree) for tree in trees[1:]))

    def _reachable(self, key: str) -> list[Spec]:
        """The descriptions of a kernel and of all functions that it calls, itself first."""
        keys = [key]
        for known in keys:
            keys += [value["jit"] for value in self._specs[known]["scope"].values() if value.get("jit", key) not in keys]
        return [self._specs[known] for known in keys]

    def _make(self, spec: Spec) -> Any:
        tree = ast.parse(spec["source"])
        only = tree.body[0] if len(tree.body) == 1 else None
        if not isinstance(only, ast.FunctionDef) or only.decorator_list or only.name != spec["name"]:
            raise ForbiddenKernelError("a kernel has to be one plain function")
        scope = {name: self.value(value) for name, value in spec["scope"].items()}
        check(only, scope)
        namespace: dict[str, Any] = {"__builtins__": _PYTHON, "__name__": "candidate", **scope}
        namespace["__annotations__"] = dict.fromkeys(spec["annotated"], tl.constexpr)
        return self._jit(spec, namespace)

    def _jit(self, spec: Spec, namespace: dict[str, Any]) -> Any:
        """Through linecache, where Triton looks for the source; blank lines before it keep the candidate's line numbers."""
        name = f"<kernel {spec['key']}>"
        text = "\n" * (max(1, min(int(spec["line"]), 100_000)) - 1) + spec["source"]
        linecache.cache[name] = (len(text), None, [line + "\n" for line in text.split("\n")], name)
        exec(compile(text, name, "exec", flags=__future__.annotations.compiler_flag, dont_inherit=True), namespace)
        function = namespace[spec["name"]]
        if spec["kind"] == "constexpr_function":
            return triton.constexpr_function(function)
        return JITFunction(function, noinline=True) if spec["noinline"] else JITFunction(function)

    def value(self, spec: Spec) -> Any:
        """A global or a constant from its description."""
        ((kind, value), *_) = spec.items()
        makers: dict[str, Callable[[Any], Any]] = {
            "value": float if spec.get("float") else lambda plain: plain,
            "constexpr": lambda inner: tl.constexpr(self.value(inner)),
            "dtype": tl.dtype,
            "torch_dtype": lambda name: getattr(torch, name),
            "tuple": lambda items: tuple(self.value(item) for item in items),
            "namedtuple": lambda parts: collections.namedtuple(*parts),
            "jit": self.function,
            "module": lambda name: _MODULES.get(name) or _Unsupported(f"module {name}"),
            "triton": lambda parts: _triton(*parts),
        }
        return makers.get(kind, _Unsupported)(value)


class _Unsupported:
    """A global that a kernel cannot use; Triton says so when it meets it."""

    def __init__(self, kind: str) -> None:
        self.kind = kind


def _synchronises(tree: ast.AST) -> bool:
    """Whether an atomic or a volatile load stands in there."""
    names = [node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    volatile = any(isinstance(node, ast.keyword) and node.arg == "volatile" for node in ast.walk(tree))
    return volatile or any(name.startswith("atomic_") for name in names)


def _triton(module: str, name: str) -> Any:
    found = getattr(_MODULES.get(module), str(name), None)
    if found is None or str(name).startswith("_") or not _is_triton(found):
        return _Unsupported(f"{module}.{name}")
    return found


def check(function: ast.FunctionDef, scope: dict[str, Any]) -> None:
    """Refuse text that could be more than a kernel."""
    own = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    own |= {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}
    modules = {name for name, value in scope.items() if isinstance(value, (types.ModuleType, types.SimpleNamespace))} - own
    dotted = {id(node.value) for node in ast.walk(function) if isinstance(node, ast.Attribute)}
    annotations = {
        id(part) for node in ast.walk(function) if isinstance(node, ast.arg) and node.annotation for part in ast.walk(node.annotation)
    }
    for node in ast.walk(function):
        line = getattr(node, "lineno", 0)
        if isinstance(node, _FORBIDDEN) or (isinstance(node, ast.FunctionDef) and node is not function):
            raise ForbiddenKernelError(f"line {line}: {type(node).__name__} cannot stand in a kernel")
        if isinstance(node, ast.Attribute) and id(node) not in annotations and (node.attr.startswith("_") or node.attr in REFUSED):
            raise ForbiddenKernelError(f"line {line}: .{node.attr} cannot stand in a kernel")
        if (
            isinstance(node, ast.Attribute)
            and node.attr in _PARTS - {"cdiv", "next_power_of_2", "math"}
            and id(node) not in dotted | annotations
        ):
            raise ForbiddenKernelError(f"line {line}: a module cannot be used as a value in a kernel")
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in annotations:
            _check_name(node, own | scope.keys(), modules, is_dotted=id(node) in dotted)


def _check_name(node: ast.Name, known: set[str], modules: set[str], *, is_dotted: bool) -> None:
    if node.id not in known and node.id not in _PYTHON:
        raise NameError(f"line {node.lineno}: name '{node.id}' is not defined in a kernel")
    if node.id in modules and not is_dotted:
        raise ForbiddenKernelError(f"line {node.lineno}: the module {node.id} cannot be used as a value in a kernel")
