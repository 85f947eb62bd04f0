"""A page of memory shared with the judge that says what the child is doing, so that a timeout can be named.

It only informs: a candidate that writes to it changes the wording of its own failure and nothing else.
"""

import mmap
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum


class Phase(IntEnum):
    """What the child is busy with."""

    START = 0
    IMPORT = 1
    CALL = 2
    COMPILE = 3
    LAUNCH = 4
    ANSWER = 5
    IDLE = 6
    DEVICE = 7


class Progress:
    """The page, seen from either side."""

    def __init__(self, descriptor: int) -> None:
        self._page = mmap.mmap(descriptor, mmap.PAGESIZE)

    @property
    def phase(self) -> Phase:
        """The latest phase; anything unreadable is `CALL`."""
        value = self._page[0]
        return Phase(value) if value in Phase._value2member_map_ else Phase.CALL

    def enter(self, phase: Phase) -> None:
        """Note a new phase."""
        self._page[0] = int(phase)

    @contextmanager
    def during(self, phase: Phase) -> Iterator[None]:
        """Note a phase, and the former one afterwards."""
        former = self.phase
        self.enter(phase)
        try:
            yield
        finally:
            self.enter(former)

    def close(self) -> None:
        """Unmap the page."""
        self._page.close()
