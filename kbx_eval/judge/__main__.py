"""The judge's process: `python -m kbx_eval.judge DESCRIPTOR SETTINGS` answers the evaluator over a socket, one verdict at a time."""

import os
import select
import signal
import socket
import sys
import threading
import traceback
import warnings
from pathlib import Path

from kbx_eval.evaluate import Settings
from kbx_eval.inside import protocol
from kbx_eval.suite import UnknownTaskError, load_suite

OFF = "kbx: the sandbox is off: candidates run as you, with your files, your network and your other processes in reach"


def main(descriptor: int, settings: Settings) -> None:
    """Serve until the evaluator hangs up."""
    channel = socket.socket(fileno=descriptor)
    channel.set_inheritable(False)
    _end_with(channel)
    warnings.simplefilter("ignore")  # what references say to themselves about odd cases
    from kbx_eval.judge.judge import Judge
    from kbx_eval.sandbox.layers import SandboxError

    try:
        judge = Judge(settings, load_suite(Path(settings.suite) if settings.suite else None))
    except (ValueError, SandboxError) as error:
        protocol.send(channel, {"refused": str(error)})
        return
    if settings.sandbox == "off":
        print(OFF, file=sys.stderr)
    with judge:
        judge.start()
        protocol.send(channel, {"ready": True})
        while True:
            try:
                request, _ = protocol.receive(channel)
            except protocol.ProtocolError:
                return
            try:
                verdict = judge.judge(request["reply"], request["task"], request["depth"])
            except UnknownTaskError as error:
                protocol.send(channel, {"refused": str(error)})
            except Exception:  # noqa: BLE001  a fault of ours or of a task; told to the caller, and the judge goes on
                protocol.send(channel, {"refused": f"the judge failed on task {request['task']!r}:\n{traceback.format_exc()}"})
            else:
                protocol.send(channel, {"verdict": verdict.model_dump(mode="json")})


def _end_with(channel: socket.socket) -> None:
    """End this process, with all cleaning up, when the evaluator hangs up in the middle of a verdict."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))

    def watch() -> None:
        poll = select.poll()
        poll.register(channel, select.POLLHUP | select.POLLRDHUP)
        poll.poll()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()


if __name__ == "__main__":
    main(int(sys.argv[1]), Settings.model_validate_json(sys.argv[2]))
