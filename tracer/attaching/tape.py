"""One search as it is recorded: the open calls, and what became of each when it returned."""

# Long, for entering and leaving a node share the stack, and run once a call.

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from time import perf_counter
from types import CodeType, FrameType
from typing import Any

from tracer.assembling.assembler import Assembler
from tracer.assembling.call_recorder import CallRecorder
from tracer.assembling.call_rows import Entered, Open
from tracer.assembling.cut_tests import CutTests
from tracer.assembling.leaf_status import Knowledge
from tracer.assembling.moves_of import Moves
from tracer.assembling.texts import Position
from tracer.assembling.visit import Visit
from tracer.attaching.beginning import Read
from tracer.attaching.meaning import Meaning
from tracer.attaching.origins import Start, pass_label
from tracer.attaching.outlet import Place
from tracer.attaching.sharing import Sharing
from tracer.attaching.sources import Functions, lines_of
from tracer.deciding.depth_steps import countable
from tracer.deciding.referee import UNKNOWN, Referee
from tracer.deciding.thresholds import SELDOM
from tracer.file.writing import Writer
from tracer.file.written import Written
from tracer.games.places import position_text
from tracer.games.rules import AnyGame, show
from tracer.recording.columns import NO_LINE, Columns
from tracer.recording.gathering import Gathering
from tracer.recording.header import DEEPEST, IN_PART, NEVER, Header
from tracer.recording.interrupts import hold_interrupts
from tracer.recording.no_moves import NoMove, Pass
from tracer.recording.parts import Part
from tracer.recording.told import Told
from tracer.recording.withdrawn import Withdrawn
from tracer.tracing import Trace

INFINITY = float("inf")


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
        weighs: whether the outcomes of chance are weighed.
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
        weighs: bool,
        tests_of: Callable[[CodeType], CutTests],
        names: tuple[str, str, str],
        outlet: Place,
    ) -> None:
        into = None if outlet.path is None else self
        self._names, self.place = names, outlet
        self._writer: Writer | None = None
        self._told = Told(keep=into is None)
        self._functions = Functions(self._told.sources)
        self._moves = Moves(referee)
        gathering = Gathering(into, keep=into is None)
        of_a_game = referee is not None
        knowledge = Knowledge(windowed, total, table, cached, step, of_a_game=of_a_game, weighs=weighs)
        named = (self._functions.number, tests_of)
        self._assembler = Assembler(knowledge, self._moves, searched, self._told, gathering, *named)
        self.record = CallRecorder(self._assembler, gathering, outlet.max_nodes, outlet.progress)
        """Takes the calls."""
        self._windowed, self._referee = windowed, referee
        self._meaning: Meaning | None = None
        self.driver: Visit | None = None
        """What calls the search again and again: then it is the root, and each of these calls an iteration below it."""
        self._deepens = False
        """Whether the iterations differ in their depth."""
        self._lines = [NO_LINE]
        """Of each iteration so far, or of the one search that is none, the driver's line."""
        self.stack: list[tuple[Any, ...]] = []
        """The calls that are open, from the root down: see `Open`."""
        self.outer = 1
        """How many of them may be the root and what calls it: their children are understood at once."""
        self._first: Visit | None = None
        self._value: float | None = None
        self._below_root: set[float] = set()
        """What the root's children were worth."""
        self.sharing = Sharing()
        """What the objects tell that calls have as their positions."""
        self.count = 0
        """Calls so far."""
        self.valueless = 0
        """Calls that returned no number and stay open."""
        self.moved: float | None = None
        """The number of a move that the root returned in place of a value."""
        self._started = perf_counter()
        self._over_at: float | None = None
        """When its root, or the last iteration so far, returned."""

    @property
    def visited(self) -> int:
        """Nodes so far, without pruned branches."""
        return self.count + (self.driver is not None)

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
        self.record.flush()
        return f"node {self._assembler.open[-1].node}" if self.stack else "the root"

    @property
    def deepest(self) -> int:
        """Calls that were open at the same time, at most, as far as they were assembled."""
        return self._assembler.deepest

    @property
    def numbers(self) -> int:
        """Calls that returned a number, as far as they were assembled."""
        return self._assembler.numbers

    @property
    def iterations(self) -> int:
        """Iterations so far, or the one search that is none."""
        return len(self._lines)

    @property
    def windowed(self) -> bool:
        """Whether its functions have alpha and beta."""
        return self._windowed

    @property
    def over(self) -> bool:
        """Whether the search has returned, or the iteration that was in hand."""
        return len(self.stack) < self.outer

    def read_by(self, meaning: Meaning) -> None:
        """Understand the calls that come next in this way."""
        self._meaning = meaning
        self.record.read_by(meaning)

    def rest(self) -> None:
        """Nothing may follow for long: let what was recorded be in the file."""
        self.record.flush(whatever=True)

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
            root = Visit(driver.f_code, one.turn, -INFINITY, INFINITY, one.at, one.place)
            self._deepens = before.is_by_depth(driver)
            self.record.begin_above(root, Pass(self._label(before, start)))
            self._told.shift()
            root.number, root.children, root.best = -1, 1, self._value
            self.driver, self.outer = root, 2
            self.stack[:] = [Open(None, -1, one.at, None, None, None, lines, root, driver.f_code)]
            if one.at is not None:
                self._told.text.extend((0, self._told.texts[one.at]))
        if driver is not self._calling:  # the first, or one that calls it in turn
            called = next((at for frame, at in before.origin.chain if frame is driver), now)
            self._lines = [lines[called >> 1]] * len(self._lines)
            self._calling = driver
        self.start, self._first = start, start.visit
        self._lines.append(lines[now >> 1])
        self._below_root.clear()

    def _label(self, start: Start, like: Start) -> str:
        self._deepens = self._deepens or start.visit.depth != like.visit.depth
        return pass_label(start, like, deepens=self._deepens)

    def end_driver(self) -> None:
        """The driver calls no more: it is worth what its last iteration returned."""
        assert self.driver is not None
        self.record.flush()
        if self._calling is not None:
            self._told.function.extend((0, self._functions.number(self._calling.f_code)))
        for node, line in zip(self._assembler.outermost, self._lines, strict=False):
            if line != NO_LINE:
                self._told.called_at.extend((node, line))
        self._calling = None
        self.stack.pop()
        self.record.end_driver(self.driver.best)
        if self.driver.best is not None:
            self._value = self.driver.best

    def enter(self, row: Entered, opened: Open) -> None:
        """A call begins, below the last open one; what is not understood at once is so later, with many others."""
        if len(self.record.entered) >= self.record.due:
            self.record.beat()
        visit = opened.visit
        if self.stack:
            up = Open(*self.stack[-1])
            row = row._replace(above=up.number)
            if up.visit is not None and up.visit is self.driver:
                assert self.start is not None
                assert self._begun is not None
                row = row._replace(said=Pass(self._label(self.start, self._begun)))
            if up.held is not None and opened.held is not None:
                self.sharing.compare(up.held, up.owner, opened.held, opened.owner)
        elif visit is not None:
            self._first = visit
        if visit is not None:
            visit.number, visit.said = self.count, row.said
            if self.stack and up.visit is not None:
                visit.stand_below(up.visit)
            self.record.visits[self.count] = visit
        self.record.entered.extend(row)
        self.stack.append(opened._replace(number=self.count))
        self.count += 1

    def leave(self, value: float | None, line: int = NO_LINE, at: Position | None = None) -> None:
        """The last open call returns a value, from the search's own point of view.

        Where there is none, the root takes that of its best child, and any other call stays open.

        Args:
            value: it.
            line: on which line.
            at: the position, where it is another one than at the beginning.
        """
        assert self._meaning is not None
        top = Open(*self.stack[-1])
        visit, innermost = top.visit, len(self.stack) == self.outer
        if value is None:
            if not innermost or visit is None or visit.best is None:
                self.valueless += 1
                self.unwind()
                return
            value = self._meaning.from_max(visit.best, visit.whose)
        elif innermost and visit is not None and visit.best is not None and self._is_move(visit, value):
            value, self.moved = self._meaning.from_max(visit.best, visit.whose), value
        self.stack.pop()
        self.record.left.extend((top.number, self.count, line, value, at))
        if visit is None:
            return
        visit.value = mine = self._meaning.to_max(value, visit.whose)
        if self.over:
            self._over_at = perf_counter()
        if not self.stack:
            self._value = mine
        elif (above := Open(*self.stack[-1]).visit) is not None:
            self._take(above, visit, mine)

    def _take(self, parent: Visit, visit: Visit, mine: float) -> None:
        """The root, or a driver, takes what a call that it made has returned."""
        if parent is self.driver:
            parent.best = mine
            return
        maximum, best = parent.turn > 0, parent.best
        if best is None or (mine > best if maximum else mine < best):
            parent.best, parent.best_child = mine, visit
        self._below_root.add(mine)
        if self._windowed:
            parent.reached = mine >= parent.beta if maximum else mine <= parent.alpha

    def _is_move(self, visit: Visit, value: float) -> bool:
        """Whether what the root returns is its best move, by its number, and no value of a child."""
        assert self._meaning is not None
        mine = self._meaning.to_max(value, visit.whose)
        if not value or type(value) is not int or mine in {*self._below_root, visit.alpha, visit.beta}:
            return False
        self.record.flush()
        if self._returns_others:
            return False
        child = visit.best_child
        if child is None or child.above is None:
            return False
        return re.fullmatch(rf"{value}(=\S+)?", self._moves.written(self.record.move_to(child))) is not None

    def unwind(self) -> None:
        """An exception leaves the last open call: it stays OPEN."""
        top = Open(*self.stack.pop())
        self.record.left.extend((top.number, self.count, NO_LINE, None, None))
        if self.driver is not None and len(self.stack) == self.outer:
            root = Open(*self.stack[-1]).visit
            assert root is not None
            root.best = None  # its iteration is left, too, unless it goes on

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
            moves = self.record.close()
            columns = self.record.gathering.columns()
            return self._trace(columns, moves, self._header(stopped, notes))
        with hold_interrupts():
            self.record.close()
            header = self._header(stopped, notes)
            if self._writer is not None:
                self._writer.finish(header, self._dropped, self._withdrawn)
        game, start = self._known_game or (None, None)
        nodes = self.record.gathering.recorded, self.record.gathering.visited
        return Written(header, *nodes, self._value, None, game, start)

    @property
    def may_be_withdrawn(self) -> bool:
        """Whether what was written can be taken back."""
        return self._writer is None or self._writer.readable

    def withdraw(self) -> None:
        """Forget the recording, which is made anew."""
        written = self._writer is not None and self._writer.in_a_file
        if self._writer is not None:
            self.record.close()
            self._writer.abandon()
        self._assembler.earlier.take_back()
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
        if self._assembler.down and countable(first.depth) and 0 <= first.depth <= DEEPEST:
            options["depth"] = int(first.depth)
        full = self.driver is not None or (first.alpha, first.beta) == (-INFINITY, INFINITY)
        if self._windowed and not full and first.alpha < first.beta:
            options["window"] = (float(first.alpha), float(first.beta))
        if self._assembler.hard and not self._assembler.soft:
            options["fail"] = "hard"
        if self._assembler.stops.is_strict(self._withdrawn):
            options["cut"] = ">"
        if self._windowed and self._assembler.inner and self._assembler.stops.never:
            notes = {"cutoffs": NEVER, **notes}
        if self._assembler.untold:
            notes = {"skipped": IN_PART, **notes}
        notes = {**self.sharing.notes, **notes}
        ended = perf_counter() if self._over_at is None else self._over_at
        (game, title, search), seconds = self._names, ended - self._started
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
        return self._assembler.unlike > SELDOM * self._assembler.inner

    @property
    def _withdrawn(self) -> Withdrawn:
        """Which of the cutoffs so far are none, by all that was seen by now."""
        return self._assembler.stops.withdrawn(mixed=self._returns_others)

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
        replayed = self._referee is not None and self.illegal is None and not self.sharing.changed
        return ["depth"] * (self._assembler.down is False) + ["text", "left_text"] * replayed

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
