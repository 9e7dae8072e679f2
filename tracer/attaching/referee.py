"""A game asked about a search that knows nothing of it: its position, the move that led there, the legal moves."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from tracer.errors import PlyscopeError
from tracer.games.rules import AnyGame, Turn, blame, describe, key, optional, show
from tracer.games.snapshots import freeze
from tracer.text import clean

_KEPT = 1 << 16
"""Answers of a game that are remembered."""
_MEMORY = 64_000_000
"""Bytes of positions that are remembered."""
_EMPTY = {None, "", " ", ".", "-", "_", 0}
_STONES = {"X": "X", "x": "X", 1: "X", "O": "O", "o": "O", "0": "O", -1: "O", 2: "O"}


class Unknown:
    """A position that the game does not know."""


UNKNOWN = Unknown()


class Referee:
    """A game, and what it says of the snapshots of a search's positions."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._key = key(game)
        self._parse = optional(game, "parse")
        self._adopt = optional(game, "adopt")
        with blame(game):
            self.start = game.start()
        self._shape = [len(line) for line in show(game, self.start).split("\n")]
        self._kept = _KEPT
        self._places: dict[Hashable, Any] = {}
        self._successors: dict[Hashable, dict[Hashable, list[Hashable]]] = {}

    def copy_position(self, position: Any) -> Hashable:
        """A copy of a search's position: the game's own where it makes one, else one of its contents."""
        with blame(self.game):
            own: Hashable = self._adopt(position) if self._adopt is not None else None
        return freeze(position) if own is None else own

    def place(self, snapshot: Hashable) -> Any:
        """The game's own position for a snapshot; UNKNOWN where the game knows none such."""
        try:
            return self._places[snapshot]
        except KeyError:
            if len(self._places) >= self._kept:
                self._places.clear()
            found = self._places[snapshot] = self._read(snapshot)
            return found

    def weigh(self, size: int) -> None:
        """Remember no more positions of so many bytes than fit into `_MEMORY`."""
        self._kept = min(_KEPT, max(16, _MEMORY // size))

    def first_place(self, snapshot: Hashable) -> Any:
        """As `place`, for the position at the root, which the game has to know.

        Raises:
            PlyscopeError: it does not.
        """
        place = self.place(snapshot)
        if place is UNKNOWN:
            raise PlyscopeError(
                f"{describe(self.game)} does not know the position {clean(repr(snapshot), 80)}: say it in the game's "
                f"words with state=lambda frame: …, which gives a position such as {clean(repr(self.start), 60)}"
                + (" or its text" if self._parse else "")
            )
        return place

    def _read(self, snapshot: Hashable) -> Any:
        own = _alike(snapshot, self.start)
        if own and not isinstance(snapshot, str) and self._is_position(snapshot):
            return snapshot
        for text in (snapshot, self._drawn(snapshot)) if self._parse else ():
            if isinstance(text, str):
                try:
                    return self._parse(text)  # type: ignore[misc]  # there is one
                except ValueError:
                    continue
        return snapshot if own and self._is_position(snapshot) else UNKNOWN

    def _is_position(self, candidate: Any) -> bool:
        try:
            return self.game.turn(candidate) in tuple(Turn) and (
                self.game.utility(candidate) is not None or bool(self.game.moves(candidate))
            )
        except Exception:  # whatever a game does with what is no position of it
            return False

    def _drawn(self, snapshot: Hashable) -> str | None:
        """The squares of a board of lists, tuples or one text, written as the game writes a position."""
        cells = _cells(snapshot)
        if len(cells) != sum(self._shape):
            return None
        try:
            marks = ["." if cell in _EMPTY else _STONES[cell] for cell in cells]
        except (KeyError, TypeError):
            return None
        rows, first = [], 0
        for width in self._shape:
            rows.append("".join(marks[first : first + width]))
            first += width
        return "\n".join(rows)

    def turn(self, place: Any) -> Turn:
        """Who moves there."""
        with blame(self.game):
            return Turn(self.game.turn(place))

    def over(self, place: Any) -> bool:
        """Whether the game is over there."""
        with blame(self.game):
            return self.game.utility(place) is not None

    def legal(self, place: Any) -> list[Hashable]:
        """The legal moves there; none where the game is over."""
        with blame(self.game):
            return [] if self.game.utility(place) is not None else list(self.game.moves(place))

    def moves_between(self, before: Any, after: Any) -> list[Hashable]:
        """The legal moves that lead from one position to another: one as a rule; none where it is no move at all."""
        known = self._key(before)
        successors = self._successors.get(known)
        if successors is None:
            if len(self._successors) >= self._kept:
                self._successors.clear()
            successors = self._successors[known] = {}
            with blame(self.game):
                for move in self.legal(before):
                    successors.setdefault(self._key(self.game.play(before, move)), []).append(move)
        return successors.get(self._key(after), [])


def _alike(snapshot: Any, start: Any) -> bool:
    """Whether a snapshot has the form of the game's positions."""
    if isinstance(start, tuple):
        return isinstance(snapshot, tuple) and len(snapshot) == len(start)
    return type(snapshot) is type(start)


def _cells(snapshot: Any) -> list[Any]:
    """The squares of a board, row by row."""
    if isinstance(snapshot, str):
        return [cell for cell in snapshot if cell not in "\n/|"]
    if not isinstance(snapshot, tuple):
        return []
    cells: list[Any] = []
    for row in snapshot:
        cells += row if isinstance(row, tuple) else row if isinstance(row, str) and len(row) > 1 else [row]
    return cells
