"""Texts by their sha256: prompts, replies, code and verdicts are stored once, however often they occur."""

import os
from pathlib import Path
from typing import Protocol

from kbx_agents.errors import UserError
from kbx_eval.record import digest


class Blobs(Protocol):
    """Where texts are kept."""

    def put(self, text: str) -> str:
        """Keep a text; its digest is its name."""

    def get(self, name: str) -> str:
        """The text of that digest."""


class MemoryBlobs:
    """Texts that nobody needs tomorrow."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def put(self, text: str) -> str:
        """Keep a text."""
        name = digest(text)
        self._texts[name] = text
        return name

    def get(self, name: str) -> str:
        """The text of that digest."""
        return self._texts[name]


class DiskBlobs:
    """Texts below `blobs/ab/<sha256>`; each appears whole or not at all."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def put(self, text: str) -> str:
        """Keep a text unless it is there already."""
        name = digest(text)
        path = self._path(name)
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, text)
        return name

    def get(self, name: str) -> str:
        """The text of that digest, which is checked."""
        path = self._path(name)
        try:
            text = path.read_bytes().decode("utf-8", "surrogatepass")
        except (OSError, UnicodeDecodeError) as error:
            raise UserError(f"{path} cannot be read: {error}") from error
        if digest(text) != name:
            raise UserError(f"{path} is damaged: its content has another digest than its name")
        return text

    def _path(self, name: str) -> Path:
        return self.folder / name[:2] / name


def write_whole(path: Path, text: str) -> None:
    """Write beside `path`, then rename: a reader sees the old text or the new one."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    fresh.write_bytes(text.encode("utf-8", "surrogatepass"))
    fresh.replace(path)
