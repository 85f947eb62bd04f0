"""Inline PTX, as far as kernels use it: straight lines of arithmetic on registers, evaluated with numpy.

A statement it does not know is refused by name, so that a kernel is never judged on a guess.
"""

import re
from collections.abc import Callable
from typing import Any

import numpy as np

Array = Any
_TYPES: dict[str, Any] = {
    **{
        f"{kind}{bits}": np.dtype(f"{name}{bits}")
        for kind, name in (("s", "int"), ("u", "uint"), ("b", "uint"))
        for bits in (8, 16, 32, 64)
    },
    **{"f16": np.dtype(np.float16), "f32": np.dtype(np.float32), "f64": np.dtype(np.float64)},
}
_STATEMENT = re.compile(r"^([a-z0-9]+)((?:\.[a-z0-9_]+)*)\s+(.*)$", re.DOTALL)
_OPERATIONS: dict[str, Callable[..., Any]] = {
    "mov": lambda x: x,
    "ex2": np.exp2,
    "lg2": np.log2,
    "rcp": lambda x: 1 / x,
    "sqrt": np.sqrt,
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "sin": np.sin,
    "cos": np.cos,
    "tanh": np.tanh,
    "abs": np.abs,
    "neg": np.negative,
    "not": np.invert,
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "div": np.divide,
    "min": np.fmin,
    "max": np.fmax,
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
    "shl": np.left_shift,
    "shr": np.right_shift,
    "fma": lambda x, y, z: x * y + z,
    "mad": lambda x, y, z: x * y + z,
}


class UnsupportedAssembly(RuntimeError):
    """Inline assembly that cannot be evaluated without a GPU."""


def evaluate(text: str, constraints: str, inputs: list[Array], outputs: list[Any]) -> list[Array]:
    """Run `text` on arrays; `outputs` are the numpy dtypes of the results, which come first among the operands."""
    if any(mark in constraints for mark in ("~", "+", "m")):
        raise UnsupportedAssembly(f"inline assembly with the constraints {constraints!r} cannot be judged without a GPU")
    registers: dict[str, Array] = {f"${len(outputs) + index}": value for index, value in enumerate(inputs)}
    for statement in re.split(r"[;{}]", re.sub(r"//[^\n]*", "", text)):
        line = statement.strip()
        if line and not line.startswith(".reg"):
            _execute(line, registers)
    try:
        return [_as(registers[f"${index}"], dtype) for index, dtype in enumerate(outputs)]
    except KeyError as error:
        raise UnsupportedAssembly(f"inline assembly never sets {error}") from error


def _execute(line: str, registers: dict[str, Array]) -> None:
    match = _STATEMENT.match(line)
    name = match[1] if match else line
    suffixes = match[2].split(".")[1:] if match else []
    known = [suffix for suffix in suffixes if suffix in _TYPES]
    if not match or not known or name not in _OPERATIONS or {"wide", "hi", "sat", "rz"} & set(suffixes):
        raise UnsupportedAssembly(f"the PTX instruction {line.split(maxsplit=1)[0]!r} cannot be judged without a GPU")
    target, *sources = [operand.strip() for operand in match[3].split(",")]
    dtype = _TYPES[known[-1]]
    values = [_as(_operand(source, registers, dtype), dtype) for source in sources]
    registers[target] = np.asarray(_OPERATIONS[name](*values)).astype(dtype)


def _operand(text: str, registers: dict[str, Array], dtype: Any) -> Array:
    if text in registers:
        return registers[text]
    if re.fullmatch(r"0f[0-9A-Fa-f]{8}", text):
        return np.array(int(text[2:], 16), dtype=np.uint32).view(np.float32)
    try:
        return np.array(float(text) if dtype.kind == "f" else int(text, 0)).astype(dtype)
    except ValueError:
        raise UnsupportedAssembly(f"the PTX operand {text!r} cannot be judged without a GPU") from None


def _as(value: Array, dtype: Any) -> Array:
    """The same bits as another type of the same size; registers have no type of their own."""
    value = np.asarray(value)
    return value if value.dtype == dtype else value.view(dtype) if value.dtype.itemsize == dtype.itemsize else value.astype(dtype)
