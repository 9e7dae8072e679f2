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
from tracer.games.places import stranger
from tracer.games.rules import (
    AnyGame,
    blame,
    describe,
    game_error,
    key,
    label,
    labels,
    names_by_position,
    null,
    read_move,
    show,
)
from tracer.recording.columns import NO_LINE, Bools, Columns, Floats, Ints
from tracer.recording.header import Header
from tracer.recording.no_moves import NoMove, Null, Onward, Pass, best_pass, moves_made, pass_nodes, searched_again
from tracer.recording.numbers_of_log import best_by_log, bounds_by_log, numbers_by_log
from tracer.recording.selective import is_partial, is_selective, set_aside, skips, unsearched
from tracer.recording.slices import Once
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

SAME = 1e-9
"""What is no difference between two values, as a part of them."""

_KEPT = 4_096
"""Positions whose moves are kept by their labels."""


class Recording(Once):
    """What was recorded of one search.

    Attributes:
        columns: the arrays, which nobody can change: `trace.columns.value[5]` is quicker than `trace[5].value`.
        header: what was searched, and how.
        game: the game, or None where a file names one that was not given.
        texts: the table of texts, into which the optional columns `text` and `left_text` point.
        sources: the texts of the functions whose calls were recorded, where the search is a program's own; a tuple.
        by_windows: whether values are to say what the windows prove alone, and not what the values of all moves do.
    """

    by_windows: bool = False

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
        self._offers: dict[Hashable, dict[str, list[Hashable]]] = {}
        """The moves of some positions by their labels."""
        self._known: dict[int, str] = {}
        """Labels that were asked for."""

    def sharing(self, columns: Columns, header: Header) -> Self:
        """Another recording of the same game from the same position, whose moves are numbered as here."""
        tables: dict[str, Any] = {"labels": self._labels, "texts": self.texts, "sources": self.sources}
        other = type(self)(columns, (), header, self.game, self._start, **tables)
        other._moves = self._moves
        other.by_windows = self.by_windows
        return other

    def classical(self) -> Self:
        """The same recording, in which nothing is proved of a value but by its node's window."""
        other = self.sharing(self.columns, self.header)
        other.by_windows = True
        return other

    def __len__(self) -> int:
        return len(self.columns)

    @cached_property
    def principal_variation(self) -> tuple[int, ...]:
        """The ids along the principal variation, root first."""
        return (0, *self._best_line())

    def _best_line(self) -> Iterator[int]:
        """The best child, its best child and so on, from below the root down."""
        best = self.giver(0)
        while best is not None:
            yield best
            best = self.giver(best)

    @property
    def best_root_child(self) -> int | None:
        """The first of `principal_moves`, without the others; None where there is none."""
        move, none = self.columns.move, self.no_moves
        return next((node for node in self._best_line() if int(move[node]) not in none), None)

    @property
    def first_with_value(self) -> int | None:
        """The first of `principal_moves`, where it is known to have the root's value; None where there is none.

        A search of somebody else's may have made another number of its moves' values, such as their mean.
        """
        best = self.best_root_child
        return best if best is None or self.header.ours or self.has_same_value(best, 0) else None

    @property
    def played_at(self) -> int:
        """The node at which the move was chosen that was played: the root, or that of the last iteration that ended.

        It is that of the last one where the program chose there though it did not end.
        """
        node, value, unfinished = 0, self.columns.value, "played_unfinished" in self.header.notes
        while node in self.drivers and (
            ended := [one for one in self.children(node) if unfinished or not isnan(value[one])]
        ):
            node = ended[-1]
        return node

    @property
    def played(self) -> int | None:
        """The last visit of the move that was played, what the root or its caller chose; None where nobody knows."""
        label = self.header.notes.get("played")
        return next((one for one in reversed(self.children(self.played_at)) if self.label(one) == label), None)

    def has_same_value(self, one: int, other: int) -> bool:
        """Whether two nodes returned the same value, but for rounding."""
        values = self.columns.value
        return abs(values.item(one) - values.item(other)) <= SAME * max(1.0, abs(values.item(other)))

    @property
    def principal_moves(self) -> list[int]:
        """The nodes of the principal variation to which a move of the game leads."""
        move, none = self.columns.move, self.no_moves
        return [node for node in self.principal_variation[1:] if int(move[node]) not in none]

    @cached_property
    def selective(self) -> bool:
        """Whether the search left moves out or looked less deep at some of its own accord: its value is its own."""
        return is_selective(self.columns, self.no_moves)

    @cached_property
    def skips(self) -> Bools:
        """N long: moves that were not searched though no cutoff skipped them."""
        return skips(self.columns)

    @cached_property
    def searched_again(self) -> Bools:
        """N long: re-searches: visits right after a visit by the same move."""
        return searched_again(self.columns, self.passes)

    @cached_property
    def unsearched(self) -> Bools:
        """N long: those, and the moves that a probe left: all branches but pruned ones that were not searched."""
        return unsearched(self.columns)

    @cached_property
    def set_aside(self) -> Bools:
        """N long: visits that only asked, such as a null move without a cutoff: their parents took no value of them."""
        return set_aside(self.columns, self.no_moves)

    @cached_property
    def drivers(self) -> frozenset[int]:
        """The nodes below which iterations begin, of which the last one that returned holds; they narrow no window.

        A node that searches moves too only asked by its iterations, as for the move that it searches first.
        """
        if not self.passes:
            return frozenset()
        columns, begun = self.columns, pass_nodes(self.columns, self.passes)
        moves = (columns.status != PRUNED) & ~begun
        return frozenset(columns.parent[begun].tolist()).difference(columns.parent[1:][moves[1:]].tolist())

    def best_child(self, index: int) -> int | None:
        """The first child whose value is best for the player to move, of iterations the one that gives the move.

        Of two visits by one move with one value it is the later one. None where none has returned, and where chance
        moves: there the best line ends. O(children).
        """
        if self.columns.log is not None:
            return best_by_log(self.columns, index, self.children(index))
        if index in self.drivers:
            return best_pass(self.columns, index, self.children(index))
        turn, values, moves = self.columns.turn.item(index), self.columns.value, self.columns.move
        if not turn:
            return None
        best, best_value, aside = None, 0.0, self.set_aside
        for child in self.children(index):
            value = values.item(child)
            if value != value or aside[child]:
                continue
            again = best is not None and value == best_value and moves.item(child) == moves.item(best)
            if best is None or again or turn * value > turn * best_value:
                best, best_value = child, value
        return best

    def giver(self, index: int) -> int | None:
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
        child, found = index + 1, []
        while child < stop:
            found.append(child)
            child = end.item(child)
        return found

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
        hard = self.header.options.get("fail") == "hard"
        if status in (TERMINAL, HORIZON) and not hard:
            return EXACT
        alpha, beta = self.columns.alpha.item(index), self.columns.beta.item(index)
        if is_partial(self.columns, index):
            found = bound_of_probe(value, alpha, beta, self.columns.turn.item(index))
        else:
            found = bound_of(value, alpha, beta, hard=hard, cut=self.header.options.get("cut", ">="))
        least, most = self.header.between
        is_extreme = (found is LOWER and value >= most) or (found is UPPER and value <= least)
        return EXACT if is_extreme else found

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
        known = self._known.get(move)
        if known is None:
            told = self._labels[move]
            known = self._known[move] = self._made_label(move) if told is None else told
        return known

    def _made_label(self, move: int) -> str:
        made = self._moves[move]
        try:
            return label(None if isinstance(made, NoMove) else self.game, made)
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
        return [self.move_label(move) if told is None else told for move, told in enumerate(self._labels)]

    def move(self, index: int) -> Hashable:
        """The move that leads to a node: None at the root, its label where the trace has no game."""
        move = int(self.columns.move[index])
        if move < 0:
            return None
        if move not in self._moves:
            if self.game is None:
                return self.move_label(move)
            return self._move_at(self.game, self.state(int(self.columns.parent[index])), index)
        return self._moves[move]

    @cached_property
    def no_moves(self) -> Mapping[int, NoMove]:
        """The moves that are none of the game's, by their numbers."""
        return {number_: move for number_, move in self._moves.items() if isinstance(move, NoMove)}

    @cached_property
    def passes(self) -> Mapping[int, Pass]:
        """Those of them that are iterations of a driver, which are no part of a path."""
        return {number_: move for number_, move in self.no_moves.items() if isinstance(move, Pass)}

    @cached_property
    def iterations(self) -> Mapping[int, Pass]:
        """Those of the passes that are iterations: a position that is handed on to another function begins none."""
        return {number_: move for number_, move in self.passes.items() if not isinstance(move, Onward)}

    @cached_property
    def ply(self) -> Ints:
        """N long: the distance of each node from the root in moves; iterations of a driver are none."""
        return moves_made(self.columns, self.passes)

    def text(self, index: int) -> str | None:
        """The position on entry as the search itself told it; None where it did not."""
        return self._text(self.columns.text, index)

    def left_text(self, index: int) -> str | None:
        """The position on return; None where it is not known to differ from that on entry."""
        return self._text(self.columns.left_text, index)

    def source(self, index: int) -> Source | None:
        """The function whose call a visit is; None where the recording has no source of it."""
        column = self.columns.function
        number_ = 0 if column is None else int(column[index])
        if not 0 <= number_ < len(self.sources) or self.columns.status.item(index) == PRUNED:
            return None
        return self.sources[number_]

    def called_at(self, index: int) -> int | None:
        """The line of the parent's function, as its file counts them, that made the call; None where none is known."""
        return self._line(self.columns.called_at, index)

    def left_at(self, index: int) -> int | None:
        """The line of its own function on which a visit returned, as its file counts them; None where none is known."""
        return self._line(self.columns.left_at, index)

    def _line(self, column: Ints | None, index: int) -> int | None:
        line = NO_LINE if column is None else int(column[index])
        return line if line > 0 else None

    def position(self, index: int) -> str:
        """The position at a node as text: as the search itself told it, or else as the game draws it. O(ply).

        Raises:
            PlyscopeError: nobody knows it.
        """
        told = self.text(index)
        return show(self.need_game(), self.state(index)) if told is None else told

    def _text(self, column: Ints | None, index: int) -> str | None:
        number_ = -1 if column is None else int(column[index])
        return None if number_ < 0 else self.texts[number_]

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
        number_ = self.columns.move.item(index)
        if number_ in self.no_moves:
            return null(game, state) if isinstance(self.no_moves[number_], Null) else state
        move = self._moves[number_] if number_ in self._moves else self._move_at(game, state, index)
        try:
            return game.play(state, move)
        except SIGNALS:
            raise
        except BaseException as error:  # what `blame` does, without its cost: whole traces are replayed
            raise stranger(game, state, move, index) or game_error(game, error) from error

    def _move_at(self, game: AnyGame, state: Any, index: int) -> Hashable:
        """The move that leads to a node, found by its label in its parent's position.

        Where a label means one move anywhere, it is kept, and so are its siblings.
        """
        offered = self._offered(game, state)
        if not names_by_position(game):
            siblings = self.children(int(self.columns.parent[index]))
            for number_ in set(self.columns.move[siblings].tolist()).difference(self._moves):
                if len(same := offered.get(self.move_label(number_), [])) == 1:
                    self._moves[number_] = same[0]
        wanted = self.label(index)
        if len(same := offered.get(wanted, [])) == 1:
            return same[0]
        if wanted not in offered and (meant := read_move(game, state, wanted)) is not None:
            return meant
        what = "offers several moves" if wanted in offered else "offers no move"
        others = f", but {some_of(offered)}" if offered and wanted not in offered else ""
        raise PlyscopeError(f"node {index}: {describe(game)} {what} {wanted!r} there{others}; is it another game?")

    def _offered(self, game: AnyGame, state: Any) -> dict[str, list[Hashable]]:
        """The moves of a position by their labels; those of the positions asked about last are kept."""
        with blame(game):
            name = key(game)(state)
            offered = self._offers.pop(name, None)
            moves = [] if offered is not None else list(game.moves(state))
        if offered is None:
            offered = {}
            for label_, move in zip(labels(game, moves), moves, strict=True):
                offered.setdefault(label_, []).append(move)
        self._offers[name] = offered
        if len(self._offers) > _KEPT:
            del self._offers[next(iter(self._offers))]
        return offered

    def need_game(self) -> AnyGame:
        """The game.

        Raises:
            PlyscopeError: the trace has none.
        """
        if self.game is None:
            raise PlyscopeError(
                f"the trace's game {clean(self.header.game)!r} is not built in: give it with --game package.module:name"
            )
        return self.game

    @property
    def unfinished(self) -> int:
        """Nodes that were never left: the path from the root on which the search stopped; 0 where it finished."""
        last = np.flatnonzero(self.columns.end == len(self))
        still = self.columns.status[last] == OPEN
        return len(still) if still.all() else int(np.argmin(still))

    @cached_property
    def steps(self) -> int:
        """Events of the recording: one for each visit entered, each visit returned, each branch pruned.

        Of a best-first search, the rows of its log.
        """
        log = self.columns.log
        return len(self) + int(self.columns.visited_before[-1]) - self.unfinished if log is None else len(log)

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
        end, before = columns.end.item(index), columns.visited_before.item
        return int(end + before(end) - 1 - columns.ply.item(index))
