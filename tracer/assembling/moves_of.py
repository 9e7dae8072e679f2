"""The moves of a search that tells of none: what leads from the position of one call to that of another."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

from tracer.assembling.branches import Branches
from tracer.assembling.call_rows import Visit
from tracer.assembling.texts import Position
from tracer.deciding.referee import UNKNOWN, Referee
from tracer.games.comparable import comparable
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
        self.illegal: str | None = None
        """The path to the first node to which no legal move leads."""

    @property
    def of_a_game(self) -> bool:
        """Whether there is a game, which tells of the moves while the search runs."""
        return self._referee is not None

    def between(self, parent: Visit, visit: Visit, said: Hashable) -> Hashable:
        """The move from one call to another: a legal move, what the call says, the difference, or its place.

        Args:
            parent: the one above.
            visit: the other, of which no later sibling was named yet.
            said: the move by which it says that it was reached; None if it says nothing.
        """
        referee = self._referee
        searched = parent.searched
        if searched is None:
            searched = parent.searched = {}
        if referee is not None and parent.place is not UNKNOWN and visit.place is not UNKNOWN:
            legal = referee.moves_between(parent.place, visit.place)
            if said is None or said not in (alike := list(map(comparable, legal))):
                move = next((move for move in legal if move not in searched), None)
            else:
                move = legal[alike.index(said)]
            if legal:
                move = legal[0] if move is None else move
                searched[move] = visit.snapshot
                visit.place = referee.reached(parent.place, move, visit.place)
                return move
            if referee.is_null(parent.place, visit.place):
                return Null()
        if referee is not None and self.illegal is None:
            self.illegal = "/".join(map(self.written, _line(parent))) or "the root"
        move = said if said is not None else _guessed(parent, visit, searched)
        if move is None:  # by a letter and a place it might be called as a legal move is
            move = ordinal(parent.ply, visit.index) if referee is None else str(visit.index + 1)
        if referee is not None and move not in map(comparable, self.legal(parent)):
            move = _Told(move)
        searched[move] = visit.snapshot
        return move

    def written(self, move: Hashable) -> str:
        """A move as people write it."""
        if isinstance(move, _Told | NoMove) or self._referee is None:
            return clean(str(move))
        return label(self._referee.game, move)

    def over(self, visit: Visit) -> bool | None:
        """Whether the game is over at a call; None where nobody knows."""
        if self._referee is not None and visit.place is not UNKNOWN:
            return self._referee.utility(visit.place) is not None
        return None if visit.legal is None else not visit.legal

    def legal(self, visit: Visit) -> list[Hashable]:
        """The legal moves of a call, as far as they are known."""
        if visit.legal is not None:
            return visit.legal
        return [] if self._referee is None or visit.place is UNKNOWN else self._referee.legal(visit.place)


def _line(visit: Visit) -> list[Hashable]:
    """The moves that lead to a call, without iterations."""
    found: list[Hashable] = []
    above: Visit | None = visit
    while above is not None and above.above is not None:
        if not isinstance(above.move, Pass):
            found.append(above.move)
        above = above.above
    return found[::-1]


def plain_change(before: Position | None, after: Position | None) -> str | None:
    """The move that what changed in the position tells, as far as that is plain."""
    if before is None or after is None:
        return None
    return changed_squares(before.snapshot, after.snapshot)


def _guessed(parent: Visit, visit: Visit, searched: dict[Hashable, Hashable]) -> Hashable:
    """What stands for the move where neither the game nor the call says it; None where nothing names it."""
    move = None
    before, after = parent.snapshot, visit.snapshot
    known = parent.at is not None and visit.at is not None
    if known and after == before and not parent.turn and parent.legal is None:
        return None  # what chance did is no part of the position
    if parent.legal is None and (squares := changed_squares(before, after)) is not None:
        return next((known for known, state in searched.items() if state == after), squares)
    if known and parent.branches is None:
        parent.branches = Branches(before, parent.ply)
    inside = parent.branches.to(after) if known and parent.branches is not None else []
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
            move = f"{names[-1]} ({visit.index + 1})"
    return move


ordinal = lru_cache(1 << 12)(name_move)
"""The name of a move that nothing names, by its ply and its place."""


class _Told(str):
    """The label of what is no move of the game, among the game's moves."""

    __slots__ = ()
