"""Which layers of the sandbox this host can give, found by raising each of them in a throw-away process."""

import json
import os
import subprocess
import sys
import sysconfig
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from kbx_eval.record import Layer
from kbx_eval.suite import PACKAGED

NAMESPACES = ("user", "pid", "net", "ipc", "uts", "mount")
OPTIONAL = ("namespaces", "filesystem", "landlock", "seccomp")
"""Layers that a host may lack, and that `Settings.without` may switch off."""
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc")
_GPU = ("nvidiactl", "nvidia-uvm", "nvidia-uvm-tools", "nvidia-modeset", "nvidia-caps")
_PROBE = "import json, sys; from kbx_eval.inside import confine; print(confine.probe(json.loads(sys.argv[1])))"


class SandboxError(RuntimeError):
    """The sandbox that was asked for cannot be given on this host."""


def readable(device: str = "cpu") -> list[str]:
    """What a candidate's process has to read: the system's libraries, Python, its packages, and the code that runs beside the candidate."""
    inside = Path(__file__).resolve().parent.parent / "inside"
    python = [sys.base_prefix, sys.prefix, *(sysconfig.get_path(name) for name in ("purelib", "platlib", "stdlib"))]
    python += search_path()
    system = (*_SYSTEM, "/sys") if device == "cuda" else _SYSTEM
    return _outermost([*system, *python, str(inside), str(inside.parent / "__init__.py")])


def search_path() -> list[str]:
    """The caller's own PYTHONPATH, where packages may lie; not the folder that holds kbx, and tasks beside it."""
    return [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path and not (Path(path) / "kbx_eval").is_dir()]


def hidden() -> list[str]:
    """Folders among the readable ones that hold answers: the tasks of an installed kbx."""
    return [str(PACKAGED)] if PACKAGED.is_dir() else []


def _outermost(paths: list[str]) -> list[str]:
    """Existing paths, without those that lie below another one."""
    there = dict.fromkeys(os.path.abspath(path) for path in paths if Path(path).exists())  # noqa: PTH100  symlinks must stay
    return [
        path
        for path in there
        if not any(path != other and path.startswith(f"{other}/") and not Path(other).is_symlink() for other in there)
    ]


def devices(device: str, ordinal: int) -> list[str]:
    """Nodes below /dev that a candidate on this device needs: one GPU at most."""
    return [f"nvidia{ordinal}", *_GPU] if device == "cuda" else []


def walls(mode: str, without: tuple[str, ...], device: str) -> dict[str, Any]:
    """The part of a job that says which walls to raise, by what works here and was not switched off."""
    found = {layer.name: layer.active for layer in active(mode, without, device)}
    names = [name for name in NAMESPACES if name != "mount" or found["filesystem"]] if found["namespaces"] else []
    return {"namespaces": names, "landlock": found["landlock"], "seccomp": found["seccomp"]}


@cache
def _refusal(layer: str, device: str) -> str:
    """Why this host cannot give a layer to candidates on `device`; empty when it can."""
    with tempfile.TemporaryDirectory(prefix="kbx-") as scratch:
        job = {
            "namespaces": list(NAMESPACES) if layer in ("namespaces", "filesystem") else [],
            "landlock": layer == "landlock",
            "seccomp": layer == "seccomp",
            "readable": readable(device),
            "writable": [scratch],
            "hidden": hidden(),
            "devices": devices(device, 0),
            "gpu": device == "cuda",
            "scratch": scratch,
        }
        package = str(Path(__file__).resolve().parents[2])
        environment = os.environ | {"PYTHONPATH": os.pathsep.join([package, os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)}
        command = [sys.executable, "-P", "-c", _PROBE, json.dumps(job)]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=scratch, check=False)
    if done.returncode:
        raise RuntimeError(f"the sandbox's probe failed: {done.stderr[-500:]}")
    return (done.stdout.strip() + " " + done.stderr.strip()).strip()


def detect(device: str = "cpu") -> tuple[Layer, ...]:
    """Every layer, whether it works on this host, and what it does or why it is missing."""
    told = {
        "namespaces": "own users, processes, network, IPC and host name",
        "filesystem": "only Python and the system's libraries, read-only; private /tmp",
        "landlock": "no file outside of those, no TCP, no signals to others",
        "seccomp": "no sockets, tracing, mounts, keys or new namespaces",
    }
    refused = {name: _refusal(name, device) for name in OPTIONAL}
    return (
        Layer(name="process", active=True, detail="a fresh process for each candidate, killed as a whole; kernels run in another one"),
        *(
            Layer(name=name, active=not refused[name], detail=f"refused: {refused[name]}" if refused[name] else told[name])
            for name in OPTIONAL
        ),
        Layer(name="rlimits", active=True, detail="address space, file size, descriptors" + ("" if os.getuid() == 0 else ", processes")),
        Layer(name="no_new_privs", active=True, detail="no setuid programs; not traceable, no core dumps"),
        Layer(name="environment", active=True, detail="no variable of the caller but what finding programs needs"),
    )


def active(mode: str, without: tuple[str, ...] = (), device: str = "cpu") -> tuple[Layer, ...]:
    """The layers that verdicts will have; `SandboxError` where `strict` cannot be given."""
    unknown = set(without) - set(OPTIONAL)
    if unknown:
        raise SandboxError(f"no such sandbox layer: {', '.join(sorted(unknown))}; there are {', '.join(OPTIONAL)}")
    off = set(OPTIONAL) if mode == "off" else set(without) | ({"filesystem"} if "namespaces" in without else set())
    found = tuple(
        layer.model_copy(update={"active": False, "detail": "switched off"}) if layer.name in off else layer for layer in detect(device)
    )
    missing = [layer for layer in found if not layer.active]
    if mode == "strict" and missing:
        raise SandboxError(
            f"--sandbox strict needs every layer; missing: {', '.join(f'{layer.name} ({layer.detail})' for layer in missing)}"
        )
    return found
