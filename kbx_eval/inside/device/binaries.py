"""What the compiler made of each launched kernel: registers, spills, shared memory and stack, per target."""

import contextlib
import io
import re
from dataclasses import dataclass
from typing import Any

import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

TARGETS = {
    "sm_80": GPUTarget("cuda", 80, 32),
    "sm_89": GPUTarget("cuda", 89, 32),
    "sm_90": GPUTarget("cuda", 90, 32),
    "sm_100": GPUTarget("cuda", 100, 32),
    "sm_120": GPUTarget("cuda", 120, 32),
    "gfx942": GPUTarget("hip", "gfx942", 64),
}


@dataclass
class Compiled:
    """A kernel that Triton compiled, and what ptxas said about it."""

    kernel: Any
    log: str


_OPTIONS = ("num_warps", "num_stages", "num_ctas", "maxnreg")


def report(compiled: list[Any], targets: list[str]) -> list[dict[str, Any]]:
    """One entry per kernel specialisation and target; the ones that the launch itself made are not made again."""
    return [_one(item, target) for item in compiled for target in targets]


def _one(item: Any, target: str) -> dict[str, Any]:
    kernel = item.kernel
    known = {"kernel": kernel.name, "target": target, "signature": _signature(kernel.src)}
    if _name(kernel.metadata.target) == target:
        return known | resources(item)
    wanted = TARGETS[target]
    options = {name: getattr(kernel.metadata, name, None) for name in _OPTIONS if wanted.backend == "cuda" or name != "maxnreg"}
    log = io.StringIO()
    try:
        with contextlib.redirect_stdout(log):
            source = ASTSource(kernel.src.fn, kernel.src.signature, kernel.src.constants, kernel.src.attrs)
            made = triton.compile(source, target=wanted, options={key: value for key, value in options.items() if value is not None})
    except Exception as error:  # noqa: BLE001  any refusal of the compiler is that target's answer
        return known | {"error": _last_lines(str(error) or type(error).__name__)}
    return known | resources(Compiled(made, log.getvalue()))


def _name(target: Any) -> str:
    return f"sm_{target.arch}" if target.backend == "cuda" else str(target.arch)


def _signature(source: Any) -> str:
    """`x: *fp32, n: i32 | BLOCK=1024`."""
    kinds = [f"{name}: {kind}" for name, kind in source.signature.items() if kind != "constexpr"]
    names = list(source.signature)
    constants = [f"{names[path[0]]}={value}" for path, value in source.constants.items() if len(path) == 1]
    return ", ".join(kinds) + (f" | {', '.join(constants)}" if constants else "")


def resources(compiled: Compiled) -> dict[str, Any]:
    """Registers, spills, shared memory and stack of one binary."""
    kernel = compiled.kernel
    found: dict[str, Any] = {
        "num_warps": kernel.metadata.num_warps,
        "num_stages": getattr(kernel.metadata, "num_stages", None),
        "shared_bytes": kernel.metadata.shared,
    }
    return found | (_from_amdgcn(kernel.asm["amdgcn"]) if "amdgcn" in kernel.asm else _from_ptxas(compiled.log))


def _from_ptxas(log: str) -> dict[str, int]:
    """The figures that `ptxas -v` prints."""
    patterns = {"registers": r"Used (\d+) registers", "stack_bytes": r"(\d+) bytes stack frame"}
    found = {key: int(match[1]) for key, pattern in patterns.items() if (match := re.search(pattern, log))}
    if match := re.search(r"(\d+) bytes spill stores, (\d+) bytes spill loads", log):
        found["spill_bytes"] = max(int(match[1]), int(match[2]))
    return found


def _from_amdgcn(text: str) -> dict[str, int]:
    """The figures in the kernel descriptor's metadata; spilled vector registers are 4 bytes a lane."""
    patterns = {
        "registers": r"\.vgpr_count:\s+(\d+)",
        "stack_bytes": r"\.private_segment_fixed_size:\s+(\d+)",
        "spill_bytes": r"\.vgpr_spill_count:\s+(\d+)",
    }
    found = {key: int(match[1]) for key, pattern in patterns.items() if (match := re.search(pattern, text))}
    return found | {"spill_bytes": 4 * found.get("spill_bytes", 0)}


def _last_lines(text: str) -> str:
    return "\n".join(text.strip().splitlines()[-6:])[-1500:]
