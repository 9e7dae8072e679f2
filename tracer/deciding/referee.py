"""A game asked about a search that knows nothing of it: its position, the move that led there, the legal moves."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import permutations
from numbers import Number
from typing import Any

from tracer.deciding.squares import BITS, EMPTY, STONES, cells_by_columns, cells_of, is_pair, stones_of_bits
from tracer.deciding.thresholds import REMEMBERED, TOGETHER
from tracer.errors import GameError
from tracer.games.comparable_objects import unwrap_snapshot
from tracer.games.nested_lists import NestedLists
from tracer.games.rules import AnyGame, BuiltIn, Turn, blame, describe, key, optional, show
from tracer.games.snapshots import freeze
from tracer.games.tree import TreeGame
from tracer.text import clean

_MEMORY = 64_000_000
"""Bytes of positions that are remembered."""


@dataclass(frozen=True)
class Squares:
    """How the squares of a search's board are those of the game."""

    stones: tuple[tuple[Any, str], ...] | None = None
    """Whose stone each mark is; None for the usual ones."""
    upside_down: bool = False
    """Whether the first row is the lowest."""
    columns: bool = False
    """Whether a board is kept column by column."""
    bits: str | None = None
    """Two numbers whose bits are the stones: `"sides"`, X's first, or `"mover"`, the mover's first."""
    any_order: bool = False
    """Whether the parts of a position, such as heaps, may stand in another order, and those that are 0 be left out."""
    nested: bool = False
    """Whether a position is all that is below it, as nested lists: it is the place in the tree at which that stands."""
    words: str = ""
    """How that is said; empty for the usual way."""


@dataclass(frozen=True)
class _Moved:
    """A snapshot with who moves there."""

    snapshot: Hashable
    turn: Turn


class Unknown:
    """A position that the game does not know."""


UNKNOWN = Unknown()


class Referee:
    """A game, and what it says of the snapshots of a search's positions."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._key = key(game)
        self._parse = optional(game, "parse")
        self._adopt, self._null = optional(game, "adopt"), optional(game, "null")
        self._nested_lists = NestedLists(game) if isinstance(game, TreeGame) else None
        play_on = optional(game, "playing_on")
        with blame(game):
            self._goes_on: AnyGame = game if play_on is None else play_on()
            self.start = game.start()
        self.needs_turn = isinstance(self.start, tuple) and len(self.start) == 2 and isinstance(self.start[1], Turn)
        """Whether a position is a pair of what is on the board and who moves."""
        parts = self.start[0] if self.needs_turn else None
        self._has_parts = isinstance(parts, tuple) and len(parts) > 1 and all(type(part) is int for part in parts)
        """Whether a position is numbers and who moves."""
        self._shape = [len(line) for line in show(game, self.start).split("\n")]
        self._is_oblong = len(set(self._shape)) == 1 and len(self._shape) not in (1, self._shape[0])
        """Whether the squares are as many in each row, and not in each column as in a row."""
        self._refused = ""
        """Why the game makes no position of what a search holds, in its own words."""
        self._kept = REMEMBERED
        self._place_of = lru_cache(self._kept)(self._read)
        self._successors: dict[Hashable, dict[Hashable, list[Hashable]]] = {}
        self.squares = Squares()
        """How a board is read."""

    def read_as(self, squares: Squares) -> None:
        """Read boards in another way from now on."""
        if squares != self.squares:
            self.squares = squares
            self._place_of.cache_clear()
            self._successors.clear()

    def ways(self, snapshots: Iterable[Hashable]) -> list[Squares]:
        """The ways in which boards such as these may be read, the usual one first."""
        found, snapshots = [Squares()], list(snapshots)
        if self._has_parts:
            found.append(Squares(any_order=True, words="the order of a position's parts is not looked at"))
        if self._nested_lists and any(isinstance(snapshot, tuple) for snapshot in snapshots):
            found.append(Squares(nested=True))
        marks: dict[Hashable, None] = {}
        pairs = rows = columns = 0
        for snapshot in snapshots:
            pairs += is_pair(snapshot)
            by_rows, by_columns = cells_of(snapshot, self._shape), []
            if self._is_oblong:
                by_columns = cells_by_columns(snapshot, self._shape)
            columns += bool(by_columns)
            cells = by_columns or by_rows
            if len(cells) == sum(self._shape) and all(isinstance(cell, Hashable) for cell in cells):
                rows += 1
                marks.update(dict.fromkeys(cell for cell in cells if cell not in EMPTY))
        if pairs and self._parse:
            found += [
                Squares(bits=kind, words=f"two numbers of bits, {bit_order} first") for kind, bit_order in BITS.items()
            ]
        if not rows or not self._parse:
            return found
        names = list(marks)
        if len(names) > TOGETHER:
            return found
        usual = {name: STONES[name] for name in names if name in STONES}
        for marks_of_both in permutations(names, min(2, len(names))):
            stones = tuple(zip(marks_of_both, "XO", strict=False))
            if dict(stones) != usual or len(usual) < len(names):
                found.append(Squares(stones, words=", ".join(f"{mark!r} is {stone}" for mark, stone in stones)))
        if len(set(self._shape)) == 1 and len(self._shape) > 1:
            found += [_turned(way, "the first row is the lowest", upside_down=True) for way in found if not way.bits]
        if columns:
            found += [_turned(way, "the board is kept by columns", columns=True) for way in found if not way.bits]
        return found

    @property
    def adopts(self) -> bool:
        """Whether the game may make a position of its own of what a search holds."""
        return self._adopt is not None

    def copy_position(self, position: Any) -> Hashable:
        """A copy of a search's position: the game's own where it makes one, else one of its contents."""
        adopted = self._adopted(position)
        return freeze(position) if adopted is None else adopted

    def _adopted(self, position: Any) -> Any:
        """The game's own position for what a search holds; None where it makes none."""
        if self._adopt is None:
            return None
        try:
            with blame(self.game):
                return self._adopt(position)
        except Exception as error:  # whatever a game does with what is no position of it
            if not isinstance(error, GameError):
                self._refused = str(error)
            return None

    def place(self, snapshot: Hashable, turn: Turn | None = None, above: Any = UNKNOWN) -> Any:
        """The game's own position for a snapshot; UNKNOWN where the game knows none such.

        Args:
            snapshot: it.
            turn: who moves, for games whose positions say so and nothing in the snapshot does.
            above: the position before, as far as it is known, for what stands at several places of a tree.
        """
        if self.squares.nested and above is not UNKNOWN:
            found = self.place(snapshot)
            moves = [] if found is UNKNOWN else self.moves_between(above, found)
            return self.reached(above, moves[0], found) if moves else found
        if self.needs_turn and turn and self.place(snapshot) is UNKNOWN:
            snapshot = _Moved(snapshot, turn)
        return self._place_of(snapshot)

    def weigh(self, size: int) -> None:
        """Remember no more positions of so many bytes than fit into `_MEMORY`."""
        self._kept = min(REMEMBERED, max(16, _MEMORY // size))
        self._place_of = lru_cache(self._kept)(self._read)

    def why_not(self, snapshot: Hashable) -> str:
        """What to say of a position that the game does not know."""
        if snapshot is UNKNOWN:
            known = f"cannot tell which variable is the position, which the game {describe(self.game)} needs"
            return f"{known}; say it with state='name' or state=lambda frame: …"
        if self._refused:
            return self._refused
        problem = ""
        text = self._drawn(snapshot) if self._parse else None
        if text is not None:
            try:
                self._parse(text)  # type: ignore[misc]  # there is one
            except ValueError as error:
                problem = f" ({clean(str(error))})"
        return (
            f"{describe(self.game)} does not know the position {clean(repr(snapshot), 80)}{problem}: say it in the "
            f"game's words with state=lambda frame: …, which gives a position such as {clean(repr(self.start), 60)}"
            + (" or its text" if self._parse else "")
        )

    def utility(self, place: Any) -> float | None:
        """MAX's payoff where the game is over there, None while it goes on."""
        with blame(self.game):
            return self.game.utility(place)

    def _read(self, snapshot: Hashable) -> Any:
        snapshot = unwrap_snapshot(snapshot)
        if self.squares.nested and self._nested_lists:
            found = self._nested_lists.find(snapshot)
            return UNKNOWN if found is None else found
        if isinstance(snapshot, _Moved):
            parts = self._filled(snapshot.snapshot)
            pair = (parts, snapshot.turn)
            return pair if _alike(parts, self.start[0]) and self._is_position(pair) else UNKNOWN
        has_its_form = not self.squares.bits and _alike(snapshot, self.start) and not self._has_negative(snapshot)
        if has_its_form and not isinstance(snapshot, str) and self._is_position(snapshot):
            return snapshot
        for text in (snapshot, self._drawn(snapshot)) if self._parse else ():
            if isinstance(text, str):
                try:
                    return self._parse(text)  # type: ignore[misc]  # there is one
                except ValueError:
                    continue
        if has_its_form and self._is_position(snapshot):
            return snapshot
        adopted = self._adopted(snapshot) if isinstance(snapshot, str | int) else None
        return adopted if adopted is not None and self._is_position(adopted) else UNKNOWN

    def _filled(self, parts: Hashable) -> Hashable:
        """Parts with those that were left out as they are 0."""
        if not self.squares.any_order or not isinstance(parts, tuple):
            return parts
        return parts + (0,) * (len(self.start[0]) - len(parts))

    def _is_position(self, candidate: Any) -> bool:
        try:
            return self.game.turn(candidate) in tuple(Turn) and (
                self.game.utility(candidate) is not None or bool(self.game.moves(candidate))
            )
        except Exception:  # whatever a game does with what is no position of it
            return False

    def _has_negative(self, snapshot: Any) -> bool:
        """Return whether a part is a number below 0, which no board, heap or score of a built-in game is."""
        parts = snapshot if isinstance(self.game, BuiltIn) and isinstance(snapshot, tuple) else ()
        return any(type(part) is int and part < 0 for part in parts)

    def _drawn(self, snapshot: Hashable) -> str | None:
        """The squares of a board of lists, tuples or one text, written as the game writes a position."""
        squares = self.squares
        if squares.bits is not None:
            marks = stones_of_bits(snapshot, sum(self._shape), squares.bits)
        else:
            cells = (cells_by_columns if squares.columns else cells_of)(snapshot, self._shape)
            stones = STONES if squares.stones is None else dict(squares.stones)
            try:
                marks = ["." if cell in EMPTY and cell not in stones else stones[cell] for cell in cells]
            except (KeyError, TypeError):
                return None
        if len(marks) != sum(self._shape):
            return None
        if squares.upside_down:
            width = self._shape[0]
            marks = [mark for first in range(len(marks) - width, -1, -width) for mark in marks[first : first + width]]
        rows, first = [], 0
        for width in self._shape:
            rows.append("".join(marks[first : first + width]))
            first += width
        return "\n".join(rows)

    def turn(self, place: Any) -> Turn:
        """Who moves there."""
        with blame(self.game):
            return Turn(self.game.turn(place))

    def legal(self, place: Any) -> list[Hashable]:
        """The legal moves there; none where the game is over, unless a search may not have the rule that ends it."""
        with blame(self.game):
            return [] if self._goes_on.utility(place) is not None else list(self.game.moves(place))

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
                    successors.setdefault(self._compared(self.game.play(before, move)), []).append(move)
        return successors.get(self._compared(after), [])

    def is_null(self, before: Any, after: Any) -> bool:
        """Whether a null move leads from one position to another: who moves has changed, and nothing else."""
        if self._null is None:
            return False
        with blame(self.game):
            passed = self._null(before)
            return passed is not None and self._compared(passed) == self._compared(after)

    def _compared(self, place: Any) -> Hashable:
        """What is the same for positions that are the same."""
        if self.squares.nested and self._nested_lists:
            number: int = self._nested_lists.subtree_numbers[place]
            return number
        return self._key((tuple(sorted(place[0])), place[1]) if self.squares.any_order else place)

    def reached(self, before: Any, move: Hashable, after: Any) -> Any:
        """The game's own position after a legal move to one that is the same."""
        if not (self.squares.any_order or self.squares.nested):
            return after
        with blame(self.game):
            return self.game.play(before, move)


def _turned(way: Squares, words: str, **how: Any) -> Squares:
    """Return a way to read boards that is turned besides, with the words for that."""
    return replace(way, **how, words=f"{way.words}{', ' * bool(way.words)}{words}")


def _alike(snapshot: Any, start: Any) -> bool:
    """Whether a snapshot has the form of the game's positions: of a tuple, as many parts of the same kinds."""
    if isinstance(start, tuple):
        return isinstance(snapshot, tuple) and len(snapshot) == len(start) and all(map(_are_of_a_kind, snapshot, start))
    return type(snapshot) is type(start)


def _are_of_a_kind(part: Any, other: Any) -> bool:
    """Whether both are numbers, or tuples, or of one class; None may stand for anything that is missing."""
    kinds = part, freeze(other)
    return None in (part, other) or any(
        all(isinstance(one, kind) for one in kinds) for kind in (Number, tuple, type(kinds[1]))
    )
