"""Who chooses the moves of a side."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from tracer.playing.choice import Choice
from tracer.playing.match import Match


class Player(Protocol):
    """Chooses moves. A person is none: his moves come from a screen.

    One whose `visited` is a number, or None, says by it how many nodes he has visited while he chooses.
    """

    @property
    def word(self) -> str:
        """As a command line names him, such as `alphabeta:depth=6`."""

    def choose(self, match: Match, cancelled: Callable[[], bool] = lambda: False) -> Choice | None:
        """A legal move of the position now; the match itself stays as it is. It may run in any thread.

        Args:
            match: the game, which goes on.
            cancelled: asked ten times a second or so; True ends the search, and then nothing is chosen.

        Raises:
            PlyscopeError: he cannot choose: an engine has died, a function failed or gave no legal move.
        """

    def close(self) -> None:
        """End what he started, such as an engine; it may be called more than once."""
