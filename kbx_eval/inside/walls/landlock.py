"""Landlock: a process gives up every right to files, TCP and other processes that is not listed here."""

import ctypes
import os
import struct

from kbx_eval.inside.walls.libc import WallError, call

_READ = (1 << 0) | (1 << 2) | (1 << 3)  # execute, read file, read directory
_FILES_BY_ABI = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
"""How many file rights each version of the interface knows (linux/landlock.h)."""
_TCP, _SCOPE = 0b11, 0b11
_RULE_PATH = 1


def abi() -> int:
    """The interface's version; 0 where the kernel has none."""
    try:
        return call("landlock_create_ruleset", None, 0, 1)
    except WallError:
        return 0


def restrict(readable: list[str], writable: list[str]) -> None:
    """From here on only `readable` may be read and executed, only `writable` written; no TCP, no signals or abstract sockets to others."""
    version = abi()
    if not version:
        raise WallError("the kernel has no landlock")
    every = (1 << _FILES_BY_ABI[min(version, 5)]) - 1
    handled = struct.pack("QQQ", every, _TCP if version >= 4 else 0, _SCOPE if version >= 6 else 0)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    ruleset = call("landlock_create_ruleset", ctypes.c_char_p(handled), size, 0)
    for paths, rights in ((readable, _READ), (writable, every)):
        for path in paths:
            _allow(ruleset, path, rights & every)
    call("landlock_restrict_self", ruleset, 0)
    os.close(ruleset)


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    directory = os.path.isdir(path)  # noqa: PTH112  one system call, not an object
    only_files = rights & ((1 << 0) | (1 << 1) | (1 << 2) | (1 << 14) | (1 << 15))
    rule = struct.pack("<Qi", rights if directory else only_files, descriptor)
    call("landlock_add_rule", ruleset, _RULE_PATH, ctypes.c_char_p(rule), 0)
    os.close(descriptor)
