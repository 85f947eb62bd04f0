"""Triton's interpreter builder, made as strict as a device.

What differs from the stock one: loads and stores are bounds-checked and counted; lanes that a mask switched off without `other=` read
garbage; float32 `tl.dot` rounds its operands to TF32 when the input precision says so; bfloat16 values are computed in float32 and
rounded; float16 sums round at every step; libdevice functions are evaluated.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import triton.language as tl
from triton.runtime import interpreter as stock

from kbx_eval.inside.device.interpreter import arithmetic, libdevice, ptx
from kbx_eval.inside.device.interpreter.memory import Memory

TensorHandle = stock.TensorHandle
_native = stock._interpreter


class DeviceSemantic(stock.TritonSemantic):
    """Remembers that a load has an `other`: the stock code takes a scalar 0 for none."""

    def load(self, ptr: Any, mask: Any, other: Any, *rest: Any) -> Any:
        """As the stock one."""
        self.builder.other_given = other is not None
        return super().load(ptr, mask, other, *rest)


class DeviceBuilder(stock.InterpreterBuilder):
    """The builder that every interpreted operation goes through."""

    def __init__(self, memory: Memory) -> None:
        super().__init__()
        self.memory = memory
        self.other_given = False

    def create_masked_load(self, ptrs: Any, mask: Any, other: Any, *_: Any, **__: Any) -> Any:
        """Read the lanes that are on; the rest get `other`, or garbage when there is none."""
        pointers, active, dtype = _pointers(ptrs, mask)
        readable = self.memory.check_read(pointers, active, dtype.itemsize)
        given = other.data if other is not None else dtype.type(0) if self.other_given else None
        self.other_given = False
        if given is None or readable is not active:
            filler = self.memory.garbage(pointers.shape, dtype)
            filler = filler if given is None else np.where(active, filler, given).astype(dtype)
        else:
            filler = np.ascontiguousarray(np.broadcast_to(given, pointers.shape)).astype(dtype, copy=False)
        return TensorHandle(_native.load(pointers, readable, filler, dtype), ptrs.get_element_ty())

    def create_masked_store(self, ptrs: Any, value: Any, mask: Any, *_: Any, **__: Any) -> Any:
        """Write the lanes that are on."""
        pointers, active, dtype = _pointers(ptrs, mask)
        writable = self.memory.check_write(pointers, active, dtype.itemsize)
        return _native.store(pointers, np.ascontiguousarray(np.broadcast_to(value.data, pointers.shape)), writable)

    def create_atomic_rmw(self, operation: Any, ptr: Any, val: Any, mask: Any, sem: Any, scope: Any) -> Any:
        """Check the addresses, then let the stock builder do it (bfloat16 and float16 included)."""
        self.memory.ordered = True
        pointers, active, dtype = _pointers(ptr, mask)
        writable = self.memory.check_write(pointers, active, dtype.itemsize)
        return super().create_atomic_rmw(operation, ptr, val, TensorHandle(writable, tl.int1), sem, scope)

    def create_atomic_cas(self, ptr: Any, cmp: Any, val: Any, sem: Any, scope: Any) -> Any:
        """Check the addresses, then let the stock builder do it."""
        self.memory.ordered = True
        pointers, active, dtype = _pointers(ptr, None)
        self.memory.check_write(pointers, active, dtype.itemsize)
        return super().create_atomic_cas(ptr, cmp, val, sem, scope)

    def create_dot(self, a: Any, b: Any, d: Any, input_precision: Any, max_num_imprecise_acc: Any) -> Any:
        """Multiply in the operands' precision as the tensor cores read them, add in the accumulator's."""
        left, right = (_operand(operand, input_precision) for operand in (a, b))
        if np.issubdtype(d.data.dtype, np.integer) and d.dtype.scalar != tl.bfloat16:
            return TensorHandle(np.matmul(left, right, dtype=d.data.dtype) + d.data, d.dtype.scalar)
        wide = np.float64 if d.data.dtype == np.float64 else np.float32
        product = np.matmul(left.astype(wide), right.astype(wide)) + _widen(d).astype(wide)
        return TensorHandle(_narrow(product, d.dtype.scalar), d.dtype.scalar)

    def binary_op(self, lhs: Any, rhs: Any, op: Callable[..., Any]) -> Any:
        """bfloat16 is computed in float32 and rounded; everything else as numpy does."""
        if tl.bfloat16 not in (lhs.dtype.scalar, rhs.dtype.scalar):
            return super().binary_op(lhs, rhs, op)
        result = op(_widen(lhs), _widen(rhs))
        return TensorHandle(result if result.dtype == np.bool_ else arithmetic.float32_to_bfloat16(result), lhs.dtype.scalar)

    def unary_op(self, arg: Any, op: Callable[..., Any]) -> Any:
        """bfloat16 is computed in float32 and rounded; everything else as numpy does."""
        if arg.dtype.scalar != tl.bfloat16:
            return super().unary_op(arg, op)
        return TensorHandle(arithmetic.float32_to_bfloat16(op(_widen(arg))), arg.dtype.scalar)

    def ternary_op(self, lhs: Any, rhs: Any, other: Any, op: Callable[..., Any]) -> Any:
        """`where` moves bits; `clamp` on bfloat16 compares values."""
        if op is np.where or tl.bfloat16 not in (lhs.dtype.scalar, rhs.dtype.scalar, other.dtype.scalar):
            return super().ternary_op(lhs, rhs, other, op)
        return TensorHandle(arithmetic.float32_to_bfloat16(op(_widen(lhs), _widen(rhs), _widen(other))), other.dtype.scalar)

    def create_fma(self, x: Any, y: Any, z: Any) -> Any:
        """One rounding, in the operands' own type."""
        wide = [_widen(operand).astype(np.float64) for operand in (x, y, z)]
        return TensorHandle(_narrow(wide[0] * wide[1] + wide[2], z.dtype.scalar), z.dtype.scalar)

    def cast_impl(self, src: Any, dst_type: Any) -> Any:
        """Casts to bfloat16 round to nearest even (the stock one truncates)."""
        source, target = src.dtype.scalar, dst_type.scalar
        if tl.bfloat16 not in (source, target):
            return super().cast_impl(src, dst_type)
        if source == target:
            return TensorHandle(src.data, target)
        return TensorHandle(_narrow(_widen(src), target), target)

    def create_fp_to_fp(self, src: Any, dst_type: Any, rounding_mode: Any) -> Any:
        """Casts between floating-point types wide enough for numpy; 8-bit ones stay with the stock builder."""
        if (
            min(src.dtype.scalar.primitive_bitwidth, dst_type.scalar.primitive_bitwidth) >= 16
            and rounding_mode != stock._ir.ROUNDING_MODE.RTZ
        ):
            return self.cast_impl(src, dst_type)
        return super().create_fp_to_fp(src, dst_type, rounding_mode)

    def create_maxnumf(self, lhs: Any, rhs: Any) -> Any:
        """The other operand where one is NaN, as max.f32 does (the stock one keeps NaN)."""
        return self.binary_op(lhs, rhs, np.fmax)

    def create_minnumf(self, lhs: Any, rhs: Any) -> Any:
        """The other operand where one is NaN, as min.f32 does."""
        return self.binary_op(lhs, rhs, np.fmin)

    def create_rsqrt(self, arg: Any) -> Any:
        """1 / sqrt(x), in the argument's own type."""
        return self.unary_op(arg, lambda values: (1 / np.sqrt(values)).astype(values.dtype))

    def create_erf(self, arg: Any) -> Any:
        """The error function, element by element, at torch's speed."""
        return self.unary_op(arg, lambda values: libdevice.evaluate("__nv_erf", [values]))

    def create_extern_elementwise(self, _library: Any, _path: Any, symbol: str, args: Any, ret_type: Any, _pure: Any) -> Any:
        """A libdevice function, by its symbol."""
        result = libdevice.evaluate(symbol, [_widen(arg) for arg in args])
        return TensorHandle(_narrow(result, ret_type.scalar), ret_type.scalar)

    def create_inline_asm(self, text: str, constraints: str, values: Any, types: Any, pure: bool, pack: int) -> Any:
        """Inline PTX, one element at a time; packed forms are refused."""
        if pack != 1:
            raise ptx.UnsupportedAssembly("inline assembly on packed elements cannot be judged without a GPU")
        kinds = [kind.scalar for kind in types]
        results = ptx.evaluate(text, constraints, [_widen(value) for value in values], [stock._get_np_dtype(kind) for kind in kinds])
        handles = [TensorHandle(result, kind) for result, kind in zip(results, kinds, strict=True)]
        return _Results(handles)


class _Results:
    """What the compiler's builder returns for several results."""

    def __init__(self, handles: list[Any]) -> None:
        self._handles = handles

    def get_result(self, index: int) -> Any:
        """One of them."""
        return self._handles[index]


def _pointers(ptrs: Any, mask: Any) -> tuple[Any, Any, np.dtype[Any]]:
    pointers = np.ascontiguousarray(ptrs.data)
    lanes = np.ones(pointers.shape, dtype=bool) if mask is None else getattr(mask, "data", mask) if isinstance(mask, TensorHandle) else mask
    active = np.ascontiguousarray(np.broadcast_to(lanes, pointers.shape)).astype(bool)
    return pointers, active, stock._get_np_dtype(ptrs.get_element_ty())


def _widen(handle: Any) -> Any:
    return arithmetic.bfloat16_to_float32(handle.data) if handle.dtype.scalar == tl.bfloat16 else handle.data


def _narrow(values: Any, dtype: Any) -> Any:
    if dtype == tl.bfloat16:
        return arithmetic.float32_to_bfloat16(values)
    return values.astype(stock._get_np_dtype(dtype))


def _operand(handle: Any, input_precision: Any) -> Any:
    dtype = handle.dtype.scalar
    if dtype.primitive_bitwidth == 8 and dtype.is_floating():
        return stock._convert_float(handle.data, dtype, tl.float16, None).view(np.float16)
    if dtype == tl.float32 and input_precision == stock._ir.INPUT_PRECISION.TF32:
        return arithmetic.round_to_tf32(handle.data)
    return _widen(handle)
