"""A lane: one strictly ordered sequence of events inside a run."""

import time
from collections.abc import Callable

from kbx_agents.trajectory.events import Body, Event


class Lane:
    """Numbers the events of one lane; mutable, because the next event follows the last."""

    def __init__(self, name: str, write: Callable[[Event], None]) -> None:
        self.name, self._write, self._length = name, write, 0

    def emit(self, body: Body, parent: str | None = None) -> str:
        """Write an event and return its id; without `parent`, the lane's last event led to it."""
        parent = parent or (f"{self.name}#{self._length - 1}" if self._length else None)
        event = Event(lane=self.name, number=self._length, parent=parent, at=time.time(), body=body)
        self._write(event)
        self._length += 1
        return event.id
