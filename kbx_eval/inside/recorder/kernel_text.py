"""A jitted function as data: its source text and the globals that the text uses."""

import ast
from typing import Any

import torch
import triton
import triton.language as tl
from triton.runtime.jit import JITFunction

Spec = dict[str, Any]
_CONSTEXPR_FUNCTION = getattr(triton.runtime.jit, "ConstexprFunction", ())
_LITERALS = (int, float, str, bool, type(None))


class Texts:
    """Every function that was described, by key; a key is the same for the same object."""

    def __init__(self) -> None:
        self._keys: dict[int, str] = {}
        self._kept: list[Any] = []
        self.fresh: list[Spec] = []
        """Descriptions that the device has not been sent yet."""

    def key(self, function: Any) -> str:
        """The key of a jitted function; describes it, and all it calls, when it is new."""
        if id(function) not in self._keys:
            self._keys[id(function)] = f"{function.fn.__name__}-{len(self._keys)}"
            self._kept.append(function)
            self.fresh.append(self._describe(function))
        return self._keys[id(function)]

    def _describe(self, function: Any) -> Spec:
        source = function._src
        scope = function.get_capture_scope() if hasattr(function, "get_capture_scope") else function.__globals__
        annotated = scope.get("__annotations__", {})
        used = sorted({node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)} & scope.keys())
        return {
            "key": self._keys[id(function)],
            "kind": "jit" if isinstance(function, JITFunction) else "constexpr_function",
            "name": function.fn.__name__,
            "line": function.starting_line_number,
            "source": source,
            "noinline": bool(getattr(function, "noinline", False)),
            "scope": {name: self.value(scope[name]) for name in used},
            "annotated": [name for name in used if "constexpr" in str(annotated.get(name, ""))],
        }

    def value(self, value: Any) -> Spec:
        """A global or a compile-time constant."""
        if isinstance(value, tl.constexpr):
            return {"constexpr": self.value(value.value)}
        if isinstance(value, (tuple, list, tl.tuple)):
            return {"tuple": [self.value(item) for item in value]}
        if isinstance(value, _LITERALS):
            return {"value": repr(value) if isinstance(value, float) else value, "float": isinstance(value, float)}
        return _type(value) or self._object(value)

    def _object(self, value: Any) -> Spec:
        if type(value).__name__ == "module":
            return {"module": value.__name__}
        if str(getattr(value, "__module__", "")).startswith("triton."):
            return {"triton": [value.__module__, getattr(value, "__name__", "")]}
        if isinstance(value, (JITFunction, _CONSTEXPR_FUNCTION)):
            return {"jit": self.key(value)}
        return {"unsupported": type(value).__name__}


def _type(value: Any) -> Spec | None:
    if isinstance(value, tl.dtype):
        return {"dtype": str(value)} if not value.is_ptr() else {"unsupported": "a pointer type"}
    if isinstance(value, torch.dtype):
        return {"torch_dtype": str(value).removeprefix("torch.")}
    if isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields"):
        return {"namedtuple": [value.__name__, [str(field) for field in value._fields]]}
    return None
