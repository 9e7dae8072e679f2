"""The positions of a search by the rules of its game: where its moves lead, what is legal there, who has won."""

from __future__ import annotations

import sys
from collections.abc import Hashable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from tracer.count.paths import paths_of
from tracer.deciding.thresholds import ASKED, LARGEST
from tracer.games.rules import AnyGame, blame, key, label, labels, optional, read_move, utility
from tracer.recording.column_views import ColumnViews, as_memoryview
from tracer.recording.columns import Floats, Ints, index_dtype
from tracer.recording.no_moves import NoMove, Null
from tracer.recording.slices import Beat, unheard
from tracer.recording.status import PRUNED
from tracer.tracing import Trace

_NO_MOVE = object()
"""Stands for the move of a label that no legal move has."""
_UNASKED = object()
"""Stands for a payoff that nobody has asked for."""


class Positions(ColumnViews):
    """The rows of one trace with the positions that its moves lead to; without a game nothing is known of them.

    Args:
        trace: the trace.
        beat: called now and then, also while the game is asked, which may take long.
    """

    def __init__(self, trace: Trace, beat: Beat = unheard) -> None:
        super().__init__(trace, beat)
        self.trace = trace
        self.game: AnyGame | None = trace.game
        self._legal_moves: list[tuple[str, ...] | None] = []
        """The labels of the legal moves of each position that was asked for them; None for the others."""
        self._known_moves: dict[tuple[str, ...], tuple[str, ...]] = {}
        """Legal moves, each once: many positions have the same ones."""
        self._payoffs: list[Any] = []
        """The payoff of each position; _UNASKED where the game was not asked."""
        self._game_move_names: dict[int, str] = {}
        """What the game calls moves that were written otherwise, by the number of the position and of the move."""
        self.parent: Sequence[int] = as_memoryview(trace.columns.parent)
        self.ply: Sequence[int] = as_memoryview(paths_of(trace).ply)
        """The moves that lead to each node."""

    def __len__(self) -> int:
        return len(self.end)

    def restore_infinities(self, values: Floats) -> Floats:
        """Return values, infinite where they are the largest number, which a recording of other code has for that."""
        large = np.abs(values) >= (np.inf if self.trace.header.ours else LARGEST)
        return np.copysign(np.where(large, np.inf, values), values) if large.any() else values

    @cached_property
    def distinct_states(self) -> list[Any]:
        """Return the distinct positions met, by their number in `places`."""
        return self._number_positions[1]

    @cached_property
    def position_ids(self) -> Sequence[int]:
        """Return the number of each node's position; −1 without a game, or where its rules do not lead there.

        Pruned branches have none.
        """
        return as_memoryview(self.position_id_column)

    @cached_property
    def position_id_column(self) -> Ints:
        """Return the same as a column."""
        return self._number_positions[0]

    @cached_property
    def _number_positions(self) -> tuple[Ints, list[Any]]:
        states = list[Any]()
        game = self.game
        if game is None:
            return np.full(len(self), -1, index_dtype(len(self))), states
        numbers: dict[Hashable, int] = {}
        keyed = key(game)
        start = self.trace.start()

        def number(state: Any) -> int:
            with blame(game):
                found = numbers.setdefault((keyed(state), int(game.turn(state))), len(states))
            if found == len(states):
                states.append(state)
            return found

        columns, moves = self.trace.columns, 1 + self._max_move_number
        at = np.full(len(self), -1, index_dtype(len(self)))
        at[0] = number(start)
        after: dict[int, int] = {}
        """Where a move leads, by the number of the position times `moves` plus that of the move."""
        visits = np.flatnonzero(columns.status != PRUNED)
        ply = columns.ply[visits]
        by_ply = np.split(visits[np.argsort(ply, kind="stable")], np.cumsum(np.bincount(ply))[:-1])
        for level in by_ply[1:]:
            taken = at[columns.parent[level]].astype(np.int64) * moves + columns.move[level]
            taken[at[columns.parent[level]] < 0] = -1
            steps, which = np.unique(taken, return_inverse=True)
            offered: tuple[int, dict[str, Hashable]] = -1, {}
            for step in self.walk(steps.tolist(), ASKED):
                if step < 0 or step in after:
                    continue
                before, move = divmod(step, moves)
                none = self.trace.no_moves.get(move)
                if none is not None:
                    state = self._state_without_move(none, states[before])
                    after[step] = -1 if state is None else number(state)
                    continue
                if offered[0] != before:
                    offered = before, self._get_moves_by_label(before, states[before])
                name = offered[1].get(self.trace.move_label(move), _NO_MOVE)
                if name is _NO_MOVE:
                    name = self._read_move_text(game, step, states[before], self.trace.move_label(move))
                with blame(game):
                    after[step] = -1 if name is _NO_MOVE else number(game.play(states[before], name))
            at[level] = np.array([after.get(step, -1) for step in steps.tolist()])[which]
        return at, states

    def _read_move_text(self, game: AnyGame, step: int, state: Any, written: str) -> Any:
        """Return the move that a text means which is no label; how the game calls it is kept."""
        over = self.trace.header.ours or utility(game, state) is not None
        meant = None if over else read_move(game, state, written)
        if meant is None:
            return _NO_MOVE
        self._game_move_names[step] = label(game, meant)
        return meant

    def label(self, node: int) -> str:
        """Return the label of the move that leads to a node, as the game calls it."""
        written = self.trace.label(node)
        if not self._game_move_names or not node:
            return written
        return self._game_move_names.get(
            self.position_ids[self.parent[node]] * (1 + self._max_move_number) + self.move[node], written
        )

    @cached_property
    def _max_move_number(self) -> int:
        return int(self.trace.columns.move.max(initial=0))

    def _state_without_move(self, none: NoMove, state: Any) -> Any:
        """Return the position to which what is no move leads: the same, or the other player's; None if none."""
        if not isinstance(none, Null):
            return state
        game = self.trace.need_game()
        turn_over = optional(game, "null")
        with blame(game):
            return None if turn_over is None else turn_over(state)

    def _get_moves_by_label(self, place: int, state: Any) -> dict[str, Hashable]:
        """Return the legal moves of a position by their labels; none where the game is over there."""
        game = self.trace.need_game()
        with blame(game):
            over = self._get_payoff(place, state) is not None
            moves = [] if over else list(game.moves(state))
        found = tuple(sys.intern(one) for one in labels(game, moves))
        _put(self._legal_moves, place, self._known_moves.setdefault(found, found), None)
        return dict(zip(found[::-1], moves[::-1], strict=True))  # of equal labels the first move stays

    def _get_payoff(self, place: int, state: Any) -> float | None:
        """Return the game's payoff in a position, asked once; its own errors pass through."""
        if place >= len(self._payoffs) or self._payoffs[place] is _UNASKED:
            _put(self._payoffs, place, utility(self.trace.need_game(), state), _UNASKED)
        payoff: float | None = self._payoffs[place]
        return payoff

    @cached_property
    def payoff_by_position(self) -> list[float | None]:
        """Return the game's payoff in each of the positions met; None where it is not over there.

        As large a one is infinite as in the values of the recording.
        """
        game = self.game
        if game is None:
            return []
        with blame(game):
            found = [
                self._get_payoff(place, state) for place, state in enumerate(self.walk(self.distinct_states, ASKED))
            ]
        return [None if worth is None else self.restore_infinities(np.array(worth)).item() for worth in found]

    @cached_property
    def movers(self) -> Ints:
        """Return who moves at each node by the rules; 0 where it is not known."""
        if self.game is None:
            return np.zeros(len(self), np.int64)
        with blame(self.game):
            turns = [int(self.game.turn(state)) for state in self.walk(self.distinct_states)]
        return np.array([*turns, 0])[self.position_id_column]

    @cached_property
    def payoffs(self) -> Floats:
        """Return the game's payoff at each node; not a number where it is not over there, or nobody knows."""
        known = [np.nan if worth is None else worth for worth in self.payoff_by_position]
        return np.array([*known, np.nan])[self.position_id_column]

    def get_state(self, node: int) -> Any:
        """Return the position at a node by the rules; None where it is not known."""
        place = self.position_ids[node]
        return None if place < 0 else self.distinct_states[place]

    def get_legal_moves(self, node: int) -> Sequence[str] | None:
        """Return the labels of the legal moves at a node, none where the game is over; None where it is not known."""
        place = self.position_ids[node]
        return None if place < 0 else self._get_legal_moves_at(place)

    def _get_legal_moves_at(self, place: int) -> Sequence[str]:
        found = self._legal_moves[place] if place < len(self._legal_moves) else None
        if found is None:
            if place % ASKED == 0:
                self.beat(place, len(self.distinct_states))
            self._get_moves_by_label(place, self.distinct_states[place])
            found = self._legal_moves[place]
        return found or ()

    def get_missing_moves(self, node: int) -> list[str]:
        """Return the labels of a node's legal moves that were neither visited nor pruned; empty where unknown."""
        legal = self.get_legal_moves(node)
        if not legal:
            return []
        seen = {self.label(child) for child in self.children(node)}
        return [move for move in legal if move not in seen]

    @cached_property
    def legal_move_counts(self) -> Ints:
        """Return how many different legal moves there are at each node; −1 where it is not known."""
        counts = [len(set(self._get_legal_moves_at(place))) for place in range(len(self.distinct_states))]
        return np.array([*counts, -1])[self.position_id_column]


def _put(entries: list[Any], place: int, entry: Any, missing: Any) -> None:
    """Put an entry at its place in a list that grows as it is needed."""
    entries += [missing] * (place + 1 - len(entries))
    entries[place] = entry
