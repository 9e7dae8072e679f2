"""The data of a recording: its columns, and what follows from them and from the game alone.

Every value and window is MAX's view, and nothing here is copied from the columns.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from math import isnan
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from tracer.errors import SIGNALS, GameError, PlyscopeError
from tracer.games.root_positions import illegal_move_error
from tracer.games.rules import (
    AnyGame,
    blame,
    describe,
    game_error,
    key,
    label,
    labels,
    labels_depend_on_position,
    play_null_move,
    read_move,
    show,
)
from tracer.recording.columns import NO_LINE, Bools, Columns, Floats, Ints
from tracer.recording.header import Header
from tracer.recording.log_numbers import best_by_log, bounds_by_log, numbers_by_log
from tracer.recording.no_moves import (
    NoMove,
    Null,
    Onward,
    Pass,
    best_iteration,
    count_path_moves,
    is_partial_probe,
    is_selective,
    mask_iterations,
    mask_re_searches,
    mask_skips,
    mask_unsearched,
    mask_unused_visits,
)
from tracer.recording.slices import AnswerCache
from tracer.recording.source import Source
from tracer.recording.status import (
    EXACT,
    HORIZON,
    LOWER,
    OPEN,
    PRUNED,
    TERMINAL,
    UPPER,
    Bound,
    bound_of,
    bound_of_probe,
)
from tracer.text import clean, some_of

VALUE_TOLERANCE = 1e-9
"""What is no difference between two values, as a part of them."""

_MAX_CACHED_POSITIONS = 4_096
"""Positions whose moves are kept by their labels."""


class Recording(AnswerCache):
    """What was recorded of one search.

    Attributes:
        columns: the arrays, which nobody can change: `trace.columns.value[5]` is quicker than `trace[5].value`.
        header: what was searched, and how.
        game: the game, or None where a file names one that was not given.
        texts: the table of texts, into which the optional columns `text` and `left_text` point.
        sources: the texts of the functions whose calls were recorded, where the search is a program's own; a tuple.
        uses_windows_only: whether values say what the windows prove alone, and not what the values of all moves do.
    """

    uses_windows_only: bool = False

    def __init__(
        self,
        columns: Columns,
        moves: Sequence[Hashable] | Mapping[int, Hashable],
        header: Header,
        game: AnyGame | None = None,
        start: Any = None,
        *,
        labels: Sequence[str | None] | None = None,
        texts: Sequence[str] = (),
        sources: Sequence[Source] = (),
    ) -> None:
        self.columns: Columns = columns
        self.header: Header = header
        self.game: AnyGame | None = game
        self.texts: Sequence[str] = texts
        self.sources: Sequence[Source] = tuple(sources)
        self._start = start
        self._moves: dict[int, Hashable] = dict(moves if isinstance(moves, Mapping) else enumerate(moves))
        self._labels: Sequence[str | None] = labels if labels is not None else [None] * len(moves)
        self._moves_by_label_cache: dict[Hashable, dict[str, list[Hashable]]] = {}
        """The moves of some positions by their labels."""
        self._label_cache: dict[int, str] = {}
        """Labels that were asked for."""

    def with_columns(self, columns: Columns, header: Header) -> Self:
        """Another recording of the same game from the same position, whose moves are numbered as here."""
        tables: dict[str, Any] = {"labels": self._labels, "texts": self.texts, "sources": self.sources}
        copy = type(self)(columns, (), header, self.game, self._start, **tables)
        copy._moves = self._moves
        copy.uses_windows_only = self.uses_windows_only
        return copy

    def classical(self) -> Self:
        """The same recording, in which nothing is proved of a value but by its node's window."""
        copy = self.with_columns(self.columns, self.header)
        copy.uses_windows_only = True
        return copy

    def __len__(self) -> int:
        return len(self.columns)

    @cached_property
    def principal_variation(self) -> tuple[int, ...]:
        """The ids along the principal variation, root first."""
        return (0, *self._iter_best_line())

    def _iter_best_line(self) -> Iterator[int]:
        """The best child, its best child and so on, from below the root down."""
        best = self.deciding_child(0)
        while best is not None:
            yield best
            best = self.deciding_child(best)

    @property
    def best_root_child(self) -> int | None:
        """The first of `principal_moves`, without the others; None where there is none."""
        move, non_moves = self.columns.move, self.no_moves
        return next((node for node in self._iter_best_line() if int(move[node]) not in non_moves), None)

    @property
    def first_with_value(self) -> int | None:
        """The first of `principal_moves`, where it is known to have the root's value; None where there is none.

        A search of somebody else's may have made another number of its moves' values, such as their mean.
        """
        best = self.best_root_child
        return best if best is None or self.header.ours or self.has_same_value(best, 0) else None

    @property
    def decision_node(self) -> int:
        """The node at which the move was chosen that was played: the root, or that of the last iteration that ended.

        It is that of the last one where the program chose there though it did not end.
        """
        node, value, unfinished = 0, self.columns.value, "played_unfinished" in self.header.notes
        while node in self.drivers and (
            finished_iterations := [
                iteration for iteration in self.children(node) if unfinished or not isnan(value[iteration])
            ]
        ):
            node = finished_iterations[-1]
        return node

    @property
    def played(self) -> int | None:
        """The last visit of the move that was played, what the root or its caller chose; None where nobody knows."""
        label = self.header.notes.get("played")
        return next(
            (child for child in reversed(self.children(self.decision_node)) if self.label(child) == label), None
        )

    def has_same_value(self, node: int, other_node: int) -> bool:
        """Whether two nodes returned the same value, but for rounding."""
        values = self.columns.value
        return abs(values.item(node) - values.item(other_node)) <= VALUE_TOLERANCE * max(
            1.0, abs(values.item(other_node))
        )

    @property
    def principal_moves(self) -> list[int]:
        """The nodes of the principal variation to which a move of the game leads."""
        move, non_moves = self.columns.move, self.no_moves
        return [node for node in self.principal_variation[1:] if int(move[node]) not in non_moves]

    @cached_property
    def selective(self) -> bool:
        """Whether the search left moves out or looked less deep at some of its own accord: its value is its own."""
        return is_selective(self.columns, self.no_moves)

    @cached_property
    def skips(self) -> Bools:
        """N long: moves that were not searched though no cutoff skipped them."""
        return mask_skips(self.columns)

    @cached_property
    def searched_again(self) -> Bools:
        """N long: re-searches: visits right after a visit by the same move."""
        return mask_re_searches(self.columns, self.passes)

    @cached_property
    def unsearched(self) -> Bools:
        """N long: those, and the moves that a probe left: all branches but pruned ones that were not searched."""
        return mask_unsearched(self.columns)

    @cached_property
    def set_aside(self) -> Bools:
        """N long: visits that only asked, such as a null move without a cutoff: their parents took no value of them."""
        return mask_unused_visits(self.columns, self.no_moves, self.drivers)

    @cached_property
    def drivers(self) -> frozenset[int]:
        """The nodes below which iterations begin, of which the last one that returned holds; they narrow no window.

        A node that searches moves too only asked by its iterations, as for the move that it searches first.
        """
        if not self.passes:
            return frozenset()
        columns, is_iteration = self.columns, mask_iterations(self.columns, self.passes)
        iterates, searches = np.zeros(len(columns), bool), np.zeros(len(columns), bool)
        for part, above in columns.iter_parents():
            iterates[above[is_iteration[part]]] = True
            searches[above[(columns.status[part] != PRUNED) & ~is_iteration[part] & (above >= 0)]] = True
        return frozenset(np.flatnonzero(iterates & ~searches).tolist())

    def best_child(self, index: int) -> int | None:
        """The first child whose value is best for the player to move, of iterations the one that gives the move.

        Of two visits by one move with one value it is the later one. None where none has returned, and where chance
        moves: there the best line ends. O(children).
        """
        if self.columns.log is not None:
            return best_by_log(self.columns, index, self.children(index))
        if index in self.drivers:
            return best_iteration(self.columns, index, self.children(index))
        turn, values, moves = self.columns.turn.item(index), self.columns.value, self.columns.move
        if not turn:
            return None
        best, best_value, is_set_aside = None, 0.0, self.set_aside
        for child in self.children(index):
            value = values.item(child)
            if value != value or is_set_aside[child]:
                continue
            is_repeated_move = best is not None and value == best_value and moves.item(child) == moves.item(best)
            if best is None or is_repeated_move or turn * value > turn * best_value:
                best, best_value = child, value
        return best

    def deciding_child(self, index: int) -> int | None:
        """The best child, which a node has its value from; None where that came from a call answered unseen.

        A cache in front of the search answers calls that no recording sees. O(children).
        """
        best = self.best_child(index)
        if best is None or not self.header.answers_unseen:
            return best
        turn, values = self.columns.turn.item(index), self.columns.value
        return None if turn * values.item(index) > turn * values.item(best) else best

    def children(self, index: int) -> list[int]:
        """The ids of a node's children in the order of the search. O(children)."""
        end, stop = self.columns.end, self.columns.end.item(index)
        child, children = index + 1, []
        while child < stop:
            children.append(child)
            child = end.item(child)
        return children

    def visited_children(self, index: int) -> list[int]:
        """The ids of those of a node's children that are no pruned branches. O(children)."""
        status = self.columns.status
        return [child for child in self.children(index) if status[child] != PRUNED]

    def ancestry(self, index: int) -> list[int]:
        """The ids from the root to a node, both included. O(ply)."""
        parent, nodes = self.columns.parent, [index]
        while (index := parent.item(index)) >= 0:
            nodes.append(index)
        return nodes[::-1]

    def bound(self, index: int) -> Bound | None:
        """What a node's value says of the true one by its window alone; None where it says nothing.

        A leaf's value is exact, unless the search clamps it (fail-hard); elsewhere the window decides. A probe that
        left moves knows only of one. Where all values are known to lie between two numbers, at least the greater one,
        or at most the lesser, is exactly that.
        """
        # `item` gives Python's own numbers; a NumPy scalar against an enumeration takes fifty times as long.
        status, value = self.columns.status.item(index), self.columns.value.item(index)
        if self.columns.log is not None:
            code = self._bounds_by_log.item(index)
            return None if code < 0 else Bound(code)
        if value != value:
            return None
        is_fail_hard = self.header.options.get("fail") == "hard"
        if status in (TERMINAL, HORIZON) and not is_fail_hard:
            return EXACT
        alpha, beta = self.columns.alpha.item(index), self.columns.beta.item(index)
        if is_partial_probe(self.columns, index):
            bound = bound_of_probe(value, alpha, beta, self.columns.turn.item(index))
        else:
            bound = bound_of(value, alpha, beta, hard=is_fail_hard, cut=self.header.options.get("cut", ">="))
        min_value, max_value = self.header.value_bounds
        is_extreme = (bound is LOWER and value >= max_value) or (bound is UPPER and value <= min_value)
        return EXACT if is_extreme else bound

    @cached_property
    def log_numbers(self) -> dict[str, Floats]:
        """What the log of a best-first search says of all nodes, as `numbers_by_log` does; else nothing."""
        return numbers_by_log(self.columns)

    @cached_property
    def _bounds_by_log(self) -> npt.NDArray[np.int8]:
        return bounds_by_log(self.columns)

    def proved_bound(self, index: int) -> Bound | None:
        """What is proved of a node's true value: `bound` here. A `Trace` knows what a node's moves prove, too."""
        return self.bound(index)

    def label(self, index: int) -> str:
        """The label of the move that leads to a node; empty at the root."""
        move = int(self.columns.move[index])
        return "" if move < 0 else self.move_label(move)

    def move_label(self, move: int) -> str:
        """The label of a move by its number in the table of moves."""
        cached = self._label_cache.get(move)
        if cached is None:
            stored_label = self._labels[move]
            cached = self._label_cache[move] = self._make_label(move) if stored_label is None else stored_label
        return cached

    def _make_label(self, move: int) -> str:
        raw_move = self._moves[move]
        try:
            return label(None if isinstance(raw_move, NoMove) else self.game, raw_move)
        except GameError:
            self.state(int(np.argmax(self.columns.move == move)))  # says so where the game knows no such move
            raise

    @property
    def move_count(self) -> int:
        """The length of the table of moves."""
        return len(self._labels)

    @property
    def move_labels(self) -> list[str]:
        """The table of moves, as labels. Made anew each time: ask `move_label` for few of them."""
        return [
            self.move_label(move) if stored_label is None else stored_label
            for move, stored_label in enumerate(self._labels)
        ]

    def move(self, index: int) -> Hashable:
        """The move that leads to a node: None at the root, its label where the trace has no game."""
        move = int(self.columns.move[index])
        if move < 0:
            return None
        if move not in self._moves:
            if self.game is None:
                return self.move_label(move)
            return self._find_move_at(self.game, self.state(int(self.columns.parent[index])), index)
        return self._moves[move]

    @cached_property
    def no_moves(self) -> Mapping[int, NoMove]:
        """The moves that are none of the game's, by their numbers."""
        return {move_number: move for move_number, move in self._moves.items() if isinstance(move, NoMove)}

    @cached_property
    def passes(self) -> Mapping[int, Pass]:
        """Those of them that are iterations of a driver, which are no part of a path."""
        return {move_number: move for move_number, move in self.no_moves.items() if isinstance(move, Pass)}

    @cached_property
    def iterations(self) -> Mapping[int, Pass]:
        """Those of the passes that are iterations: a position that is handed on to another function begins none."""
        return {move_number: move for move_number, move in self.passes.items() if not isinstance(move, Onward)}

    @cached_property
    def ply(self) -> Ints:
        """N long: the distance of each node from the root in moves; iterations of a driver are none."""
        return count_path_moves(self.columns, self.passes)

    def text(self, index: int) -> str | None:
        """The position on entry as the search itself told it; None where it did not."""
        return self._text_at(self.columns.text, index)

    def left_text(self, index: int) -> str | None:
        """The position on return; None where it is not known to differ from that on entry."""
        return self._text_at(self.columns.left_text, index)

    def source(self, index: int) -> Source | None:
        """The function whose call a visit is; None where the recording has no source of it."""
        column = self.columns.function
        source_number = 0 if column is None else int(column[index])
        if not 0 <= source_number < len(self.sources) or self.columns.status.item(index) == PRUNED:
            return None
        return self.sources[source_number]

    def called_at(self, index: int) -> int | None:
        """The line of the parent's function, as its file counts them, that made the call; None where none is known."""
        return self._line_at(self.columns.called_at, index)

    def left_at(self, index: int) -> int | None:
        """The line of its own function on which a visit returned, as its file counts them; None where none is known."""
        return self._line_at(self.columns.left_at, index)

    def _line_at(self, column: Ints | None, index: int) -> int | None:
        line = NO_LINE if column is None else int(column[index])
        return line if line > 0 else None

    def position(self, index: int) -> str:
        """The position at a node as text: as the search itself told it, or else as the game draws it. O(ply).

        Raises:
            PlyscopeError: nobody knows it.
        """
        own_text = self.text(index)
        return show(self.need_game(), self.state(index)) if own_text is None else own_text

    def _text_at(self, column: Ints | None, index: int) -> str | None:
        text_number = -1 if column is None else int(column[index])
        return None if text_number < 0 else self.texts[text_number]

    def start(self) -> Any:
        """The root position.

        Raises:
            PlyscopeError: the trace has no game.
        """
        if self._start is None:
            game = self.need_game()
            with blame(game):
                self._start = game.start()
        return self._start

    def state(self, index: int) -> Any:
        """The position at a node, by replaying the moves from the root. O(ply).

        Raises:
            PlyscopeError: the trace has no game, or the game does not know a move.
        """
        state = self.start()
        for node in self.ancestry(index)[1:]:
            state = self.state_after(state, node)
        return state

    def state_after(self, state: Any, index: int) -> Any:
        """The position at a node, given its parent's."""
        game = self.game or self.need_game()
        move_number = self.columns.move.item(index)
        if move_number in self.no_moves:
            return play_null_move(game, state) if isinstance(self.no_moves[move_number], Null) else state
        move = self._moves[move_number] if move_number in self._moves else self._find_move_at(game, state, index)
        try:
            return game.play(state, move)
        except SIGNALS:
            raise
        except BaseException as error:  # what `blame` does, without its cost: whole traces are replayed
            raise illegal_move_error(game, state, move, index) or game_error(game, error) from error

    def _find_move_at(self, game: AnyGame, state: Any, index: int) -> Hashable:
        """The move that leads to a node, found by its label in its parent's position.

        Where a label means one move anywhere, it is kept, and so are its siblings.
        """
        moves_by_label = self._moves_by_label_at(game, state)
        if not labels_depend_on_position(game):
            siblings = self.children(int(self.columns.parent[index]))
            for move_number in set(self.columns.move[siblings].tolist()).difference(self._moves):
                if len(matches := moves_by_label.get(self.move_label(move_number), [])) == 1:
                    self._moves[move_number] = matches[0]
        wanted_label = self.label(index)
        if len(matches := moves_by_label.get(wanted_label, [])) == 1:
            return matches[0]
        if wanted_label not in moves_by_label and (parsed_move := read_move(game, state, wanted_label)) is not None:
            return parsed_move
        problem = "offers several moves" if wanted_label in moves_by_label else "offers no move"
        hint = f", but {some_of(moves_by_label)}" if moves_by_label and wanted_label not in moves_by_label else ""
        raise PlyscopeError(
            f"node {index}: {describe(game)} {problem} {wanted_label!r} there{hint}; is it another game?"
        )

    def _moves_by_label_at(self, game: AnyGame, state: Any) -> dict[str, list[Hashable]]:
        """The moves of a position by their labels; those of the positions asked about last are kept."""
        with blame(game):
            state_key = key(game)(state)
            moves_by_label = self._moves_by_label_cache.pop(state_key, None)
            moves = [] if moves_by_label is not None else list(game.moves(state))
        if moves_by_label is None:
            moves_by_label = {}
            for move_label, move in zip(labels(game, moves), moves, strict=True):
                moves_by_label.setdefault(move_label, []).append(move)
        self._moves_by_label_cache[state_key] = moves_by_label
        if len(self._moves_by_label_cache) > _MAX_CACHED_POSITIONS:
            del self._moves_by_label_cache[next(iter(self._moves_by_label_cache))]
        return moves_by_label

    def need_game(self) -> AnyGame:
        """The game."""
        if self.game is None:
            named = f"the trace's game {clean(self.header.game)!r} is not built in"
            problem = named if self.header.game else "the trace names no game"
            raise PlyscopeError(f"{problem}: give it with --game package.module:name")
        return self.game

    @property
    def unfinished(self) -> int:
        """Nodes that were never left: the path from the root on which the search stopped; 0 where it finished."""
        last_nodes = np.flatnonzero(self.columns.end == len(self))
        is_open = self.columns.status[last_nodes] == OPEN
        return len(is_open) if is_open.all() else int(np.argmin(is_open))

    @cached_property
    def steps(self) -> int:
        """Events of the recording: one for each visit entered, each visit returned, each branch pruned.

        Of a best-first search, the rows of its log.
        """
        log = self.columns.log
        return len(self) + self.columns.visited - self.unfinished if log is None else len(log)

    def entered(self, index: int) -> int:
        """The step at which a node was entered, or a branch pruned."""
        columns = self.columns  # `item` gives Python's own numbers, in half the time of NumPy's
        if columns.born is not None:
            return columns.born.item(index)
        return int(index + columns.visited_before.item(index) - columns.ply.item(index))

    def left(self, index: int) -> int:
        """The step at which a visit returned; `steps` or more where it never did."""
        columns = self.columns
        if columns.log is not None:
            return columns.settled.item(index)
        end, visited_before = columns.end.item(index), columns.visited_before.item
        return int(end + visited_before(end) - 1 - columns.ply.item(index))
