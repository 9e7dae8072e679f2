"""One search as it is recorded: the open calls, and what became of each when it returned."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from math import isfinite
from time import perf_counter
from types import FrameType
from typing import Any

import numpy as np

from tracer.attaching.branches import branches
from tracer.attaching.calls import INFINITY
from tracer.attaching.referee import UNKNOWN, Referee
from tracer.attaching.texts import Texts
from tracer.errors import PlyscopeError
from tracer.games.places import position_text
from tracer.games.rules import MAX, label
from tracer.games.snapshots import difference, freeze
from tracer.recording.columns import NO_DEPTH, Columns, Ints
from tracer.recording.header import DEEPEST, Header
from tracer.recording.recorder import Recorder
from tracer.recording.status import EXPANDED, HORIZON, TABLE, TERMINAL
from tracer.text import clean
from tracer.tracing import Trace

_NUMBERS = (int, float)


@dataclass(eq=False, slots=True)
class Visit:
    """A call that has not returned yet. Window and values are MAX's view."""

    frame: FrameType | None
    turn: int
    alpha: float
    beta: float
    state: Hashable
    """The position's snapshot; UNKNOWN where none is read."""
    place: Any
    """The game's own position; UNKNOWN where there is none."""
    depth: Any = None
    """The argument that is the depth."""
    text: int = -1
    """The number of the position's text."""
    live: Any = None
    """The position itself where the search may change it."""
    again: Callable[[], Any] | None = None
    """Gives the position when the call returns; None where it cannot have changed."""
    legal: list[Hashable] | None = None
    """The legal moves on entry, as a callable gave them."""
    node: int = 0
    children: int = 0
    searched: dict[Hashable, Hashable] = field(default_factory=dict)
    """The moves of the children so far, each with the snapshot of its position."""
    best: float | None = None
    """The best value of a child."""
    reached: bool = False
    """Whether the last child that returned reached the end of the window."""
    ignored: bool = False
    """Whether the search went on after a child that reached it."""


class Tape:
    """Records one search from its first call to its last return.

    Args:
        view: "max" or "mover", as the search has it.
        windowed: whether its functions have alpha and beta.
        referee: the game, if it was given.
        searched: hashes of the positions that were searched with their moves, in this recording and earlier ones.
        table: whether its functions have a table in which they keep values.
    """

    def __init__(self, view: str, windowed: bool, referee: Referee | None, searched: set[int], *, table: bool) -> None:
        self._record = Recorder(view=view, windowed=windowed)
        self._windowed, self._referee, self._searched, self._table = windowed, referee, searched, table
        self._copied = freeze if referee is None else referee.copy_position
        self._mover = view == "mover"
        self.stack: list[Visit] = []
        self.texts = Texts()
        self._first: Visit | None = None
        self._depths, self._positions, self._left = array("i"), array("i"), dict[int, int]()
        self._shared: bool | None = None
        """Whether calls got the very object that their caller had as its position; None while that is unknown."""
        self._count = 0
        self._cut_short: list[tuple[int, int]] = []
        self._down: bool | None = None
        """Whether the depth argument counts down; None while that is unknown."""
        self._on_equal = self._past_equal = self._hard = self._soft = 0
        """How often the search stopped, and went on, at a value equal to the window's end; fail-hard, fail-soft."""
        self.illegal: str | None = None
        """The path to the first node to which no legal move leads."""
        self._started = perf_counter()

    @property
    def nodes(self) -> int:
        """Nodes so far, pruned branches included."""
        return self._count

    def where(self) -> str:
        """The number of the node in hand, for messages."""
        return f"node {self.stack[-1].node}" if self.stack else "the root"

    def enter(self, visit: Visit, said: Hashable = None) -> None:
        """A call begins, below the last open one; `said` is the move by which it says that it was reached."""
        parent = self.stack[-1] if self.stack else None
        move = None if parent is None else self._move(parent, visit, said)
        if parent is None:
            self._first = visit
        else:
            if parent.reached:
                parent.reached, parent.ignored = False, True
                self._past_equal += parent.best == (parent.beta if parent.turn > 0 else parent.alpha)
            if (
                self._down is None
                and _countable(visit.depth)
                and _countable(parent.depth)
                and visit.depth != parent.depth
            ):
                self._down = visit.depth < parent.depth
            parent.children += 1
            if parent.live is not None and visit.live is not None:
                self._shared = bool(self._shared) or parent.live is visit.live
        if not self._windowed:
            visit.node = self._record.enter(move, visit.turn)
        elif self._mover and visit.turn < 0:
            visit.node = self._record.enter(move, visit.turn, -visit.beta, -visit.alpha)
        else:
            visit.node = self._record.enter(move, visit.turn, visit.alpha, visit.beta)
        self._count = visit.node + 1
        self.stack.append(visit)
        self._positions.append(visit.text)
        depth = visit.depth
        self._depths.append(int(depth) if _countable(depth) and abs(depth) < -NO_DEPTH else NO_DEPTH)

    def _move(self, parent: Visit, visit: Visit, said: Hashable) -> Hashable:
        """The move from the parent's position: a legal move, what the call says, the difference, or the ordinal."""
        searched, referee = parent.searched, self._referee
        if referee is not None and parent.place is not UNKNOWN and visit.place is not UNKNOWN:
            legal = referee.moves_between(parent.place, visit.place)
            move = said if said in legal else next((move for move in legal if move not in searched), None)
            if legal:
                move = legal[0] if move is None else move
                searched[move] = visit.state
                return move
        if referee is not None and self.illegal is None:
            self.illegal = "/".join(self._written(one) for one in self._line()) or "the root"
        move = said if said is not None else self._guessed(parent, visit)
        if referee is not None and move not in self._legal(parent):
            move = _Told(move)
        searched[move] = visit.state
        return move

    def _guessed(self, parent: Visit, visit: Visit) -> Hashable:
        """What stands for the move where neither the game nor the call says it."""
        searched, move = parent.searched, None
        known = parent.state is not UNKNOWN and visit.state is not UNKNOWN
        inside = branches(parent.state, visit.state) if known else []
        if inside and parent.legal is None:
            return next((one for one in inside if one not in searched), inside[0])
        if visit.state is not UNKNOWN and len(inside) < 2:  # equal branches of a tree are several moves all the same
            move = next((known for known, state in searched.items() if state == visit.state), None)
        if move is None and parent.legal is not None and len(searched) < len(parent.legal):
            move = parent.legal[len(searched)]
        if move is None and known:
            move = difference(parent.state, visit.state)
        return str(parent.children + 1) if move is None else move

    def _line(self) -> list[Hashable]:
        """The moves of the open path."""
        return [next(reversed(visit.searched)) for visit in self.stack[:-1] if visit.searched]

    def _written(self, move: Hashable) -> str:
        if isinstance(move, _Told) or self._referee is None:
            return clean(str(move))
        return label(self._referee.game, move)

    def leave(self, value: float) -> None:
        """The last open call returns a value, from the search's own point of view."""
        visit = self.stack[-1]
        mine = -value if self._mover and visit.turn < 0 else value
        if visit.again is not None:
            self._look_again(visit)
        if visit.children == 0:
            self._record.leave(visit.node, value, self._leaf(visit))
        else:
            self._leave_expanded(visit, value, mine)
        self.stack.pop()
        if self.stack:
            parent = self.stack[-1]
            better = parent.best is None or (mine > parent.best if parent.turn > 0 else mine < parent.best)
            parent.best = mine if better else parent.best
            parent.reached = self._windowed and (mine >= parent.beta if parent.turn > 0 else mine <= parent.alpha)

    def _look_again(self, visit: Visit) -> None:
        """Keep the position's text at the end of the call if it is not what it was on entry."""
        assert visit.again is not None
        try:
            position = visit.again()
            snapshot = self._copied(position)
        except PlyscopeError:  # it is gone, or can be read no more: nothing is known of it
            return
        if snapshot != visit.state and (text := self.texts.number(snapshot, position)) != visit.text:
            self._left[visit.node] = text

    def _leave_expanded(self, visit: Visit, value: float, mine: float) -> None:
        holds = self._windowed and (mine >= visit.beta if visit.turn > 0 else mine <= visit.alpha)
        cutoff = holds and (visit.reached or not visit.ignored)
        if self._windowed and visit.best is not None:
            inside = visit.alpha <= mine <= visit.beta
            self._soft += not inside
            self._hard += mine != visit.best and mine == min(max(visit.best, visit.alpha), visit.beta)
        if cutoff:
            skipped = [move for move in self._legal(visit) if move not in visit.searched]
            self._on_equal += bool(skipped) and mine == (visit.beta if visit.turn > 0 else visit.alpha)
            self._record.prune(skipped)
            self._count += len(skipped)
            self._positions.extend([-1] * len(skipped))
            self._depths.extend([NO_DEPTH] * len(skipped))
        if visit.state is not UNKNOWN:
            self._searched.add(hash((visit.turn, visit.state)))
        self._record.leave(visit.node, value, EXPANDED, cutoff)

    def _legal(self, visit: Visit) -> list[Hashable]:
        if visit.legal is not None:
            return visit.legal
        return [] if self._referee is None or visit.place is UNKNOWN else self._referee.legal(visit.place)

    def _leaf(self, visit: Visit) -> int:
        """What became of a call that made no further one."""
        over = None
        if self._referee is not None and visit.place is not UNKNOWN:
            over = self._referee.over(visit.place)
        elif visit.legal is not None:
            over = not visit.legal
        if over:
            return TERMINAL
        if visit.depth == 0 and _countable(visit.depth) and self._down is not False:
            return HORIZON
        if visit.state is not UNKNOWN and hash((visit.turn, visit.state)) in self._searched:
            return TABLE
        if over is None or not (visit.legal is None or self._table):  # moves that are said may go on after a win
            return TERMINAL
        return HORIZON if _countable(visit.depth) and self._down is False else TABLE

    def unwind(self) -> None:
        """An exception leaves the last open call: it stays OPEN."""
        visit = self.stack.pop()
        self._cut_short.append((visit.node, self._count))

    def finish(self, game: str, search: str, stopped: str | None, notes: dict[str, Any]) -> Trace:
        """The trace of what was recorded."""
        for visit in reversed(self.stack):
            self._cut_short.append((visit.node, self._count))
        columns, moves = self._record.finish()
        strict = self._past_equal > 0 and self._on_equal == 0
        columns = self._mended(columns, strict=strict)
        columns, texts = self._with_optional(columns)
        options: dict[str, Any] = {}
        first = self._first
        assert first is not None
        if self._down and _countable(first.depth) and 0 <= first.depth <= DEEPEST:
            options["depth"] = int(first.depth)
        full = (first.alpha, first.beta) == (-INFINITY, INFINITY)
        if self._windowed and not full and first.alpha < first.beta:
            options["window"] = (float(first.alpha), float(first.beta))
        if self._hard and not self._soft:
            options["fail"] = "hard"
        if strict:
            options["cut"] = ">"
        seconds = perf_counter() - self._started
        if self._shared is not None:
            notes = {"board": "one object" if self._shared else "an object a call", **notes}
        header = Header(game, None, search, options, self._windowed, seconds, stopped, notes)
        referee = self._referee
        if referee is not None and first.place is not UNKNOWN and first.place != referee.start:
            header = replace(header, position=position_text(referee.game, first.place, first.place))
        if referee is None or first.place is UNKNOWN or self.illegal is not None:
            labels = [self._written(move) for move in moves]
            return Trace(columns, labels, header, labels=labels, texts=texts)
        return Trace(columns, moves, header, referee.game, first.place, texts=texts)

    def _with_optional(self, columns: Columns) -> tuple[Columns, list[str]]:
        """The columns with depths and positions, where they say what the others do not; and the table of texts.

        A game replays the positions, unless moves were searched that it does not know, or were not undone.
        """
        depths: Ints = np.array(self._depths, np.int32)
        depth = None if self._down is False or bool((depths == NO_DEPTH).all()) else depths
        text, left, texts = np.array(self._positions, np.int32), None, self.texts.listed()
        replayed = self._referee is not None and self.illegal is None and not self._left
        if replayed or not texts:
            return replace(columns, depth=depth, _derived={}), []
        if self._left:
            left = np.full(len(columns), -1, np.int32)
            left[list(self._left)] = list(self._left.values())
        return replace(columns, depth=depth, text=text, left_text=left, _derived={}), texts

    def _mended(self, columns: Columns, *, strict: bool) -> Columns:
        """Put right what is known only in the end: where a call ended that never returned, and the test of a cutoff."""
        end, cutoff = columns.end, columns.cutoff
        if self._cut_short:
            end = end.copy()
            for node, last in self._cut_short:
                end[node] = last
        if strict:
            reaches = np.where(columns.turn == MAX, columns.value == columns.beta, columns.value == columns.alpha)
            cutoff = cutoff & ~reaches
        return replace(columns, end=end, cutoff=cutoff, _derived={})


class _Told(str):
    """The label of what is no move of the game, among the game's moves."""

    __slots__ = ()


def _countable(depth: Any) -> bool:
    return depth is not None and isinstance(depth, _NUMBERS) and type(depth) is not bool and isfinite(depth)
