"""A file system that holds what a candidate needs and nothing else: read-only programs and libraries, and empty places to write.

Built from bind mounts in the process's own mount namespace. bubblewrap makes the same calls, but by executing a program, which would lose
the torch and Triton that the fork server has loaded; so the calls are made here, after the fork.
"""

import ctypes
import os
from pathlib import Path

from kbx_eval.inside.walls.libc import LIBC, call, checked, mount

_BIND, _REC, _PRIVATE, _SAFE = 0x1000, 0x4000, 1 << 18, 2 | 4 | 8
_AT_RECURSIVE, _RDONLY, _MNT_DETACH = 0x8000, 0x1, 2
_DEVICES = ("null", "zero", "full", "random", "urandom")
_WRITABLE = "size=512m,mode=0700"


def enter(readable: list[str], hidden: list[str], devices: list[str], scratch: str) -> None:
    """Replace the root: `readable` paths read-only where they were, `devices` of /dev, `scratch` and /tmp writable and empty.

    Of what is readable, `hidden` folders are empty.

    To be called in a new mount and pid namespace.
    """
    mount(None, "/", None, _REC | _PRIVATE)
    root = f"{scratch}/root"
    Path(root).mkdir()
    mount("world", root, "tmpfs", _SAFE & ~8, "size=16m,mode=0755")
    for place in ("tmp", "dev/shm", scratch.lstrip("/")):  # first, since Python itself may live below /tmp
        target = Path(root, place)
        target.mkdir(parents=True, exist_ok=True)
        mount("scratch", str(target), "tmpfs", 2 | 4, _WRITABLE)
    for path in readable:
        _bind(path, root, read_only=True)
    for path in hidden:
        mount("hidden", f"{root}{path}", "tmpfs", _SAFE | 1, "size=4k")
    for name in (*_DEVICES, *devices):
        if Path(f"/dev/{name}").exists():
            _bind(f"/dev/{name}", root, read_only=False)
    Path(root, "proc").mkdir()
    mount("proc", f"{root}/proc", "proc", _SAFE)
    _switch(root)


def _bind(path: str, root: str, *, read_only: bool) -> None:
    source, target = Path(path), Path(root, path.lstrip("/"))
    if source.is_symlink():
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists():
            target.symlink_to(source.readlink())
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        target.mkdir(exist_ok=True)
    else:
        target.touch()
    mount(path, str(target), None, _BIND | _REC)
    if read_only:
        _make_read_only(str(target))


def _make_read_only(path: str) -> None:
    """The mount and everything mounted below it (mount_setattr keeps the flags that a user namespace may not clear)."""
    attributes = (ctypes.c_uint64 * 4)(_RDONLY, 0, 0, 0)
    call("mount_setattr", -100, path.encode(), _AT_RECURSIVE, attributes, ctypes.sizeof(attributes))


def _switch(root: str) -> None:
    os.chdir(root)
    call("pivot_root", b".", b".")
    checked("umount", LIBC.umount2(b".", _MNT_DETACH))
    os.chdir("/")
