"""What looking at large or slow positions costs, against the time that the program itself takes."""

from __future__ import annotations

from time import perf_counter

SLOW = 0.002
"""Seconds for one look at a position from which on costs are watched."""
MOST = 5.0
"""Seconds that all looks may take, in any program."""
TIMES = 10
"""How many times the program's own time they may take beyond that; a busy machine makes both longer."""


class Cost:
    """Sums up the time of looks at calls, from the first position on that is large or slow."""

    def __init__(self) -> None:
        self.watched = False
        """Whether a position was large or slow."""
        self.inside = False
        """Whether a look is going on that is measured."""
        self._looks = 0
        self._spent = self._began = self._started = 0.0

    def watch(self, seconds: float = SLOW) -> None:
        """A look at a position took so long: if that is slow, costs are watched from now on."""
        if seconds >= SLOW and not self.watched:
            self.watched, self._began = True, perf_counter()

    @property
    def too_much(self) -> bool:
        """Whether the looks have cost more than they may."""
        if not self.watched or self._spent < max(MOST, SLOW * self._looks):
            return False
        return self._spent > TIMES * (perf_counter() - self._began - self._spent)

    def __enter__(self) -> None:
        self.inside, self._started = True, perf_counter()

    def __exit__(self, *_: object) -> None:
        self._spent += perf_counter() - max(self._started, self._began)
        self._looks, self.inside = self._looks + 1, False
