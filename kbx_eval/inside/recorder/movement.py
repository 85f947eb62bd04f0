"""Data movement that the candidate's wrapper does with torch, recorded so that the device can repeat it."""

from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from kbx_eval.inside.policy import MOVEMENT
from kbx_eval.inside.recorder.recorder import Recorder
from kbx_eval.inside.recorder.tensors import Spec


class Movement(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """Sees every aten operation of the thread that entered it."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._recorder = recorder
        self.made_of = (recorder,)

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """One operation."""
        if func._schema.name not in MOVEMENT:
            return func(*args, **(kwargs or {}))
        with self._recorder.turn:
            return self._record(func, args, kwargs or {})

    def _record(self, func: Any, args: Any, kwargs: dict[str, Any]) -> Any:
        described = {
            "name": func._schema.name,
            "overload": func._schema.overload_name,
            "args": [self._value(arg) for arg in args],
            "kwargs": {key: self._value(value) for key, value in kwargs.items()},
        }
        result = func(*args, **kwargs)
        if isinstance(result, torch.Tensor):
            self._recorder.moves.append(described | {"result": self._recorder.buffers.reference(result, send=False)})
        return result

    def _value(self, value: Any) -> Spec:
        if isinstance(value, torch.Tensor):
            return {"tensor": self._recorder.buffers.reference(value)}
        if isinstance(value, (list, tuple)):
            return {"list": [self._value(item) for item in value]}
        if isinstance(value, torch.dtype):
            return {"dtype": str(value).removeprefix("torch.")}
        if isinstance(value, torch.device):
            return {"device": True}
        if isinstance(value, torch.layout):
            return {"drop": True}
        if isinstance(value, torch.memory_format):
            return {"memory_format": str(value).removeprefix("torch.")}
        return {"value": value if isinstance(value, (int, float, bool, str, type(None))) else None}
