"""What is there as soon as the header of a stream was read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from tracer.file.whole import WholeFile
from tracer.file.writing import Writer
from tracer.games.move_names import spell
from tracer.games.rules import AnyGame, label, places_name_moves
from tracer.lines.telling import Teller
from tracer.lines.trees import TreeTeller
from tracer.recording.header import Header
from tracer.recording.recorder import Recorder
from tracer.recording.tree_recorder import BestFirstRecorder, Tables
from tracer.tracing import Trace

OTHER_MOVES = " (its moves by other names)"
"""Stands after the name of a game whose rules know none of the moves at the root."""


class Begun(NamedTuple):
    """What is there as soon as the header was read."""

    view: str
    teller: Teller | TreeTeller
    windowed: bool | None
    """Whether the search has alpha and beta, as the header says."""
    recorder: Recorder | BestFirstRecorder
    sink: Writer | WholeFile | None
    header: Header
    game: AnyGame | None
    start: Any

    def known(self, header: Header) -> tuple[Header, AnyGame | None, Any]:
        """The header, the game and the root position; no game, and a name that says so, where its moves are others."""
        if self.game is None or _knows_moves(self.game, self.start, set(self.teller.tops)):
            return header, self.game, self.start
        return replace(header, game=header.game + OTHER_MOVES), None, None

    def tree(self, header: Header, tables: Tables) -> Trace:
        """The recording of a best-first search as far as it is."""
        columns, moves = tables
        return Trace(columns, {}, *self.known(header), labels=[str(move) for move in moves])


def _knows_moves(game: AnyGame, start: Any, searched: set[str]) -> bool:
    """Whether the game knows one of the moves that were searched or pruned at the root, if there are any.

    A search may well make a wrong move, and then the game is needed to show it; but where all of them are strange,
    the game is another one, or the search has other names for its moves.
    """
    try:
        legal = {label(game, move) for move in game.moves(game.start() if start is None else start)}
    except Exception:  # what is wrong with the game is said where it is needed
        return True
    if places_name_moves(game):
        searched = {spell(word, legal) for word in searched}
    return not searched or not legal.isdisjoint(searched)
