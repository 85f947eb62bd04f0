"""What a child does to itself before it meets the candidate: namespaces, limits, a clean set of descriptors.

The order of descriptors that the judge sends with a job is fixed by `Descriptors`.
"""

import ctypes
import os
import resource
import signal
import tempfile
from enum import IntEnum
from pathlib import Path
from typing import Any

from kbx_eval.inside.walls import landlock, seccomp, world

_LIBC = ctypes.CDLL(None, use_errno=True)
_CLONE = {"mount": 0x00020000, "uts": 0x04000000, "ipc": 0x08000000, "user": 0x10000000, "pid": 0x20000000, "net": 0x40000000}
_PLAIN_DEVICES = ("null", "zero", "full", "random", "urandom")
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_NO_NEW_PRIVS, _PR_SET_CHILD_SUBREAPER = 1, 4, 38, 36


class Descriptors(IntEnum):
    """Where each descriptor of a job stands."""

    CHANNEL = 0
    PROGRESS = 1
    ARENA = 2
    OUTPUT = 3
    EXIT = 4
    PEER = 5
    MAILBOX = 6
    FRESH = 7


def become_reaper() -> None:
    """Orphans of this process's children come here, and this process ends with its parent."""
    _LIBC.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def unshare(names: list[str]) -> bool:
    """Enter new namespaces; False where the kernel refuses."""
    flags = 0
    for name in names:
        flags |= _CLONE[name]
    return bool(_LIBC.unshare(flags) == 0)


def isolate(job: dict[str, Any], descriptors: list[int]) -> None:
    """Leave the server's world. Returns in the process that will run the candidate; its init stays behind and reports its end."""
    os.setsid()
    _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if job["namespaces"]:
        _enter_namespaces(job["namespaces"])
    _LIBC.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)  # not earlier: who is not dumpable may not write its own uid_map
    end = descriptors[Descriptors.EXIT]
    init = os.fork()  # with a pid namespace this is its process 1: when it dies, so does everything below it
    if init:
        _close_all_but([])
        os.waitpid(init, 0)
        os._exit(0)
    if "mount" in job["namespaces"]:
        world.enter(job["readable"], job["hidden"], job["devices"], job["scratch"])
    _LIBC.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)  # without a pid namespace, orphans have to come here all the same
    candidate = os.fork()
    if candidate:
        _close_all_but([end])
        _watch(candidate, end)
    os.close(end)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(descriptors[Descriptors.OUTPUT], 1)
    os.dup2(descriptors[Descriptors.OUTPUT], 2)
    _close_all_but([0, 1, 2, *descriptors[: Descriptors.OUTPUT], *descriptors[Descriptors.PEER :]])
    _clean_environment(job["environment"])
    _limit(job["limits"])
    os.chdir(job["scratch"])
    _LIBC.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    _LIBC.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    if job["landlock"]:
        _restrict_files(job)
    if job["seccomp"]:
        seccomp.restrict(gpu=job["gpu"])


def probe(job: dict[str, Any]) -> str:
    """Raise a job's walls in this process, which is of no use afterwards; what the kernel refused, or nothing."""
    try:
        if job["namespaces"]:
            _enter_namespaces(job["namespaces"])
            _LIBC.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
            inner = os.fork()
            if inner == 0:
                refused = _try_world(job)
                os.write(2, refused.encode())
                os._exit(1 if refused else 0)
            if os.waitpid(inner, 0)[1]:
                return "refused"
        _LIBC.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        if job["landlock"]:
            _restrict_files(job)
        if job["seccomp"]:
            seccomp.restrict(gpu=job["gpu"])
    except OSError as error:
        return str(error)
    return _start_cuda() if job["gpu"] and not job["namespaces"] else ""


def _restrict_files(job: dict[str, Any]) -> None:
    alone = "mount" in job["namespaces"]  # then /proc and /dev/shm are the candidate's own
    devices = [f"/dev/{name}" for name in (*_PLAIN_DEVICES, *job["devices"], *(["shm"] if alone else []))]
    own = ["/proc"] if job["gpu"] else []  # the CUDA driver writes below /proc/self
    seen = ["/proc"] if alone else ["/proc/self", "/proc/cpuinfo", "/proc/meminfo"]
    landlock.restrict([*job["readable"], *seen, "/sys"], [*devices, *job["writable"], *own])


def _try_world(job: dict[str, Any]) -> str:
    try:
        world.enter(job["readable"], job["hidden"], job["devices"], job["scratch"])
    except OSError as error:
        return str(error)
    return _start_cuda() if job["gpu"] else ""


def _start_cuda() -> str:
    """Whether the CUDA driver starts inside these walls."""
    code = ctypes.CDLL("libcuda.so.1").cuInit(0)
    return f"the CUDA driver does not start under it (error {code})" if code else ""


def _enter_namespaces(names: list[str]) -> None:
    user, group = os.getuid(), os.getgid()
    if not unshare(names):
        raise OSError(ctypes.get_errno(), "unshare refused what the judge had found to work")
    if "user" in names:
        for path, line in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
            Path(f"/proc/self/{path}").write_text(line, encoding="ascii")


def _watch(candidate: int, end: int) -> None:
    """Init: reap everything, report how the candidate ended, and end, taking all others along."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        process, status = os.waitpid(-1, 0)
        if process == candidate:
            os.write(end, status.to_bytes(4, "little"))
            os._exit(0)


def _close_all_but(kept: list[int]) -> None:
    former = -1
    for descriptor in sorted(kept):
        if descriptor > former + 1:  # an empty range that starts at 0 would close everything
            os.closerange(former + 1, descriptor)
        former = descriptor
    os.closerange(former + 1, resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def _clean_environment(environment: dict[str, str]) -> None:
    os.environ.clear()
    os.environ.update(environment)
    tempfile.tempdir = None  # found anew, in this environment


def _limit(limits: dict[str, int]) -> None:
    """Resource limits by the name they have in `resource`; address space counts from what the process has already."""
    for name, value in limits.items():
        kind = getattr(resource, name)
        ceiling = value + _address_space() if name == "RLIMIT_AS" else value
        resource.setrlimit(kind, (ceiling, ceiling))


def _address_space() -> int:
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
