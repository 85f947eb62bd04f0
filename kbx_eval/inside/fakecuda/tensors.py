"""Tensor functions as on a machine with a GPU: `device="cuda"` works, `.device` says cuda:0, mixing devices fails as it would there.

All storage is host memory. Tensors that the program made on the CPU carry a mark, which results of CPU-only operations inherit.
"""

import functools
from collections.abc import Callable
from typing import Any

import torch
from torch.overrides import TorchFunctionMode
from torch.utils._device import _device_constructors

from kbx_eval.inside.fakecuda.device import HOST_MARK, is_host, mark_host

_FACTORIES = frozenset(
    """arange as_tensor blackman_window complex empty empty_strided empty_permuted eye from_file full hamming_window hann_window
    kaiser_window linspace logspace normal ones rand randint randn randperm range scalar_tensor sparse_coo_tensor tensor
    tril_indices triu_indices zeros from_numpy frombuffer asarray""".split()
)
_FROM_PROTOTYPE = frozenset(
    """empty_like full_like ones_like rand_like randint_like randn_like zeros_like new_empty new_full new_ones new_tensor
    new_zeros new_empty_strided""".split()
)
_MIXES_DEVICES = frozenset(
    """copy_ __getitem__ __setitem__ index_put index_put_ set_ set_data to type_as cuda cpu __get__ __set__ is_set_to
    _has_compatible_shallow_copy_type""".split()
)
_UNINITIALISED = frozenset("empty empty_like empty_strided empty_permuted new_empty new_empty_strided resize_".split())
_HOST_ONLY = frozenset("numpy __array__ __dlpack__ from_dlpack".split())
_UNCHECKED = frozenset(
    "data_ptr untyped_storage storage size stride dim numel is_contiguous element_size __repr__ __format__ item tolist".split()
)


class CudaLooking(TorchFunctionMode):
    """Redirects devices in every torch call of the thread that entered it."""

    def __init__(self, poison: Callable[[torch.Tensor], None]) -> None:
        super().__init__()
        self.poison = poison
        self.made_of = (poison,)

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """One torch call."""
        kwargs = dict(kwargs or {})
        name = getattr(func, "__name__", "")
        if name in _HOST_ONLY and any(isinstance(arg, torch.Tensor) and not is_host(arg) for arg in args):
            raise TypeError("can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first.")
        if name in ("cuda", "cpu", "to", "type", "pin_memory") and args and isinstance(args[0], torch.Tensor):
            return _move(name, func, args, kwargs)
        _default_device(func, args, kwargs)
        target = _requested_device(kwargs)
        if name not in _MIXES_DEVICES and name not in _UNCHECKED:
            _same_device(name, args)
        result = func(*args, **kwargs)
        if name == "__set__" and func.__self__ is torch.Tensor.data:
            _move_mark(*args)
        if _is_host_result(name, target, args, kwargs):
            mark_host(result)
        if name in _UNINITIALISED and isinstance(result, torch.Tensor):
            self.poison(result)
        return result


def _default_device(func: Any, args: Any, kwargs: dict[str, Any]) -> None:
    """What `torch.set_default_device` chose, for a factory that was told nothing."""
    if kwargs.get("device") is None and func in _device_constructors() and not (args and isinstance(args[0], torch.Tensor)):
        chosen = getattr(torch._GLOBAL_DEVICE_CONTEXT, "device_context", None)
        kwargs["device"] = chosen.device if chosen else None


def _move_mark(target: torch.Tensor, source: torch.Tensor) -> None:
    """`target.data = source` takes the source's side along."""
    target.__dict__.pop(HOST_MARK, None)
    if is_host(source):
        mark_host(target)


def _requested_device(kwargs: dict[str, Any]) -> str | None:
    """The device type that a call asked for; the call itself is sent to the CPU."""
    device = kwargs.get("device")
    if device is None:
        return None
    kwargs["device"] = torch.device("cpu")
    kwargs.pop("pin_memory", None)
    return _device_type(device)


def _device_type(device: Any) -> str:
    if isinstance(device, int):
        return "cuda"
    kind = torch.device(device).type
    if kind not in ("cpu", "cuda", "meta"):
        raise RuntimeError(f"this machine has no {kind} device")
    return kind


def _is_host_result(name: str, target: str | None, args: Any, kwargs: dict[str, Any]) -> bool:
    if target is not None:
        return target == "cpu"
    if name in _FACTORIES:
        source = args[0] if args and name in ("as_tensor", "asarray") else None
        return not isinstance(source, torch.Tensor) or is_host(source)
    tensors = [value for value in _flat((args, tuple(kwargs.values()))) if isinstance(value, torch.Tensor)]
    return bool(tensors) and all(is_host(tensor) for tensor in tensors)


def _same_device(name: str, args: Any) -> None:
    tensors = [value for value in _flat(args) if isinstance(value, torch.Tensor)]
    if len(tensors) < 2 or name in _FROM_PROTOTYPE:
        return
    sides = {is_host(tensor) for tensor in tensors if tensor.dim() > 0 or not is_host(tensor)}
    if len(sides) == 2:
        raise RuntimeError(f"Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu! (in {name})")


def _flat(values: Any) -> list[Any]:
    found: list[Any] = []
    for value in values:
        found += _flat(value) if isinstance(value, (tuple, list)) else [value]
    return found


def _move(name: str, func: Any, args: Any, kwargs: dict[str, Any]) -> Any:
    """`.cuda()`, `.cpu()`, `.to(...)`, `.type(...)`: a move between devices is a copy, as it is there."""
    tensor, rest = args[0], list(args[1:])
    if name == "type" and not rest and not kwargs:
        prefix = "torch." if is_host(tensor) else "torch.cuda."
        return prefix + func(tensor).split(".")[-1]
    if name == "pin_memory":
        return tensor
    if name in ("cuda", "cpu"):
        host = name == "cpu"
        return tensor if is_host(tensor) == host else _marked(_copy(tensor), host)
    host = _destination(rest, kwargs, is_host(tensor))
    rest = [torch.device("cpu") if _is_device(value) else value for value in rest]
    if "device" in kwargs:
        kwargs["device"] = torch.device("cpu")
    moved = func(tensor, *rest, **kwargs)
    if is_host(tensor) != host and moved is tensor:
        moved = _copy(tensor)
    return _marked(moved, host)


def _destination(rest: list[Any], kwargs: dict[str, Any], host: bool) -> bool:
    device = kwargs.get("device")
    for value in rest:
        if isinstance(value, torch.Tensor):
            return is_host(value)
        device = value if _is_device(value) else device
    return host if device is None else _device_type(device) == "cpu"


def _is_device(value: Any) -> bool:
    return isinstance(value, (torch.device, str)) or (isinstance(value, int) and not isinstance(value, bool))


def _copy(tensor: torch.Tensor) -> torch.Tensor:
    fresh = torch._C.TensorBase.clone(tensor)
    return fresh.as_subclass(type(tensor)) if type(fresh) is not type(tensor) else fresh


def _marked(tensor: torch.Tensor, host: bool) -> torch.Tensor:
    return mark_host(tensor) if host else tensor


def dress_factories(mode: CudaLooking) -> None:
    """Where no mode reaches (inside a custom operator, say), functions that take a device enter it themselves."""
    _device_constructors()  # cached with the functions as they are: `with torch.device(...)` looks them up
    for name in (*_FACTORIES, *(name for name in _FROM_PROTOTYPE if hasattr(torch, name))):
        setattr(torch, name, _entering(mode, getattr(torch, name)))


def _entering(mode: CudaLooking, function: Any) -> Any:
    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if torch._C._len_torch_function_stack():
            return function(*args, **kwargs)
        with mode:
            return function(*args, **kwargs)

    return call


def dress_tensors() -> None:
    """Make every tensor answer questions about its device."""
    real = torch._C.TensorBase

    def device(tensor: Any) -> torch.device:
        return torch.device("cpu") if is_host(tensor) else torch.device("cuda", 0)

    answers: dict[str, Any] = {
        "device": property(device),
        "is_cuda": property(lambda tensor: not is_host(tensor)),
        "is_cpu": property(is_host),
        "get_device": lambda tensor: -1 if is_host(tensor) else 0,
        "record_stream": lambda tensor, stream: None,
        "is_pinned": lambda tensor, device=None: False,
    }
    for name, answer in answers.items():
        setattr(torch.Tensor, name, answer)
    assert real is not torch.Tensor
    stock = torch.nn.Parameter.__new__

    def parameter(cls: Any, data: Any = None, requires_grad: bool = True) -> Any:
        made = stock(cls, data, requires_grad)
        return mark_host(made) if data is None or is_host(data) else made

    torch.nn.Parameter.__new__ = parameter  # type: ignore[method-assign]
