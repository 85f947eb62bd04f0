"""The GPU that a host without one pretends to have: an H100, as CUDA reports it."""

from types import SimpleNamespace
from typing import Any

import torch

DEVICE = SimpleNamespace(
    name="NVIDIA H100 80GB HBM3 (emulated)",
    capability=(9, 0),
    multiprocessors=132,
    memory=80 << 30,
    shared_memory=227 << 10,
    l2=50 << 20,
    registers=65536,
    threads=2048,
    warp=32,
)
"""Source: CUDA C++ Programming Guide, compute capability 9.0 tables, and the H100 SXM5 data sheet."""

HOST_MARK = "_kbx_host"


def is_host(tensor: Any) -> bool:
    """Whether the program believes this tensor to be in host memory."""
    return HOST_MARK in tensor.__dict__


def mark_host(value: Any) -> Any:
    """Make the program believe that the tensors in `value` are in host memory."""
    if isinstance(value, torch.Tensor):
        value.__dict__[HOST_MARK] = True
    elif isinstance(value, (tuple, list)):
        for item in value:
            mark_host(item)
    return value


def properties() -> SimpleNamespace:
    """What `torch.cuda.get_device_properties` answers."""
    return SimpleNamespace(
        name=DEVICE.name,
        major=DEVICE.capability[0],
        minor=DEVICE.capability[1],
        total_memory=DEVICE.memory,
        multi_processor_count=DEVICE.multiprocessors,
        max_threads_per_multi_processor=DEVICE.threads,
        regs_per_multiprocessor=DEVICE.registers,
        shared_memory_per_block=48 << 10,
        shared_memory_per_block_optin=DEVICE.shared_memory,
        shared_memory_per_multiprocessor=228 << 10,
        L2_cache_size=DEVICE.l2,
        warp_size=DEVICE.warp,
        is_integrated=False,
        is_multi_gpu_board=False,
        gcnArchName="",
        uuid="emulated",
    )
