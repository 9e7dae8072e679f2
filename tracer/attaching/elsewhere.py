"""Threads that begin while a recording listens to its own: calls in them are not recorded, and that is worth a word."""

from __future__ import annotations

import sys
import threading
from types import FrameType
from typing import Any


class Elsewhere:
    """Notes whether threads were started, at no cost to them; nothing is noted where a profiler has them all."""

    def __init__(self) -> None:
        self.started = False

        def note(_frame: FrameType, _event: str, _argument: Any) -> None:
            sys.setprofile(None)
            self.started = True

        self._note = note
        self._free = threading.getprofile() is None
        if self._free:
            threading.setprofile(note)

    def remove(self) -> None:
        """Have threads start as they did before."""
        if self._free and threading.getprofile() is self._note:
            threading.setprofile(None)
