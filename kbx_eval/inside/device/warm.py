"""One kernel compiled and interpreted in the fork server, so that everything lazy is loaded before the first fork."""

import os
import tempfile

import triton
import triton.language as tl
from triton import knobs

from kbx_eval.inside.device.emulator import Emulator
from kbx_eval.inside.device.machine import State
from kbx_eval.inside.fakecuda.driver import EmulatedDriver
from kbx_eval.inside.recorder.kernel_text import Texts

_PREPARED: list[Emulator] = []


def emulator() -> Emulator:
    """The one that the server prepared; each device's process has its own copy of it."""
    return _PREPARED[0]


def once() -> None:
    """Compile and run; nothing of it stays but loaded code and the tables of the interpreter."""
    knobs.nvidia.dump_ptxas_log = True
    triton.runtime.driver.set_active(EmulatedDriver())
    prepared, texts = Emulator(), Texts()
    key = texts.key(_kernel)
    prepared.kernels.add(texts.fresh)
    names = ("source", "target")
    tensors = {name: {"buffer": {"id": f"{name}:256"}, "dtype": "float32", "shape": [64], "stride": [1], "start": 0} for name in names}
    launch = {
        "kernel": key,
        "specialization": [["*fp32", "D"], ["*fp32", "D"], ["i32", "D"], ["constexpr", {"value": 64}]],
        "options": {},
        "grid": [1],
        "pointed": [],
        "args": {name: {"tensor": spec} for name, spec in tensors.items()}
        | {"size": {"constant": {"value": 64}}, "BLOCK": {"constant": {"value": 64}}},
    }
    with tempfile.TemporaryDirectory() as cache:
        os.environ["TRITON_CACHE_DIR"] = cache
        prepared.compile(launch)
        prepared.run(launch, State({}), backwards=False)
    prepared.forget()
    _PREPARED.append(prepared)


@triton.jit  # type: ignore[untyped-decorator]
def _kernel(source, target, size, BLOCK: tl.constexpr):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    lanes = tl.arange(0, BLOCK)
    values = tl.load(source + lanes, mask=lanes < size, other=0.0)
    values = values - tl.max(values, axis=0)
    values = tl.exp(values) / tl.sum(tl.exp(values), axis=0)
    square = tl.reshape(values, (8, 8))
    square = tl.dot(tl.broadcast_to(tl.sum(square), (16, 16)), tl.zeros((16, 16), tl.float32))
    tl.store(target + lanes, values + tl.sum(square) + tl.sigmoid(values), mask=lanes < size)
