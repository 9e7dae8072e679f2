"""Trees in which some moves lead far and most soon end: what a sample of few lines of play gets wrong."""

from typing import NamedTuple
from zlib import crc32

from tracer.games.rules import MAX, MIN, BuiltIn, Turn


class Place(NamedTuple):
    """A position: where it is, and how rich what lies below it is."""

    path: str
    rich: int


class Ragged(BuiltIn):
    """One move in some keeps the riches of its position, the others have less; the poorest are leaves."""

    transposes = False

    def __init__(self, seed: int, rich: int = 7, deepest: int = 12) -> None:
        self.seed, self._rich, self._deepest = seed, rich, deepest
        self.spec = f"ragged:{seed}"

    def start(self) -> Place:
        """The root."""
        return Place("", self._rich)

    def turn(self, state: Place) -> Turn:
        """In turn."""
        return MIN if len(state.path) % 2 else MAX

    def _draw(self, state: Place, what: str) -> int:
        return crc32(f"{self.seed} {what} {state.path}".encode()) >> 7

    def utility(self, state: Place) -> float | None:
        """A number of its own where nothing is left."""
        ends = state.rich <= 0 or len(state.path) >= self._deepest
        return self._draw(state, "value") % 100 if ends else None

    def evaluate(self, state: Place) -> float:
        """A number of its own."""
        return self._draw(state, "value") % 100

    def moves(self, state: Place) -> list[str]:
        """One to seven."""
        return list("abcdefg"[: 1 + self._draw(state, "moves") % (state.rich + 1)])

    def play(self, state: Place, move: str) -> Place:
        """Mostly poorer."""
        below = Place(state.path + move, state.rich)
        return below._replace(rich=state.rich - self._draw(below, "rich") % 3)

    def label(self, move: str) -> str:
        """Itself."""
        return move
