"""The built-in game that a recording without a game is of: known by its positions, moves, ends and payoffs."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import pairwise
from math import prod
from typing import Any, NamedTuple

import numpy as np

from tracer.deciding.position_texts import Boards, Reading, boards_in, boards_in_texts, may_begin_at_start, readings
from tracer.deciding.referee import UNKNOWN, Referee
from tracer.deciding.thresholds import ASKED, ENTRIES
from tracer.errors import PlyscopeError
from tracer.games.registry import builtin_game
from tracer.games.rules import MAX, MIN, AnyGame, Turn, spec_of
from tracer.recording.columns import NO_DEPTH, Ints
from tracer.recording.status import EXPANDED, HORIZON, PRUNED, TERMINAL
from tracer.text import clean, title_of_spec
from tracer.tracing import Trace

_UNKNOWN_BOARD_SIDES = range(3, 9)
"""Rows and columns of boards of which the number in a row is not known."""
_WINNING_ROW_LENGTHS = range(3, 6)
"""Stones in a row that may win there."""
_CONNECT_FOUR_SHAPE = (6, 7)
"""Rows and columns of Connect Four, which people know by its board."""


class LikelyGame(NamedTuple):
    """A built-in game whose rules a recording follows."""

    spec: str
    game: AnyGame
    start: Any
    """The game's own position at the first visit that tells one: the root, as a rule."""
    checked_nodes: int
    """How many nodes with moves were held to the rules."""
    continued_ends: int = 0
    """At how many of these the game is over by the rules; 0 where the recording follows them everywhere."""

    def __str__(self) -> str:
        """What shows that it is this game, in words."""
        name = clean(title_of_spec(self.spec))
        if not self.continued_ends:
            return f"the positions look like those of {name}"
        return (
            f"the positions are those of {name}, except that {self.continued_ends:,} of {self.checked_nodes:,} with "
            "moves are over there and were played on"
        )


def likely_game(trace: Trace, *, played_on: bool = False) -> LikelyGame | None:
    """Return the built-in game whose rules a recording follows; None where none is known, or the recording has one.

    A fixed number of nodes is looked at: their positions, the moves between them, which moves were left out, where the
    game ends and who has won. All of them have to agree.

    Args:
        trace: the recording.
        played_on: whether to return, where no game agrees, the only one that agrees with all nodes but for those at
            which it is over and that have moves all the same. What is below these is not looked at.

    >>> import tracer
    >>> def search(heaps, maximizing=True):
    ...     if not any(heaps):
    ...         return -1 if maximizing else 1
    ...     after = [(*heaps[:k], left, *heaps[k + 1 :]) for k, heap in enumerate(heaps) for left in range(heap)]
    ...     return (max if maximizing else min)(search(one, not maximizing) for one in after)
    >>> with tracer.attach(search) as recording:
    ...     value = search((1, 2, 2))
    >>> likely_game(recording.trace).spec
    'nim:1,2,2'
    """
    columns, text = trace.columns, trace.columns.text
    if trace.game is not None or trace.header.ours or columns.log is not None or text is None:
        return None
    nodes_with_text = np.flatnonzero((text >= 0) & (columns.status != PRUNED))
    nodes_with_text = nodes_with_text[~np.isin(nodes_with_text, [*trace.drivers])]
    statuses = (EXPANDED, TERMINAL, HORIZON) if played_on else (EXPANDED, TERMINAL)
    inner_nodes, leaves, *horizon_nodes = (
        pick_evenly(nodes_with_text[columns.status[nodes_with_text] == status], ASKED).tolist() for status in statuses
    )
    if not inner_nodes:
        return None
    first_node = int(nodes_with_text[0])
    sample_texts = [trace.texts[int(text[node])] for node in (first_node, *inner_nodes, *leaves)]
    boards_by_part, agreeing_games = boards_in_texts(sample_texts), dict[str, LikelyGame]()
    for is_lenient in (False, True) if played_on else (False,):
        games: dict[str, LikelyGame] = {}
        boards = ((part, board) for part, board in boards_in(sample_texts[0]) if part in boards_by_part)
        for text_part, spec in ((part, spec) for part, board in boards for spec in _iter_games_with_board(board)):
            # Who tests late sees some ends at the horizon alone.
            end_nodes = sum(horizon_nodes, leaves) if is_lenient else leaves
            judge = _find_agreeing_judge(
                trace, spec, {text_part: boards_by_part[text_part]}, inner_nodes, end_nodes, lenient=is_lenient
            )
            if judge is not None and not begins_off_start(trace, judge.game):
                start, ends = judge.find_position(first_node), len(judge.continued_ends)
                game = LikelyGame(spec, judge.game, start, judge.checked_nodes, ends)
                if not is_lenient and judge.shows_wins:
                    return game
                (games if is_lenient else agreeing_games).setdefault(spec, game)
        games = games and (agreeing_games or games)  # what no node contradicts comes before what some do
        if len(games) == 1:
            return games.popitem()[1]
    return None


def pick_evenly(nodes: Ints, max_nodes: int) -> Ints:
    """Return some nodes, evenly spread over the recording, with the first and the last of them."""
    return nodes[np.linspace(0, len(nodes) - 1, min(len(nodes), max_nodes)).astype(np.int64)]


def begins_off_start(trace: Trace, game: Any) -> bool:
    """Return whether a search without a position of its root seems not to begin at the start of a game."""
    text = trace.columns.text
    if trace.header.position is not None:
        return False
    root = trace.children(0)[0] if 0 in trace.drivers else 0
    if text is None or text[root] >= 0 or trace.columns.turn[root] not in (MAX, MIN):
        return False
    texts = (trace.text(child) for child in trace.children(root) if trace.columns.status[child] != PRUNED)
    return not may_begin_at_start(game, Turn(int(trace.columns.turn[root])), [one for one in texts if one is not None])


def _iter_games_with_board(board: Hashable) -> Iterator[str]:
    """Yield the games with a board of this form."""
    if isinstance(board, frozenset):
        yield from ("tictactoe", "connect4")
        return
    assert isinstance(board, tuple)
    rows = [row for row in board if isinstance(row, tuple)]
    if not rows:
        if len(board) == 3 * 3:
            yield "tictactoe"
        if len(board) == prod(_CONNECT_FOUR_SHAPE):
            yield "connect4"
        if len(board) <= ENTRIES and all(cell.isdecimal() for cell in board):
            heaps = ",".join(board)
            yield from (f"nim:{heaps}", f"nim:{heaps},misere")
        return
    height, width = len(rows), len(rows[0])
    stacks = len(rows) == _CONNECT_FOUR_SHAPE[1] and all(len(row) <= _CONNECT_FOUR_SHAPE[0] for row in rows)
    if (height, width) == (3, 3):
        yield "tictactoe"
    elif (height, width) == _CONNECT_FOUR_SHAPE or stacks:
        yield "connect4"
    elif height in _UNKNOWN_BOARD_SIDES and width in _UNKNOWN_BOARD_SIDES and all(len(row) == width for row in rows):
        for length in _WINNING_ROW_LENGTHS:
            if length <= max(height, width):
                yield f"mnk:{width},{height},{length}"
                yield f"connect4:{width},{height},{length}"


def _find_agreeing_judge(
    trace: Trace, spec: str, boards: Boards, inner_nodes: Sequence[int], leaf_nodes: Sequence[int], *, lenient: bool
) -> _GameJudge | None:
    """Return what reads boards so that all nodes that are looked at follow the rules of a game.

    With `lenient` the game may be over at nodes with moves.
    """
    try:
        game = builtin_game(spec)
        if game is None:
            return None
        referee = Referee(game)
        for reading in readings(referee, boards):
            referee.read_as(reading.squares)
            judge = _GameJudge(trace, referee, reading, lenient=lenient)
            if judge.agrees(inner_nodes, leaf_nodes):
                return judge
    except PlyscopeError:  # there is no such game, or it fails on what is no position of it
        pass
    return None


class _GameJudge:
    """Holds nodes of a recording to the rules of a game that reads its texts in one way."""

    def __init__(self, trace: Trace, referee: Referee, reading: Reading, *, lenient: bool) -> None:
        self._trace, self._referee, self._reading, self._lenient = trace, referee, reading, lenient
        self.game = referee.game
        self.continued_ends: set[int] = set()
        """The nodes with moves at which the game is over."""
        self.checked_nodes = 0
        """How many nodes with moves were held to the rules."""
        self._sign = 0
        """1 where MAX is the game's, −1 where the game calls MIN who is MAX here; 0 before that is known."""
        self._positions: dict[tuple[str, int], Any] = {}
        """The game's positions by their texts and who moves there."""
        self.shows_wins = False
        """Whether an end of the game shows that it is this game; Connect Four is known by how its discs fall."""
        self._end_values: dict[int, list[float]] = {1: [], 0: [], -1: []}
        """What ends of the game are worth that MAX has won, that are drawn, and that MIN has won."""

    def agrees(self, inner_nodes: Iterable[int], leaf_nodes: Iterable[int]) -> bool:
        """Return whether all nodes with moves, and all leaves, are as the game has them."""
        if self._lenient:  # one after the other: the first that does not agree is the last that is looked at
            inner_nodes, leaf_nodes = (
                (node for node in nodes if not self._is_below_an_end(node)) for nodes in (inner_nodes, leaf_nodes)
            )
        return (
            all(map(self._continues_by_rules, inner_nodes))
            and all(map(self._ends_by_rules, leaf_nodes))
            and self._pays_winners_more()
        )

    def _is_below_an_end(self, node: int) -> bool:
        """Return whether the game was over further up on the way to a node."""
        parent_of = self._trace.columns.parent
        while (node := parent_of.item(node)) >= 0:
            position = self.find_position(node)
            if position is not UNKNOWN and self._referee.utility(position) is not None:
                return True
        return False

    def find_position(self, node: int) -> Any:
        """Return the game's position at a node."""
        text, turn = self._trace.text(node), self._trace.columns.turn.item(node)
        if not turn:  # at an end nobody moves
            turn = -self._trace.columns.turn.item(self._trace.columns.parent.item(node)) if node else 1
        if text is None or not turn:
            return UNKNOWN
        if (text, turn) not in self._positions:
            self._positions[text, turn] = self._reading.place(self._referee, text, Turn(turn))
        return self._positions[text, turn]

    def _continues_by_rules(self, node: int) -> bool:
        """Return whether the game goes on at a node, the player is its player, and its moves are the game's."""
        columns, referee = self._trace.columns, self._referee
        position = self.find_position(node)
        self.checked_nodes += 1
        if position is not UNKNOWN and referee.utility(position) is not None:
            self.continued_ends.add(node)
            return self._lenient
        if position is UNKNOWN:
            return False
        sign = columns.turn.item(node) * int(referee.turn(position))
        self._sign = self._sign or sign
        if not sign or sign != self._sign:
            return False
        made_moves: set[Hashable] = set()
        children = self._trace.children(node)
        for child in children:
            if columns.move.item(child) in self._trace.no_moves or columns.status[child] == PRUNED:
                continue
            child_position = self.find_position(child)
            possible_moves = [] if child_position is UNKNOWN else referee.moves_between(position, child_position)
            if not possible_moves:
                return False
            made_moves.update(possible_moves)
        leaves_moves = bool(columns.cutoff[node]) or any(columns.status[child] == PRUNED for child in children)
        return leaves_moves or made_moves == set(referee.legal(position))

    def _ends_by_rules(self, node: int) -> bool:
        """Return whether the game is over at a leaf, if that is no leaf because its depth is spent."""
        columns, position = self._trace.columns, self.find_position(node)
        if position is UNKNOWN:
            return False
        payoff = self._referee.utility(position)
        if payoff is None:
            is_depth_used_up = columns.depth is not None and NO_DEPTH != columns.depth.item(node) <= 0
            return is_depth_used_up or columns.status[node] == HORIZON
        value = columns.value.item(node)
        is_clamped = self._trace.header.options.get("fail") == "hard"
        if not (is_clamped and value in (columns.alpha.item(node), columns.beta.item(node))):
            self._end_values[(payoff > 0) - (payoff < 0)].append(value * (self._sign or 1))
        return True

    def _pays_winners_more(self) -> bool:
        """Return whether winners have the greater values; of what may be another game also whether any was won."""
        lost_values, drawn_values, won_values = self._end_values[-1], self._end_values[0], self._end_values[1]
        value_groups = [worth for worth in (lost_values, drawn_values, won_values) if worth]
        if any(max(lower) > min(higher) for lower, higher in pairwise(value_groups)):
            return False
        # Who does not look for a win takes it for a draw.
        differing_groups = [value_groups[0], value_groups[-1]] if self._lenient and value_groups else value_groups
        if len(value_groups) > 1 and any(max(lower) == min(higher) for lower, higher in pairwise(differing_groups)):
            return False
        self.shows_wins = bool(lost_values or won_values) or spec_of(self._referee.game) == "connect4"
        if not lost_values and not won_values:
            return self.shows_wins or not self._lenient
        return (len(value_groups) > 1) or (max(lost_values) < 0 if lost_values else min(won_values) > 0)
