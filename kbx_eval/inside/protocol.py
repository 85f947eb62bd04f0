"""Frames between judge, fork server and child: a length, then JSON; descriptors travel beside a frame.

JSON is all that is ever decoded, and a frame that is too long or not JSON is a protocol error, so nothing that a child sends can run.
"""

import array
import json
import socket
import struct
from typing import Any

MAX_FRAME = 8 << 20
_HEADER = struct.Struct("!I")


class ProtocolError(RuntimeError):
    """The other side closed early or sent something that is no frame."""


def send(channel: socket.socket, message: dict[str, Any], descriptors: list[int] | None = None) -> None:
    """Send one frame, with open descriptors if any."""
    body = json.dumps(message).encode()
    ancillary = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", descriptors))] if descriptors else []
    channel.sendmsg([_HEADER.pack(len(body))], ancillary)
    channel.sendall(body)


def receive(channel: socket.socket, max_descriptors: int = 0) -> tuple[dict[str, Any], list[int]]:
    """Receive one frame and the descriptors that came with it; `ProtocolError` when there is none."""
    descriptors = array.array("i")
    room = socket.CMSG_SPACE(max_descriptors * descriptors.itemsize) if max_descriptors else 0
    head, ancillary, _, _ = channel.recvmsg(_HEADER.size, room)
    for level, kind, data in ancillary:
        if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
            descriptors.frombytes(data[: len(data) - len(data) % descriptors.itemsize])
    head += _exactly(channel, _HEADER.size - len(head)) if head else b""
    if len(head) < _HEADER.size:
        raise ProtocolError("the other side closed the channel")
    (length,) = _HEADER.unpack(head)
    if length > MAX_FRAME:
        raise ProtocolError(f"a frame of {length} bytes is too long")
    try:
        message = json.loads(_exactly(channel, length))
    except (ValueError, RecursionError) as error:
        raise ProtocolError("a frame is not JSON") from error
    if not isinstance(message, dict):
        raise ProtocolError("a frame is not an object")
    return message, list(descriptors)


def _exactly(channel: socket.socket, length: int) -> bytes:
    chunks = bytearray()
    while len(chunks) < length:
        chunk = channel.recv(min(length - len(chunks), 1 << 20))
        if not chunk:
            raise ProtocolError("the other side closed the channel in the middle of a frame")
        chunks += chunk
    return bytes(chunks)


def take(buffer: bytearray) -> dict[str, Any] | None:
    """Remove one whole frame from the front of `buffer`; None while it is incomplete, `{}` when it is no frame of ours."""
    if len(buffer) < _HEADER.size:
        return None
    (length,) = _HEADER.unpack(buffer[: _HEADER.size])
    if length > MAX_FRAME:
        return {}
    end = _HEADER.size + length
    if len(buffer) < end:
        return None
    body = bytes(buffer[_HEADER.size : end])
    del buffer[:end]
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return message if isinstance(message, dict) else {}
