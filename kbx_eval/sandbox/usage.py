"""What a process and all below it use, and how to end them, read from /proc."""

import contextlib
import os
import signal
from pathlib import Path
from typing import NamedTuple


class Usage(NamedTuple):
    """Processes (with threads) and memory of a tree."""

    processes: int
    private_bytes: int


def of_tree(root: int, shared_bytes: int = 0, enough: int = 1 << 30) -> Usage:
    """Count tasks (up to `enough`), and add up what each process has beyond the image that `root` was forked with.

    Shared memory counts in every process that maps it, less `shared_bytes`: the size of the buffers that the judge shares itself.
    """
    tasks = total = 0
    inherited = _anonymous(root)
    for process in tree(root, enough):
        with contextlib.suppress(OSError):
            tasks += len(os.listdir(f"/proc/{process}/task"))  # noqa: PTH208  only names are needed
            total += max(0, _anonymous(process) - inherited) + max(0, _resident(process, "RssShmem") - shared_bytes)
        if tasks > enough:
            break
    return Usage(tasks, total)


def _anonymous(process: int) -> int:
    return _resident(process, "RssAnon")


def _resident(process: int, kind: str) -> int:
    """Resident bytes of one kind, as /proc/PID/status tells them; 0 when the process is gone."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        for line in Path(f"/proc/{process}/status").read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith(f"{kind}:"):
                return int(line.split()[1]) * 1024
    return 0


def tree(root: int, enough: int = 1 << 30) -> list[int]:
    """`root` and its descendants, parents first; stops looking after `enough`."""
    found = [root]
    for process in found:
        if len(found) > enough:
            break
        with contextlib.suppress(OSError):
            for thread in os.listdir(f"/proc/{process}/task"):  # noqa: PTH208
                children = Path(f"/proc/{process}/task/{thread}/children").read_text(encoding="ascii").split()
                found += [int(child) for child in children if int(child) not in found]
    return found


def kill_tree(root: int) -> None:
    """Kill `root` and everything below it, again until nothing is left that is new."""
    for process in reversed(tree(root, 1)):  # the init of a pid namespace takes all below it along at once
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(process, signal.SIGKILL)
    for _ in range(20):
        alive = [process for process in tree(root) if _alive(process)]
        if not alive:
            return
        for process in alive:  # stopped first, so that nothing forks while the others are being killed
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGSTOP)
        for process in reversed(alive):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)


def _alive(process: int) -> bool:
    with contextlib.suppress(OSError, IndexError):
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace").rsplit(")", 1)[1].split()[0] not in ("Z", "X")
    return False
