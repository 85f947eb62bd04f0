"""What prompts and records say about the software and the machine, found out without importing any of it."""

import platform
from importlib.metadata import PackageNotFoundError, version

from kbx_agents.trajectory.store import Facts
from kbx_eval.evaluate import Settings
from kbx_eval.targets import resolve

PACKAGES = ("kbx", "triton", "torch", "langgraph", "langchain-core", "langchain-openai")

FIGURES = {
    "sm_80": "NVIDIA Ampere (sm_80: A100; 164 KB shared memory a block, 64K registers an SM, 1.6 to 2.0 TB/s)",
    "sm_89": "NVIDIA Ada (sm_89: L40S, RTX 4090; 100 KB shared memory a block, 64K registers an SM, 0.9 to 1.0 TB/s)",
    "sm_90": "NVIDIA Hopper (sm_90: H100, H200; 227 KB shared memory a block, 64K registers an SM, 3.4 to 4.8 TB/s)",
    "sm_100": "NVIDIA Blackwell (sm_100: B200; 227 KB shared memory a block, 64K registers an SM, 8 TB/s)",
    "sm_120": "NVIDIA Blackwell (sm_120: RTX 5090; 99 KB shared memory a block, 64K registers an SM, 1.8 TB/s)",
    "gfx942": "AMD CDNA 3 (gfx942: MI300X; wavefronts of 64, 64 KB LDS a block, 5.3 TB/s)",
}


def facts_for(settings: Settings) -> Facts:
    """What a prompt says about its targets; an unknown one is an `UnknownTargetError`."""
    named = [FIGURES.get(target, target) for target in resolve(settings.targets)]
    return Facts(triton=installed("triton"), target=", and for ".join(named))


def versions() -> dict[str, str]:
    """The versions that a run depends on."""
    return {"python": platform.python_version(), **{name: installed(name) for name in PACKAGES}}


def installed(package: str) -> str:
    """A package's version, or that there is none."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
