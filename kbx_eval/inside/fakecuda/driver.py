"""A Triton driver for a GPU that is not there: it names the target, so that everything compiles; it cannot load a binary."""

from typing import Any

import torch
from triton.backends.compiler import GPUTarget
from triton.backends.driver import DriverBase

from kbx_eval.inside.fakecuda.device import DEVICE


class Utilities:
    """What kernels' wrappers read through `triton.runtime.driver.active.utils`."""

    def get_device_properties(self, device: int = 0) -> dict[str, int]:
        """The figures that Triton's own driver returns."""
        return {
            "max_shared_mem": DEVICE.shared_memory,
            "max_num_regs": DEVICE.registers,
            "multiprocessor_count": DEVICE.multiprocessors,
            "warpSize": DEVICE.warp,
            "sm_clock_rate": 1_980_000,
            "mem_clock_rate": 2_619_000,
            "mem_bus_width": 5120,
        }


class EmulatedDriver(DriverBase):  # type: ignore[misc]
    """Answers for compute capability 9.0."""

    def __init__(self) -> None:
        self.utils = Utilities()
        self.get_device_capability = lambda device=None: DEVICE.capability
        self.get_current_stream = lambda device=None: 0
        self.get_current_device = lambda: 0
        self.set_current_device = lambda device: None

    @classmethod
    def is_active(cls) -> bool:
        """Always."""
        return True

    def get_current_target(self) -> GPUTarget:
        """sm_90."""
        major, minor = DEVICE.capability
        return GPUTarget("cuda", major * 10 + minor, DEVICE.warp)

    def get_active_torch_device(self) -> torch.device:
        """cuda:0."""
        return torch.device("cuda", 0)

    def get_device_interface(self) -> Any:
        """`torch.cuda`, itself emulated."""
        return torch.cuda

    def map_python_to_cpp_type(self, ty: str) -> str:
        """Only launchers need it, and nothing is launched."""
        return ty

    def get_benchmarker(self) -> Any:
        """Times cannot be measured: every call runs once and takes no time."""

        def benchmark(kernel_call: Any, quantiles: Any = None, **_: Any) -> Any:
            kernel_call()
            return [0.0] * len(quantiles) if quantiles else 0.0

        return benchmark

    def get_empty_cache_for_benchmark(self) -> torch.Tensor:
        """Nothing has to be flushed."""
        return torch.empty(0, device="cuda")

    def clear_cache(self, cache: torch.Tensor) -> None:
        """Nothing has to be flushed."""
