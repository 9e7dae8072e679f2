"""Who works out what takes long in a large recording: whoever asks, at once; or a screen that takes keys meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from tracer.recording.slices import Beat, unheard

Found = TypeVar("Found")


class Later(Protocol):
    """Has something worked out, now or later."""

    def __call__(self, title: str, work: Callable[[Beat], Found], then: Callable[[Found], str], /) -> str:
        """Work something out, and take it. Gives the notice of that, or one that says what is worked out.

        Args:
            title: what is done, for the notice.
            work: works it out, in any thread, and changes nothing; called with what hears how far it is.
            then: takes it, unless it is given up, or the recording has grown meanwhile.
        """


def at_once(_title: str, work: Callable[[Beat], Found], then: Callable[[Found], str], /) -> str:
    """Work something out now."""
    return then(work(unheard))
