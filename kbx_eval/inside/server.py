"""The fork server: imports torch and triton once, then forks one child for each candidate.

`python -m kbx_eval.inside.server DESCRIPTOR DEVICE` with DESCRIPTOR a socket to the judge. It holds no task, no reference and no secret,
never runs candidate code itself and never touches CUDA, so that every child can make its own context.
"""

import os
import signal
import socket
import sys
import traceback
from typing import Any

from kbx_eval.inside import confine, protocol


def main(descriptor: int, device: str) -> None:
    """Serve until the judge hangs up."""
    judge = socket.socket(fileno=descriptor)
    judge.set_inheritable(False)
    confine.become_reaper()
    signal.signal(signal.SIGCHLD, _reap)
    _import_everything(device)
    protocol.send(judge, {"ready": os.getpid()})
    while True:
        try:
            job, descriptors = protocol.receive(judge, max_descriptors=len(confine.Descriptors))
        except protocol.ProtocolError:
            return
        process = os.fork()
        if process == 0:
            judge.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _run_child(job, descriptors, device)
        for inherited in descriptors:
            os.close(inherited)
        protocol.send(judge, {"process": process})


def _run_child(job: dict[str, Any], descriptors: list[int], device: str) -> None:
    from kbx_eval.inside import child

    try:
        confine.isolate(job, descriptors)
        if job["role"] == "device":
            from kbx_eval.inside.device import main as device_main

            device_main.main(job, descriptors)
        else:
            child.main(job, descriptors, device)
    except BaseException:  # noqa: BLE001  the sandbox's edge: whatever it is, this process must end here
        traceback.print_exc()
        os._exit(71)
    os._exit(0)


def _import_everything(device: str) -> None:
    """Load all that a child would load, while it still costs nothing per candidate."""
    import torch

    torch.set_num_threads(1)
    torch.set_num_interop_threads(1)
    from kbx_eval.inside import child

    child.prepare(device)


def _reap(*_: object) -> None:
    while True:
        try:
            process, _status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if process == 0:
            return


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
