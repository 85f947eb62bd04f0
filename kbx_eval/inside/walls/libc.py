"""System calls that Python has no function for. x86-64 and arm64; elsewhere these walls are reported as missing."""

import ctypes
import os
import platform

LIBC = ctypes.CDLL(None, use_errno=True)
MACHINE = platform.machine()
_NUMBERS = {
    "x86_64": {
        "pivot_root": 155,
        "mount_setattr": 442,
        "landlock_create_ruleset": 444,
        "landlock_add_rule": 445,
        "landlock_restrict_self": 446,
    },
    "aarch64": {
        "pivot_root": 41,
        "mount_setattr": 442,
        "landlock_create_ruleset": 444,
        "landlock_add_rule": 445,
        "landlock_restrict_self": 446,
    },
}


class WallError(OSError):
    """The kernel refused."""


def call(name: str, *arguments: object) -> int:
    """A system call by name; `WallError` when it fails or is unknown here."""
    number = _NUMBERS.get(MACHINE, {}).get(name)
    if number is None:
        raise WallError(f"{name} is not known on {MACHINE}")
    return checked(name, LIBC.syscall(number, *arguments))


def checked(name: str, result: int) -> int:
    """The result of a libc call; `WallError` when it is an error."""
    if result < 0:
        code = ctypes.get_errno()
        raise WallError(code, f"{name}: {os.strerror(code)}")
    return result


def mount(source: str | None, target: str, kind: str | None = None, flags: int = 0, options: str | None = None) -> None:
    """Mount, bind or change a mount, as the system call of that name does."""
    encoded = [value.encode() if value is not None else None for value in (source, target, kind, options)]
    checked(f"mount {target}", LIBC.mount(encoded[0], encoded[1], encoded[2], ctypes.c_ulong(flags), encoded[3]))
