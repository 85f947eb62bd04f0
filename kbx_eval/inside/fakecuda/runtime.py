"""`torch.cuda` of a machine with one H100, as far as it can be answered without one."""

import contextlib
import functools
import time
from typing import Any

import torch

from kbx_eval.inside.fakecuda.device import DEVICE, properties


class Stream:
    """A stream on which everything has already happened."""

    cuda_stream = 0
    device = torch.device("cuda", 0)
    priority = 0

    def __init__(self, *_: Any, **__: Any) -> None: ...

    def synchronize(self) -> None:
        """Nothing is pending."""

    def wait_stream(self, stream: Any) -> None:
        """Nothing is pending."""

    def wait_event(self, event: Any) -> None:
        """Nothing is pending."""

    def query(self) -> bool:
        """Nothing is pending."""
        return True

    def record_event(self, event: Any = None) -> Any:
        """An event that has happened."""
        event = event or Event()
        event.record()
        return event

    def __enter__(self) -> "Stream":
        return self

    def __exit__(self, *_: object) -> None: ...


class Event:
    """An event that happens when it is recorded, by the host's clock."""

    def __init__(self, *_: Any, **__: Any) -> None:
        self._at = 0.0

    def record(self, stream: Any = None) -> None:
        """Happen now."""
        self._at = time.perf_counter()

    def elapsed_time(self, end: "Event") -> float:
        """Milliseconds on the host; says nothing about a GPU."""
        return (end._at - self._at) * 1e3

    def synchronize(self) -> None:
        """It has happened."""

    def wait(self, stream: Any = None) -> None:
        """It has happened."""

    def query(self) -> bool:
        """It has happened."""
        return True


class Unavailable:
    """Something that needs the device itself."""

    def __init__(self, *_: Any, **__: Any) -> None:
        raise RuntimeError("CUDA graphs need a GPU; this machine has none")


class Generator(torch.Generator):
    """A generator that may ask for the GPU."""

    asked: torch.device

    def __new__(cls, device: Any = "cpu") -> "Generator":
        """A host generator whatever the device."""
        made = super().__new__(cls, "cpu")  # type: ignore[call-arg]
        made.asked = torch.device("cuda", 0) if torch.device(device).type == "cuda" else torch.device("cpu")
        return made

    @property
    def device(self) -> torch.device:  # type: ignore[override]
        """The one that was asked for."""
        return self.asked


def dress_cuda() -> None:
    """Replace what `torch.cuda` would ask a driver."""
    answers: dict[str, Any] = {
        "is_available": _constant(True),
        "is_initialized": _constant(True),
        "is_bf16_supported": _constant(True),
        "is_current_stream_capturing": _constant(False),
        "device_count": _constant(1),
        "current_device": _constant(0),
        "get_device_name": _constant(DEVICE.name),
        "get_device_capability": _constant(DEVICE.capability),
        "get_device_properties": _ignoring(properties),
        "get_arch_list": _constant(["sm_80", "sm_90"]),
        "mem_get_info": _constant((DEVICE.memory * 9 // 10, DEVICE.memory)),
        "memory_stats": _ignoring(dict),
        "current_stream": Stream,
        "default_stream": Stream,
        "stream": contextlib.nullcontext,
        "device": lambda device=None: contextlib.nullcontext(device),
        "device_of": lambda tensor=None: contextlib.nullcontext(tensor),
        "_DeviceGuard": contextlib.nullcontext,
        "_exchange_device": _constant(0),
        "_maybe_exchange_device": _constant(0),
        "Stream": Stream,
        "Event": Event,
        "CUDAGraph": Unavailable,
        "graph": Unavailable,
        "get_rng_state": _ignoring(torch.get_rng_state),
        "set_rng_state": lambda state, device=None: torch.set_rng_state(state),
        "initial_seed": torch.initial_seed,
        "manual_seed": functools.partial(torch.default_generator.manual_seed),
        "manual_seed_all": functools.partial(torch.default_generator.manual_seed),
    }
    # One function object for each name: torch's tracer refuses two names for one.
    silent = "init synchronize set_device set_stream empty_cache reset_peak_memory_stats ipc_collect _lazy_init"
    answers |= {name: _constant(None) for name in silent.split()}
    zero = "memory_allocated max_memory_allocated memory_reserved max_memory_reserved utilization"
    answers |= {name: _constant(0) for name in zero.split()}
    for name, answer in answers.items():
        setattr(torch.cuda, name, answer)
    for name in ("range_push", "range_pop", "mark", "range_start", "range_end"):
        setattr(torch.cuda.nvtx, name, _constant(0))
    torch.cuda.nvtx.range = lambda *_, **__: contextlib.nullcontext()  # type: ignore[assignment]
    torch._C._cuda_getCurrentRawStream = _constant(0)
    torch._C._dynamo.guards._empty_strided_cuda = _empty_strided  # type: ignore[attr-defined]
    torch.version.cuda = "13.0"
    torch.Generator = Generator  # type: ignore[misc]


def _empty_strided(size: Any, stride: Any, dtype: Any) -> Any:
    """What code that was generated by torch.compile allocates with."""
    return torch.empty_strided(size, stride, dtype=dtype, device="cuda")


def _ignoring(function: Any) -> Any:
    """`function` for callers that also name a device."""
    return lambda *args, **kwargs: function()


def _constant(value: Any) -> Any:
    return lambda *args, **kwargs: value
