"""Which layers of the sandbox this host can give."""

import os
import subprocess
import sys

from kbx_eval.record import Layer

NAMESPACES = ("user", "pid", "net", "ipc", "uts", "mount")

_PROBE = """
import os, sys
from kbx_eval.inside import confine
os._exit(0 if confine.probe(sys.argv[1:]) else 1)
"""


def namespaces() -> list[str]:
    """The namespaces that a child can enter here: all, or none where the kernel refuses."""
    probe = subprocess.run([sys.executable, "-c", _PROBE, *NAMESPACES], capture_output=True, check=False)
    if probe.returncode not in (0, 1):
        raise RuntimeError(f"the sandbox's probe failed: {probe.stderr.decode(errors='replace')[-500:]}")
    return list(NAMESPACES) if probe.returncode == 0 else []


def detect() -> tuple[Layer, ...]:
    """Every layer, whether it is active on this host, and why not."""
    entered = namespaces()
    refused = "" if entered else "the kernel refuses unprivileged user namespaces"
    return (
        Layer(name="process", active=True, detail="a fresh process for each candidate, killed as a whole"),
        Layer(name="namespaces", active=bool(entered), detail=" ".join(entered) or refused),
        Layer(name="rlimits", active=True, detail="address space, core files, descriptors" + ("" if os.getuid() == 0 else ", processes")),
        Layer(name="no_new_privs", active=True, detail="also not traceable"),
        Layer(name="environment", active=True, detail="no variable of the caller is passed on"),
    )


def active(mode: str) -> tuple[Layer, ...]:
    """The layers that verdicts will have in this mode; `SandboxError` where `strict` cannot be given."""
    found = detect()
    if mode == "off":
        return tuple(
            layer.model_copy(update={"active": False, "detail": "switched off"}) if layer.name in _OPTIONAL else layer for layer in found
        )
    missing = [layer for layer in found if not layer.active]
    if mode == "strict" and missing:
        raise SandboxError(
            f"--sandbox strict needs every layer; missing: {', '.join(f'{layer.name} ({layer.detail})' for layer in missing)}"
        )
    return found


_OPTIONAL = frozenset({"namespaces"})


class SandboxError(RuntimeError):
    """The sandbox that was asked for cannot be given on this host."""
