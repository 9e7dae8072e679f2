"""A thread that looks after a recording while its search takes its time over a node."""

from __future__ import annotations

import _thread
import os
from collections.abc import Callable
from threading import Event, Lock
from types import TracebackType
from weakref import WeakMethod


class Pulse:
    """Calls a method again and again until it is ended, or the object is gone; never while somebody is inside it.

    `with pulse:` is being inside. The thread is none that `threading` knows: the search's program may count its own.

    Args:
        look: the method; it raises nothing.
        every: seconds between two calls.
    """

    def __init__(self, look: Callable[[], None], every: float) -> None:
        self._look, self._every, self._process = WeakMethod(look), every, os.getpid()
        self._inside, self._ended = Lock(), Event()
        _thread.start_new_thread(self._run, ())

    def _run(self) -> None:
        while not self._ended.wait(self._every) and (look := self._look()) is not None:
            if self._inside.acquire(blocking=False):
                try:
                    if not self._ended.is_set():
                        look()
                finally:
                    self._inside.release()
            del look

    @property
    def inherited(self) -> bool:
        """Whether this is a child of the process that began: threads are not handed down."""
        return os.getpid() != self._process

    def __enter__(self) -> None:
        self._inside.acquire()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._inside.release()

    def end(self) -> None:
        """Call it no more."""
        self._ended.set()
