"""One search as it is recorded: the open calls, and what became of each when it returned."""

# Long, for entering and leaving a node share the stack, and run once a call.

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from time import perf_counter
from types import CodeType, FrameType
from typing import Any

from tracer.attaching.cut_tests import CutTests
from tracer.attaching.cutoffs import Cutoffs
from tracer.attaching.moves_of import Moves, simple_move
from tracer.attaching.origins import Start, pass_label
from tracer.attaching.outlet import Place
from tracer.attaching.recognised import Read
from tracer.attaching.sharing import Sharing
from tracer.attaching.sources import Functions, lines_of
from tracer.attaching.table_lines import table_lines
from tracer.attaching.visit import Visit
from tracer.deciding.depth_steps import countable
from tracer.deciding.passing import DIGITS
from tracer.deciding.referee import UNKNOWN, Referee
from tracer.deciding.weights import Weights, bear_out
from tracer.file.writing import Writer
from tracer.file.written import Written
from tracer.games.places import position_text
from tracer.games.rules import AnyGame, show
from tracer.recording.columns import NO_DEPTH, NO_LINE, Columns
from tracer.recording.header import DEEPEST, IN_PART, NEVER, Header
from tracer.recording.interrupts import hold_interrupts
from tracer.recording.no_moves import NoMove, Pass
from tracer.recording.parts import Part
from tracer.recording.recorder import Recorder
from tracer.recording.status import EXPANDED, HORIZON, TABLE, TERMINAL, Why
from tracer.recording.told import Told
from tracer.recording.withdrawn import Withdrawn
from tracer.tracing import Trace

INFINITY = float("inf")
MOVERS = 2
"""Added to the number of a position for what it is worth to whoever moves there: no player's number."""
_CONTRADICTED = 0.2
"""The part of the calls from which on it is usual that none of the children's values is returned."""
_FEW = 4_096
"""Nodes of a search that may be recorded anew; those that are have not so many."""
_MANY = 4_096
"""Returns after which what was told is put together."""


class Tape:
    """Records one search from its first call to its last return.

    Args:
        total: what the values of both players add up to where they are the mover's; None where they are MAX's.
        windowed: whether its functions have alpha and beta.
        referee: the game, if it was given.
        searched: the last values of positions that were searched with their moves, in this recording and earlier ones,
            by the hashes of these.
        table: whether its functions have a table in which they keep values.
        cached: whether something answers calls that were made before, so that no call that is made is answered by it.
        step: by how much the depth goes down with a move, where some are searched less deep at first.
        tests_of: gives the cutoff tests of a function.
        names: of the game, for people where its spec is not for them, and of the search, for the header.
        outlet: where it goes.
    """

    start: Start | None = None
    """The last iteration as it began."""
    read: Read | None = None
    """The calls of which all of it was made; None where others were recorded as they were made."""
    _begun: Start | None = None
    """The first iteration."""
    _calling: FrameType | None = None
    """The frame of the driver."""

    def __init__(
        self,
        total: float | None,
        windowed: bool,
        referee: Referee | None,
        searched: dict[int, float],
        *,
        table: bool,
        cached: bool,
        step: float | None,
        tests_of: Callable[[CodeType], CutTests],
        names: tuple[str, str, str],
        outlet: Place,
    ) -> None:
        into = None if outlet.path is None else self
        limits = (outlet.max_nodes, outlet.progress)
        self._record = Recorder("max", *limits, into, windowed, keep=into is None)
        self._names, self.place = names, outlet
        self._writer: Writer | None = None
        self._told = Told(keep=into is None)
        self._functions = Functions(self._told.sources)
        self._windowed, self._referee, self._searched = windowed, referee, searched
        self._overwritten: dict[int, float | None] = {}
        """What the first of these values were before."""
        self._table, self._cached, self._step, self._cutoffs = table, cached, step, Cutoffs(tests_of)
        self._total = total
        self.driver: Visit | None = None
        """What calls the search again and again: then it is the root, and each of these calls an iteration below it."""
        self._deepens = False
        """Whether the iterations differ in their depth."""
        self._iterations = {0: NO_LINE}
        """The nodes of the iterations so far, or of the one search that is none, each with the driver's line."""
        self.stack: list[Visit] = []
        self.deepest = 0
        """Calls that were open at the same time, at most."""
        self._first: Visit | None = None
        self._value: float | None = None
        self._below_root: set[float] = set()
        """What the root's children were worth."""
        self._sharing = Sharing()
        self._count = self._skipped = 0
        self._code: CodeType | None = None
        """The root's function, whose number is 0."""
        self._moves = Moves(referee)
        self._down: bool | None = None
        """Whether the depth argument counts down; None while that is unknown."""
        self._hard = self._soft = 0
        """How often the search was fail-hard, fail-soft."""
        self._inner = self._unlike = 0
        """Calls with moves that returned, and those whose value is neither their best child's nor an end of theirs."""
        self._untold = 0
        """Cutoffs at positions that the game does not know: what they skipped, nobody told."""
        self.valueless = 0
        """Calls that returned no number and stay open."""
        self.moved: float | None = None
        """The number of a move that the root returned in place of a value."""
        self._started = perf_counter()

    @property
    def nodes(self) -> int:
        """Nodes so far, pruned branches included."""
        return self._count

    @property
    def visited(self) -> int:
        """Nodes so far, without pruned branches."""
        return self._count - self._skipped

    @property
    def root(self) -> CodeType:
        """The function whose call is the root."""
        assert self._first is not None
        return self._first.code

    @property
    def illegal(self) -> str | None:
        """The path to the first node to which no legal move leads."""
        return self._moves.illegal

    def where(self) -> str:
        """The number of the node in hand, for messages."""
        return f"node {self.stack[-1].node}" if self.stack else "the root"

    @property
    def iterations(self) -> int:
        """Iterations so far, or the one search that is none."""
        return len(self._iterations)

    @property
    def windowed(self) -> bool:
        """Whether its functions have alpha and beta."""
        return self._windowed

    @property
    def over(self) -> bool:
        """Whether the search has returned, or the iteration that was in hand."""
        return not self.stack or self.stack[-1] is self.driver

    def rest(self) -> None:
        """Nothing may follow for long: let what was recorded be in the file."""
        self._record.rest()

    def begin_above(self, turn: int, alpha: float, beta: float, first: NoMove) -> None:
        """Put a root above what is in the file."""
        if self._writer is not None:
            self._writer.begin_above(turn, alpha, beta, first)

    def iterate(self, driver: FrameType, now: int, start: Start) -> None:
        """The search has returned, and is called once more by the same driver: that is the root from now on.

        Args:
            driver: the frame that calls it.
            now: its instruction.
            start: the next iteration, which begins.
        """
        before = self.start
        assert before is not None
        for frame, at in start.origin.chain:
            if frame is self._calling:
                driver, now = frame, at
        one, lines = before.visit, lines_of(driver.f_code)
        if self.driver is None:
            self._begun = before
            root = Visit(None, driver.f_code, one.turn, -INFINITY, INFINITY, one.at, lines, one.place)
            self._deepens = before.is_by_depth(driver)
            self._record.begin_above(one.turn, root.alpha, root.beta, Pass(self._label(before, start)))
            self._told.shift()
            root.children, root.best, self._count = 1, self._value, self._count + 1
            self.driver, self.stack = root, [root]
            text = -1 if one.at is None else self._told.texts[one.at]
            self._told.entered.append((0, text, NO_DEPTH, 0, NO_LINE))
            self._iterations = {1: NO_LINE}
        if driver is not self._calling:  # the first, or one that calls it in turn
            called = next((at for frame, at in before.origin.chain if frame is driver), now)
            self._iterations = dict.fromkeys(self._iterations, lines[called >> 1])
            self._calling = driver
        self.start, self._first = start, start.visit
        self._iterations[self._count] = lines[now >> 1]
        self._below_root.clear()

    def _label(self, start: Start, like: Start) -> str:
        self._deepens = self._deepens or start.visit.depth != like.visit.depth
        return pass_label(start, like, deepens=self._deepens)

    def end_driver(self) -> None:
        """The driver calls no more: it is worth what its last iteration returned."""
        assert self.driver is not None
        function = self._functions.number(self._calling.f_code) if self._calling is not None else 0
        self._told.entered.append((self.driver.node, -1, NO_DEPTH, function, NO_LINE))
        self._told.entered += [(node, -1, NO_DEPTH, 0, line) for node, line in self._iterations.items()]
        self._calling = None
        if self.driver.best is None:
            self.unwind()
            return
        self._value = self.driver.best
        self._record.leave(self.driver.node, self._value, EXPANDED)
        self.stack.pop()

    def enter(self, visit: Visit, said: Hashable = None) -> None:
        """A call begins, below the last open one; `said` is the move by which it says that it was reached."""
        stack, turn, depth, at, told = self.stack, visit.turn, visit.depth, visit.at, self._told
        move: Hashable = None
        if self.driver is not None and len(stack) == 1:
            assert self.start is not None
            assert self._begun is not None
            said = Pass(self._label(self.start, self._begun))
        if stack:
            parent = stack[-1]
            if said is None and self._moves.simple and parent.legal is None:
                move = simple_move(parent, at)
            elif isinstance(said, Pass):
                move = said
                parent.passes += 1
            if move is None:
                move = self._moves.between(stack, visit, said)
            if parent.outcomes is not None and self._referee is None:
                move = _another(move, parent)
            visit.move = move
            visit.ply = parent.ply + (not isinstance(move, Pass))
            if parent.reached:
                self._go_on(parent, move)
            if self._down is None and depth is not None:
                self._compare_depths(parent.depth, depth)
            parent.children += 1
            if visit.live is not None and parent.live is not None:
                self._sharing.compare(parent, visit)
        else:
            self._first, self._code = visit, visit.code
            self._functions.number(visit.code)
        window = (visit.alpha, visit.beta) if self._windowed else ()
        node = self._record.enter(move, turn, *window)
        visit.node, self._count = node, node + 1
        stack.append(visit)
        self.deepest = max(self.deepest, len(stack))
        depth = NO_DEPTH if depth is None or self._down is False else _kept(depth)
        function = 0 if visit.code is self._code else self._functions.number(visit.code)
        outermost = len(stack) == 1 or stack[-2] is self.driver  # a driver's line is told as that ends
        line = NO_LINE if outermost else visit.called_at
        told.entered.append((node, -1 if at is None else told.texts[at], depth, function, line))
        if visit.beyond or self._step is not None:
            self._tell_why(visit)
        if len(told.left) > _MANY:
            told.gather()

    def _go_on(self, parent: Visit, move: Hashable) -> None:
        """Another call is made after one that reached the end of the window."""
        parent.reached, parent.ignored = False, True
        self._cutoffs.go_on(parent, move)

    def _tell_why(self, visit: Visit) -> None:
        """Tell for what a call was made otherwise than the others."""
        above = self.stack[-2] if len(self.stack) > 1 else None
        if visit.beyond:
            self._told.why.extend((visit.node, Why.QUIESCENCE))
            return
        if above is None or not (countable(above.depth) and countable(visit.depth)) or isinstance(visit.move, NoMove):
            return
        if self._step is not None and above.depth - visit.depth > self._step:
            self._told.why.extend((visit.node, Why.REDUCED))

    def _compare_depths(self, above: Any, depth: Any) -> None:
        if countable(above) and countable(depth) and depth != above:
            self._down = depth < above

    def leave(self, value: float | None) -> None:
        """The last open call returns a value, from the search's own point of view.

        Where there is none, the root takes that of its best child, and any other call stays open.
        """
        stack, top = self.stack, 1 if self.driver is None else 2
        visit = stack[-1]
        if value is None:
            if len(stack) > top or visit.best is None:
                self.valueless += 1
                self.unwind()
                return
            value = self._best(visit)
        elif len(stack) == top and visit.best is not None and self._is_move(visit, value):
            value, self.moved = self._best(visit), value
        mine = value if self._total is None else self._turned(value, visit.whose)
        left, node = -1, visit.node
        if visit.left is not None:
            self._sharing.note_change(visit)
            left = self._told.texts[visit.left]
        self._told.left.append((node, left, visit.left_at))
        if visit.children:
            self._leave_expanded(visit, mine)
        else:
            self._record.leave(node, mine, self._leaf(visit, mine))
        stack.pop()
        if not stack:
            self._value = mine
            return
        self._take(stack[-1], visit, mine)

    def _take(self, parent: Visit, visit: Visit, mine: float) -> None:
        """A call takes what one that it made has returned."""
        top = len(self.stack) == (1 if self.driver is None else 2)
        parent.last, parent.last_called_at = visit.move, visit.called_at
        if parent is self.driver:
            parent.best = mine
            return
        if parent.outcomes is not None:
            parent.outcomes.append((visit.node, visit.move, visit.weight, mine))
        maximum, best = parent.turn > 0, parent.best
        if best is None or (mine > best if maximum else mine < best):
            parent.best = mine
            if top:
                parent.best_move = visit.move
        if top:
            self._below_root.add(mine)
        if self._windowed:
            parent.reached = mine >= parent.beta if maximum else mine <= parent.alpha

    def _best(self, visit: Visit) -> float:
        """The best child's value from the search's own point of view."""
        assert visit.best is not None
        return visit.best if self._total is None else self._turned(visit.best, visit.whose)

    def _turned(self, value: float, turn: int) -> float:
        """What the mover's value is to MAX, or MAX's to the mover."""
        assert self._total is not None
        mine = self._total - value if turn < 0 else value
        return round(mine, DIGITS) if self._total else mine

    def _is_move(self, visit: Visit, value: float) -> bool:
        """Whether what the root returns is its best move, by its number, and no value of a child."""
        mine = value if self._total is None else self._turned(value, visit.whose)
        if not value or type(value) is not int or mine in {*self._below_root, visit.alpha, visit.beta}:
            return False
        if self._returns_others:
            return False
        move = visit.best_move
        return move is not None and re.fullmatch(rf"{value}(=\S+)?", self._moves.written(move)) is not None

    def _leave_expanded(self, visit: Visit, mine: float) -> None:
        self._inner += 1
        self._unlike += visit.best is not None and mine not in {visit.best, visit.alpha, visit.beta}
        if self._windowed and visit.best is not None:
            if not visit.alpha <= mine <= visit.beta:
                self._soft += 1
            if mine != visit.best and mine == min(max(visit.best, visit.alpha), visit.beta):
                self._hard += 1
        cutoff = self._windowed and self._leave_moves(visit, mine)
        if visit.at is not None:
            if self._count < _FEW:
                for key in (visit.at.key + visit.turn, visit.at.key + MOVERS):
                    self._overwritten.setdefault(key, self._searched.get(key))
            self._searched[visit.at.key + visit.turn] = mine
            if self._total is not None:
                self._searched[visit.at.key + MOVERS] = self._turned(mine, visit.whose)
        if visit.weighing is not None and visit.outcomes is not None:
            self._tell_weights(visit, visit.weighing, visit.outcomes, mine)
        self._record.leave(visit.node, mine, EXPANDED, cutoff)

    def _leave_moves(self, visit: Visit, mine: float) -> bool:
        """Whether a call was cut; the moves that it is known to have skipped are recorded."""
        if self._cutoffs.never:
            self._cutoffs.never = not self._cutoffs.may_skip(visit)
        if mine < visit.beta if visit.turn > 0 else mine > visit.alpha:
            return False
        skipped: list[Hashable] = []
        if self._referee is not None or visit.legal is not None:
            skipped = [move for move in self._moves.legal(visit) if move not in (visit.searched or ())]
        if not self._cutoffs.is_cut(visit, mine, skipped=bool(skipped)):
            return False
        if self._referee is not None or visit.legal is not None:
            self._record.prune(skipped)
            self._count += len(skipped)
            self._skipped += len(skipped)
            self._untold += visit.legal is None and visit.place is UNKNOWN
        return True

    def _tell_weights(
        self, visit: Visit, weighing: Weights, outcomes: list[tuple[int, Hashable, float | None, float]], mine: float
    ) -> None:
        """Tell how likely the outcomes of a chance node are, where with that its value is the mean."""
        weights = weighing.of([held for _node, _move, held, _value in outcomes])
        values = [value for _node, _move, _held, value in outcomes]
        several = len({move for _node, move, _held, _value in outcomes}) == visit.children
        if weights is not None and several and bear_out(mine, values, weights):
            for (node, *_), weight in zip(outcomes, weights, strict=True):
                self._told.weight.extend((node, weight))

    def _leaf(self, visit: Visit, mine: float) -> int:
        """What became of a call that made no further one."""
        lines = table_lines(visit.code)
        if visit.left_at in lines.sure or (visit.left_at in lines.perhaps and self._before(visit) == mine):
            return TABLE
        over = None
        if self._referee is not None and visit.place is not UNKNOWN:
            over = self._referee.over(visit.place)
        elif visit.legal is not None:
            over = not visit.legal
        if over:
            return TERMINAL
        if visit.depth is not None and countable(visit.depth) and visit.depth <= 0 and self._down is not False:
            return HORIZON
        if visit.beyond and not (self._table and self._is_answered(visit, mine)):
            return HORIZON  # the evaluation alone is enough, or there is no move worth a look
        if self._cached:  # it ran: what it knows of its moves, the cache answered, if it is not the end
            return EXPANDED if over is False else TERMINAL
        if (lines.sure or lines.perhaps) and visit.left_at not in lines.perhaps:
            return HORIZON if over is False else TERMINAL  # its table answers elsewhere
        before = self._before(visit)
        if before is not None and (self._table or before == mine):  # without a table it may end for other reasons
            return TABLE
        if over is None and self._table and self._is_answered(visit, mine):
            return TABLE
        if over is None or not (visit.legal is None or self._table):  # moves that are said may go on after a win
            return TERMINAL
        return HORIZON if countable(visit.depth) and self._down is False else TABLE

    def _before(self, visit: Visit) -> float | None:
        """What a call's position was worth when it was searched last; None where it was not."""
        return None if visit.at is None else self._searched.get(visit.at.key + visit.turn)

    def _is_answered(self, visit: Visit, mine: float) -> bool:
        """Whether a call's value is its table's, by what the mover had before."""
        if visit.at is None or self._total is None:
            return False
        return self._searched.get(visit.at.key + MOVERS) == self._turned(mine, visit.whose)

    def unwind(self) -> None:
        """An exception leaves the last open call: it stays OPEN."""
        self._record.abandon(self.stack.pop().node)
        if len(self.stack) > 1 and self.stack[-2] is self.driver:
            self.stack[-1].best = None  # its iteration is left, too, unless it goes on

    def write(self, parts: list[Part]) -> None:
        """Hand parts on to the file, which is opened with the first; a search that goes nowhere is forgotten.

        Raises:
            TraceFileError: the file cannot be written.
        """
        if self._writer is None and self.place.wanted:
            self._writer = self.place.open(self._header(None, {}), self._moves.written, self._told)
        if self._writer is None:
            self._told.take()
        else:
            self._writer.write(parts)

    def finish(self, stopped: str | None, notes: dict[str, Any]) -> Trace | Written:
        """The trace of what was recorded, or what is known of it where it went elsewhere.

        Raises:
            TraceFileError: the file cannot be written.
        """
        if self.place.path is None:
            columns, moves = self._record.finish()
            return self._trace(columns, moves, self._header(stopped, notes))
        with hold_interrupts():
            self._record.close()
            header = self._header(stopped, notes)
            if self._writer is not None:
                self._writer.finish(header, self._dropped, self._withdrawn)
        game, start = self._known_game or (None, None)
        return Written(header, self._record.recorded, self._record.visited, self._value, None, game, start)

    @property
    def may_be_withdrawn(self) -> bool:
        """Whether what was written can be taken back."""
        return self._writer is None or self._writer.readable

    def withdraw(self) -> None:
        """Forget the recording, which is made anew."""
        written = self._writer is not None and self._writer.in_a_file
        if self._writer is not None:
            self._record.close()
            self._writer.abandon()
        for key, value in self._overwritten.items():
            if value is None:
                self._searched.pop(key, None)
            else:
                self._searched[key] = value
        self.place.withdraw(written=written)

    def abandon(self) -> None:
        """Close the file as it is, where nothing more can be written."""
        if self._writer is not None:
            self._writer.abandon()

    def _header(self, stopped: str | None, notes: dict[str, Any]) -> Header:
        """What is known of the search by now."""
        options: dict[str, Any] = {}
        first = self._first
        assert first is not None
        if self._down and countable(first.depth) and 0 <= first.depth <= DEEPEST:
            options["depth"] = int(first.depth)
        full = self.driver is not None or (first.alpha, first.beta) == (-INFINITY, INFINITY)
        if self._windowed and not full and first.alpha < first.beta:
            options["window"] = (float(first.alpha), float(first.beta))
        if self._hard and not self._soft:
            options["fail"] = "hard"
        if self._cutoffs.is_strict(self._withdrawn):
            options["cut"] = ">"
        if self._windowed and self._inner and self._cutoffs.never:
            notes = {"cutoffs": NEVER, **notes}
        if self._untold:
            notes = {"skipped": IN_PART, **notes}
        notes = {**self._sharing.notes, **notes}
        (game, title, search), seconds = self._names, perf_counter() - self._started
        header = Header(game, None, search, options, self._windowed, seconds, stopped, notes, title)
        referee = self._referee
        if referee is not None and first.place is not UNKNOWN and first.place != referee.start:
            at = position_text(referee.game, first.place, first.place)
            # A position that the game can never come to is named all the same: another game of its kind may.
            header = replace(header, position=at or "/".join(show(referee.game, first.place).split("\n")))
        return header

    @property
    def _returns_others(self) -> bool:
        """Whether calls return other values than their children's, as where moves earn something or wins wear off."""
        return self._unlike > _CONTRADICTED * self._inner

    @property
    def _withdrawn(self) -> Withdrawn:
        """Which of the cutoffs so far are none, by all that was seen by now."""
        return self._cutoffs.withdrawn(mixed=self._returns_others)

    @property
    def _known_game(self) -> tuple[AnyGame, Any] | None:
        """The game and the root's position; None where there is none, or moves were searched that it does not know."""
        if self._referee is None or self.illegal is not None or self._first is None or self._first.place is UNKNOWN:
            return None
        return self._referee.game, self._first.place

    @property
    def _dropped(self) -> list[str]:
        """The optional columns that say nothing that the others do not.

        A game replays the positions, unless moves were searched that it does not know, or were not undone.
        """
        replayed = self._referee is not None and self.illegal is None and not self._sharing.changed
        return ["depth"] * (self._down is False) + ["text", "left_text"] * replayed

    def _trace(self, columns: Columns, moves: Sequence[Hashable], header: Header) -> Trace:
        """The trace of columns that are in memory."""
        columns, texts = self._told.beside(columns, self._dropped)
        ends = (columns.turn, columns.alpha, columns.beta, columns.value)
        columns = replace(columns, cutoff=self._withdrawn.without(columns.cutoff, *ends), _derived={})
        tables: dict[str, Any] = {"texts": texts, "sources": self._told.sources}
        if self._known_game is None:
            labels = [self._moves.written(move) for move in moves]
            moves = [move if isinstance(move, NoMove) else text for move, text in zip(moves, labels, strict=True)]
            return Trace(columns, moves, header, labels=labels, **tables)
        return Trace(columns, moves, header, *self._known_game, **tables)


def _another(move: Hashable, parent: Visit) -> Hashable:
    """A move of chance, which is another one than those before it though it leads to the same position."""
    known = any(move == one for _node, one, _held, _value in parent.outcomes or ())
    return f"{move} ({parent.children + 1})" if known else move


def _kept(depth: Any) -> int:
    """A depth as its column has it."""
    return int(depth) if countable(depth) else NO_DEPTH
