"""The built-in game that a recording without a game is of: known by its positions, moves, ends and payoffs."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import pairwise
from math import prod
from typing import Any, NamedTuple

import numpy as np

from tracer.deciding.position_texts import Boards, Reading, boards_in, boards_told, may_begin_at_start, readings
from tracer.deciding.referee import UNKNOWN, Referee
from tracer.deciding.thresholds import ASKED, ENTRIES
from tracer.errors import PlyscopeError
from tracer.games.registry import builtin_game
from tracer.games.rules import MAX, MIN, AnyGame, Turn, spec_of
from tracer.recording.columns import NO_DEPTH, Ints
from tracer.recording.status import EXPANDED, HORIZON, PRUNED, TERMINAL
from tracer.text import clean, title_of_spec
from tracer.tracing import Trace

_SIDES = range(3, 9)
"""Rows and columns of boards of which the number in a row is not known."""
_LONGEST_ROWS = range(3, 6)
"""Stones in a row that may win there."""
_CONNECT_FOUR = (6, 7)
"""Rows and columns of Connect Four, which people know by its board."""


class LikelyGame(NamedTuple):
    """A built-in game whose rules a recording follows."""

    spec: str
    game: AnyGame
    start: Any
    """The game's own position at the first visit that tells one: the root, as a rule."""
    looked_at: int
    """How many nodes with moves were held to the rules."""
    played_on: int = 0
    """At how many of these the game is over by the rules; 0 where the recording follows them everywhere."""

    def __str__(self) -> str:
        """What shows that it is this game, in words."""
        name = clean(title_of_spec(self.spec))
        if not self.played_on:
            return f"the positions look like those of {name}"
        return (
            f"the positions are those of {name}, except that {self.played_on:,} of {self.looked_at:,} with moves are "
            "over there and were played on"
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
    told = np.flatnonzero((text >= 0) & (columns.status != PRUNED) & ~np.isin(np.arange(len(trace)), [*trace.drivers]))
    kinds = (EXPANDED, TERMINAL, HORIZON) if played_on else (EXPANDED, TERMINAL)
    inner, leaves, *horizon = (sample(told[columns.status[told] == status], ASKED).tolist() for status in kinds)
    if not inner:
        return None
    first = int(told[0])
    texts = [trace.texts[int(text[node])] for node in (first, *inner, *leaves)]
    told_in, agreeing = boards_told(texts), dict[str, LikelyGame]()
    for lenient in (False, True) if played_on else (False,):
        found: dict[str, LikelyGame] = {}
        for spec, part in ((spec, part) for part, board in boards_in(texts[0]) for spec in _games_of(board)):
            if part not in told_in:
                continue
            ends = sum(horizon, leaves) if lenient else leaves  # who tests late sees some ends at the horizon alone
            judge = _judge_of(trace, spec, {part: told_in[part]}, inner, ends, lenient=lenient)
            if judge is not None and not begins_elsewhere(trace, judge.game):
                one = LikelyGame(spec, judge.game, judge.place(first), judge.looked_at, len(judge.played_on))
                if not lenient and judge.shows_wins:
                    return one
                (found if lenient else agreeing).setdefault(spec, one)
        found = found and (agreeing or found)  # what no node contradicts comes before what some do
        if len(found) == 1:
            return found.popitem()[1]
    return None


def sample(nodes: Ints, most: int) -> Ints:
    """Return some nodes, evenly spread over the recording, with the first and the last of them."""
    return nodes[np.linspace(0, len(nodes) - 1, min(len(nodes), most)).astype(np.int64)]


def begins_elsewhere(trace: Trace, game: Any) -> bool:
    """Return whether a search without a position of its root seems not to begin at the start of a game."""
    text = trace.columns.text
    if trace.header.position is not None:
        return False
    root = trace.children(0)[0] if 0 in trace.drivers else 0
    if text is None or text[root] >= 0 or trace.columns.turn[root] not in (MAX, MIN):
        return False
    texts = (trace.text(child) for child in trace.children(root) if trace.columns.status[child] != PRUNED)
    return not may_begin_at_start(game, Turn(int(trace.columns.turn[root])), [one for one in texts if one is not None])


def _games_of(board: Hashable) -> Iterator[str]:
    """Yield the games with a board of this form."""
    if isinstance(board, frozenset):
        yield from ("tictactoe", "connect4")
        return
    assert isinstance(board, tuple)
    rows = [row for row in board if isinstance(row, tuple)]
    if not rows:
        if len(board) == 3 * 3:
            yield "tictactoe"
        if len(board) == prod(_CONNECT_FOUR):
            yield "connect4"
        if len(board) <= ENTRIES and all(cell.isdecimal() for cell in board):
            heaps = ",".join(board)
            yield from (f"nim:{heaps}", f"nim:{heaps},misere")
        return
    height, width = len(rows), len(rows[0])
    stacks = len(rows) == _CONNECT_FOUR[1] and all(len(row) <= _CONNECT_FOUR[0] for row in rows)
    if (height, width) == (3, 3):
        yield "tictactoe"
    elif (height, width) == _CONNECT_FOUR or stacks:
        yield "connect4"
    elif height in _SIDES and width in _SIDES and all(len(row) == width for row in rows):
        for length in _LONGEST_ROWS:
            if length <= max(height, width):
                yield f"mnk:{width},{height},{length}"
                yield f"connect4:{width},{height},{length}"


def _judge_of(
    trace: Trace, spec: str, told: Boards, inner: Sequence[int], leaves: Sequence[int], *, lenient: bool
) -> _Judge | None:
    """Return what reads boards so that all nodes that are looked at follow the rules of a game.

    With `lenient` the game may be over at nodes with moves.
    """
    try:
        game = builtin_game(spec)
        if game is None:
            return None
        referee = Referee(game)
        for reading in readings(referee, told):
            referee.read_as(reading.squares)
            judge = _Judge(trace, referee, reading, lenient=lenient)
            if judge.agrees(inner, leaves):
                return judge
    except PlyscopeError:  # there is no such game, or it fails on what is no position of it
        pass
    return None


class _Judge:
    """Holds nodes of a recording to the rules of a game that reads its texts in one way."""

    def __init__(self, trace: Trace, referee: Referee, reading: Reading, *, lenient: bool) -> None:
        self._trace, self._referee, self._reading, self._lenient = trace, referee, reading, lenient
        self.game = referee.game
        self.played_on: set[int] = set()
        """The nodes with moves at which the game is over."""
        self.looked_at = 0
        """How many nodes with moves were held to the rules."""
        self._sign = 0
        """1 where MAX is the game's, −1 where the game calls MIN who is MAX here; 0 before that is known."""
        self._places: dict[tuple[str, int], Any] = {}
        """The game's positions by their texts and who moves there."""
        self.shows_wins = False
        """Whether an end of the game shows that it is this game; Connect Four is known by how its discs fall."""
        self._worth: dict[int, list[float]] = {1: [], 0: [], -1: []}
        """What ends of the game are worth that MAX has won, that are drawn, and that MIN has won."""

    def agrees(self, inner: Iterable[int], leaves: Iterable[int]) -> bool:
        """Return whether all nodes with moves, and all leaves, are as the game has them."""
        if self._lenient:  # one after the other: the first that does not agree is the last that is looked at
            inner, leaves = ((node for node in nodes if not self._is_below_an_end(node)) for nodes in (inner, leaves))
        return all(map(self._plays, inner)) and all(map(self._ends, leaves)) and self._pays()

    def _is_below_an_end(self, node: int) -> bool:
        """Return whether the game was over further up on the way to a node."""
        above = self._trace.columns.parent
        while (node := above.item(node)) >= 0:
            here = self.place(node)
            if here is not UNKNOWN and self._referee.utility(here) is not None:
                return True
        return False

    def place(self, node: int) -> Any:
        """Return the game's position at a node."""
        text, turn = self._trace.text(node), self._trace.columns.turn.item(node)
        if not turn:  # at an end nobody moves
            turn = -self._trace.columns.turn.item(self._trace.columns.parent.item(node)) if node else 1
        if text is None or not turn:
            return UNKNOWN
        if (text, turn) not in self._places:
            self._places[text, turn] = self._reading.place(self._referee, text, Turn(turn))
        return self._places[text, turn]

    def _plays(self, node: int) -> bool:
        """Return whether the game goes on at a node, the player is its player, and its moves are the game's."""
        columns, referee = self._trace.columns, self._referee
        here = self.place(node)
        self.looked_at += 1
        if here is not UNKNOWN and referee.utility(here) is not None:
            self.played_on.add(node)
            return self._lenient
        if here is UNKNOWN:
            return False
        sign = columns.turn.item(node) * int(referee.turn(here))
        self._sign = self._sign or sign
        if not sign or sign != self._sign:
            return False
        made: set[Hashable] = set()
        for child in self._trace.children(node):
            if columns.move.item(child) in self._trace.no_moves or columns.status[child] == PRUNED:
                continue
            there = self.place(child)
            moves = [] if there is UNKNOWN else referee.moves_between(here, there)
            if not moves:
                return False
            made.update(moves)
        return bool(columns.cutoff[node]) or made == set(referee.legal(here))

    def _ends(self, node: int) -> bool:
        """Return whether the game is over at a leaf, if that is no leaf because its depth is spent."""
        columns, here = self._trace.columns, self.place(node)
        if here is UNKNOWN:
            return False
        payoff = self._referee.utility(here)
        if payoff is None:
            spent = columns.depth is not None and NO_DEPTH != columns.depth.item(node) <= 0
            return spent or columns.status[node] == HORIZON
        self._worth[(payoff > 0) - (payoff < 0)].append(columns.value.item(node) * (self._sign or 1))
        return True

    def _pays(self) -> bool:
        """Return whether winners have the greater values; of what may be another game also whether any was won."""
        lost, drawn, won = self._worth[-1], self._worth[0], self._worth[1]
        in_order = [worth for worth in (lost, drawn, won) if worth]
        if any(max(less) > min(more) for less, more in pairwise(in_order)):
            return False
        # Who does not look for a win takes it for a draw.
        apart = [in_order] if not self._lenient else [[in_order[0], in_order[-1]]] if len(in_order) > 1 else []
        if any(max(less) == min(more) for ends in apart for less, more in pairwise(ends)):
            return False
        self.shows_wins = bool(lost or won) or spec_of(self._referee.game) == "connect4"
        if not lost and not won:
            return self.shows_wins or not self._lenient
        return (len(in_order) > 1) or (max(lost) < 0 if lost else min(won) > 0)
