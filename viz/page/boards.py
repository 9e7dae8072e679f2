"""The positions of a page: each different board once, and which of them every node has."""

from __future__ import annotations

from collections.abc import Hashable
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

MAX_REPLAYED_NODES = 600_000
"""Nodes whose positions are replayed: a second or two."""
MAX_BOARDS = 60_000
"""Different boards of one page: some megabytes before they are packed."""


@dataclass(frozen=True)
class Boards:
    """The boards of a trace, down to some ply."""

    texts: tuple[str, ...] = ()
    """Rows with line ends between them; on a real board with tabs between the squares."""
    board_numbers: Ints | None = None
    """By node: the place of its board among the texts, from 1 on; 0 where the page has none. None where no node has."""
    squares: str = Squares.TEXT
    """How the squares look."""
    plies: int = 0
    """Plies that have boards, from the root down; all of them where it is more than the deepest ply."""


def make_boards(trace: Trace) -> Boards:
    """The boards of all nodes, or of as many plies as the budgets have room for. A game that fails gives none.

    The plies are replayed one by one from the root down, so that what lacks a board is what is deepest.
    """
    game = trace.game
    if isinstance(game, TreeGame):  # whose nodes have names, or nothing
        return Boards()
    if game is None or trace.columns.text is not None:
        return _make_recorded_boards(trace)
    try:
        return _BoardReplay(trace, game).draw_boards()
    except GameError:
        return Boards()


def _make_recorded_boards(trace: Trace) -> Boards:
    """The positions as the search itself told them."""
    if trace.columns.text is None or len(trace.texts) > MAX_BOARDS:
        return Boards()
    texts = tuple("\n".join(clean_lines(text)) for text in trace.texts)
    return Boards(texts, trace.columns.text.astype(np.int64) + 1, Squares.TEXT, int(trace.columns.ply.max()) + 1)


class _BoardReplay:
    """The positions of one ply after another."""

    def __init__(self, trace: Trace, game: AnyGame) -> None:
        self.trace, self.game = trace, game
        self.board_numbers = np.zeros(len(trace), np.int64)
        self.number_by_state: dict[Hashable, int] = {}
        self.number_by_text: dict[str, int] = {}
        start = trace.start()
        self.squares = draw_board(game, start).squares if optional(game, "board") else Squares.TEXT
        self.states: dict[int, Any] = {0: start}

    def draw_boards(self) -> Boards:
        columns, ply_count, remaining_nodes = self.trace.columns, 0, MAX_REPLAYED_NODES
        order = np.argsort(columns.ply, kind="stable")
        levels = np.split(order, np.cumsum(np.bincount(columns.ply))[:-1])
        for level in levels:
            remaining_nodes -= len(level)
            if remaining_nodes < 0 or not self._draw_ply(level.tolist()):
                break
            ply_count += 1
        if not ply_count:
            return Boards()
        return Boards(tuple(self.number_by_text), self.board_numbers, self.squares, ply_count)

    def _draw_ply(self, level: list[int]) -> bool:
        """Draw the nodes of a ply; False, with no trace of them, where that makes too many boards."""
        parent = self.trace.columns.parent
        if level[0]:
            parent_states = self.states
            self.states = {node: self.trace.state_after(parent_states[int(parent[node])], node) for node in level}
        for node in level:
            self.board_numbers[node] = self._number_board(self.states[node])
            if len(self.number_by_text) > MAX_BOARDS:
                self.board_numbers[level] = 0
                self.number_by_text = dict(list(self.number_by_text.items())[: int(self.board_numbers.max())])
                return False
        return True

    def _number_board(self, state: Any) -> int:
        """The place of a position's board. Positions that are equal are drawn once."""
        try:
            if state not in self.number_by_state:
                self.number_by_state[state] = self._add_board(state)
        except TypeError:  # a position that cannot be hashed
            return self._add_board(state)
        return self.number_by_state[state]

    def _add_board(self, state: Any) -> int:
        is_text = self.squares is Squares.TEXT
        rows = clean_lines(show(self.game, state)) if is_text else map("\t".join, draw_board(self.game, state).cells)
        return self.number_by_text.setdefault("\n".join(rows), len(self.number_by_text) + 1)
