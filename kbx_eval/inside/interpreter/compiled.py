"""A kernel that Triton compiled."""

from dataclasses import dataclass
from typing import Any


@dataclass
class Compiled:
    """The kernel, and what ptxas said about it."""

    kernel: Any
    log: str
