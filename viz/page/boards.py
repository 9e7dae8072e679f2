"""The positions of a page: each different board once, and which of them every node has."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tracer.errors import GameError
from tracer.games.board import Squares, draw_board
from tracer.games.rules import AnyGame, optional, show
from tracer.games.tree import TreeGame
from tracer.recording.columns import Ints
from tracer.text import clean_lines
from tracer.tracing import Trace

NODES = 600_000
"""Nodes whose positions are replayed: a second or two."""
BOARDS = 60_000
"""Different boards of one page: some megabytes before they are packed."""


@dataclass(frozen=True)
class Boards:
    """The boards of a trace, down to some ply."""

    texts: tuple[str, ...] = ()
    """Rows with line ends between them; on a real board with tabs between the squares."""
    of: Ints | None = None
    """By node: the place of its board among the texts, from 1 on; 0 where the page has none. None where no node has."""
    squares: str = Squares.TEXT
    """How the squares look."""
    plies: int = 0
    """Plies that have boards, from the root down; all of them where it is more than the deepest ply."""


def boards(trace: Trace) -> Boards:
    """The boards of all nodes, or of as many plies as the budgets have room for. A game that fails gives none.

    The plies are replayed one by one from the root down, so that what lacks a board is what is deepest.
    """
    game = trace.game
    if isinstance(game, TreeGame):  # whose nodes have names, or nothing
        return Boards()
    if game is None or trace.columns.text is not None:
        return _told(trace)
    try:
        return _Replay(trace, game).boards()
    except GameError:
        return Boards()


def _told(trace: Trace) -> Boards:
    """The positions as the search itself told them."""
    if trace.columns.text is None or len(trace.texts) > BOARDS:
        return Boards()
    texts = tuple("\n".join(clean_lines(text)) for text in trace.texts)
    return Boards(texts, trace.columns.text.astype(np.int64) + 1, Squares.TEXT, int(trace.columns.ply.max()) + 1)


class _Replay:
    """The positions of one ply after another."""

    def __init__(self, trace: Trace, game: AnyGame) -> None:
        self.trace, self.game = trace, game
        self.of = np.zeros(len(trace), np.int64)
        self.known: dict[Hashable, int] = {}
        self.texts: dict[str, int] = {}
        start = trace.start()
        self.squares = draw_board(game, start).squares if optional(game, "board") else Squares.TEXT
        self.draw = _drawer(game, real=self.squares is not Squares.TEXT)
        self.states: dict[int, Any] = {0: start}

    def boards(self) -> Boards:
        columns, plies, left = self.trace.columns, 0, NODES
        order = np.argsort(columns.ply, kind="stable")
        levels = np.split(order, np.cumsum(np.bincount(columns.ply))[:-1])
        for level in levels:
            left -= len(level)
            if left < 0 or not self._drawn(level.tolist()):
                break
            plies += 1
        if not plies:
            return Boards()
        return Boards(tuple(self.texts), self.of, self.squares, plies)

    def _drawn(self, level: list[int]) -> bool:
        """Draw the nodes of a ply; False, with no trace of them, where that makes too many boards."""
        parent = self.trace.columns.parent
        if level[0]:
            above = self.states
            self.states = {node: self.trace.state_after(above[int(parent[node])], node) for node in level}
        for node in level:
            self.of[node] = self._place(self.states[node])
            if len(self.texts) > BOARDS:
                self.of[level] = 0
                self.texts = dict(list(self.texts.items())[: int(self.of.max())])
                return False
        return True

    def _place(self, state: Any) -> int:
        """The place of a position's board. Positions that are equal are drawn once."""
        try:
            known = self.known.get(state)
        except TypeError:  # a position that cannot be hashed
            return self._new(state)
        if known is None:
            known = self.known[state] = self._new(state)
        return known

    def _new(self, state: Any) -> int:
        return self.texts.setdefault(self.draw(state), len(self.texts) + 1)


def _drawer(game: AnyGame, *, real: bool) -> Callable[[Any], str]:
    """What writes a position as the text of a board."""
    if real:
        return lambda state: "\n".join("\t".join(row) for row in draw_board(game, state).cells)
    return lambda state: "\n".join(clean_lines(show(game, state)))
