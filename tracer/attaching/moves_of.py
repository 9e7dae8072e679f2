"""The moves of a search that tells of none: what leads from the position of one call to that of another."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache

from tracer.attaching.branches import branches
from tracer.attaching.texts import Position
from tracer.attaching.visit import Visit
from tracer.deciding.referee import UNKNOWN, Referee
from tracer.games.differences import changed_squares, move_names
from tracer.games.move_names import name_move
from tracer.games.rules import label
from tracer.recording.no_moves import NoMove, Null, Pass
from tracer.text import clean


class Moves:
    """The moves of one search.

    Args:
        referee: the game, if it was given.
    """

    def __init__(self, referee: Referee | None) -> None:
        self._referee = referee
        self.simple = referee is None
        """Whether what changes in the position is all that has told of a move so far."""
        self.illegal: str | None = None
        """The path to the first node to which no legal move leads."""

    def between(self, stack: Sequence[Visit], visit: Visit, said: Hashable) -> Hashable:
        """The move from the last open call: a legal move, what the call says, the difference, or its place.

        Args:
            stack: the open calls.
            visit: the one that begins.
            said: the move by which it says that it was reached; None if it says nothing.
        """
        parent, referee = stack[-1], self._referee
        searched = parent.searched
        if searched is None:
            searched = parent.searched = {}
        if said is not None:
            self.simple = False
        if referee is not None and parent.place is not UNKNOWN and visit.place is not UNKNOWN:
            legal = referee.moves_between(parent.place, visit.place)
            move = said if said in legal else next((move for move in legal if move not in searched), None)
            if legal:
                move = legal[0] if move is None else move
                searched[move] = visit.snapshot
                visit.place = referee.reached(parent.place, move, visit.place)
                return move
            if referee.is_null(parent.place, visit.place):
                return Null()
        if referee is not None and self.illegal is None:
            line = [one.move for one in stack[1:] if not isinstance(one.move, Pass)]
            self.illegal = "/".join(map(self.written, line)) or "the root"
        move = said if said is not None else _guessed(parent, visit, searched)
        if move is None:  # by a letter and a place it might be called as a legal move is
            move = _ordinal(parent.ply, parent.children) if referee is None else str(parent.children + 1)
        if referee is not None and move not in self.legal(parent):
            move = _Told(move)
        searched[move] = visit.snapshot
        return move

    def written(self, move: Hashable) -> str:
        """A move as people write it."""
        if isinstance(move, _Told | NoMove) or self._referee is None:
            return clean(str(move))
        return label(self._referee.game, move)

    def legal(self, visit: Visit) -> list[Hashable]:
        """The legal moves of a call, as far as they are known."""
        if visit.legal is not None:
            return visit.legal
        return [] if self._referee is None or visit.place is UNKNOWN else self._referee.legal(visit.place)


def simple_move(parent: Visit, at: Position | None) -> str | None:
    """The move to a position where neither the game nor the call tells it, as far as that is plain."""
    if at is None:
        return _ordinal(parent.ply, parent.children)
    return None if parent.at is None else changed_squares(parent.at.snapshot, at.snapshot)


def _guessed(parent: Visit, visit: Visit, searched: dict[Hashable, Hashable]) -> Hashable:
    """What stands for the move where neither the game nor the call says it; None where nothing names it."""
    move = None
    before, after = parent.snapshot, visit.snapshot
    known = parent.at is not None and visit.at is not None
    if known and after == before and not parent.turn and parent.legal is None:
        return None  # what chance did is no part of the position
    if parent.legal is None and (squares := changed_squares(before, after)) is not None:
        return next((known for known, state in searched.items() if state == after), squares)
    inside = branches(before, after, parent.ply) if known else []
    if inside and parent.legal is None:
        return next((one for one in inside if one not in searched), inside[0])
    if visit.at is not None and len(inside) < 2:  # equal branches of a tree are several moves all the same
        move = next((known for known, state in searched.items() if state == after), None)
    if move is None and parent.legal is not None and len(searched) < len(parent.legal):
        move = parent.legal[len(searched)]
    if move is None and known:
        names = move_names(before, after)
        move = next((name for name in names if name not in searched), None)
        if move is None and names:  # they are cut, or say not all that changed
            move = f"{names[-1]} ({parent.children + 1})"
    return move


_ordinal = lru_cache(1 << 12)(name_move)
"""The name of a move that nothing names, by its ply and its place."""


class _Told(str):
    """The label of what is no move of the game, among the game's moves."""

    __slots__ = ()
