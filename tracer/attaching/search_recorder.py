"""One search as it is recorded, what became of its calls, and searches that have ended and are not given out yet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from inspect import CO_OPTIMIZED
from types import CodeType, FrameType
from typing import Any

from tracer.assembling.call_rows import Entered, Open
from tracer.assembling.meaning import Meaning
from tracer.assembling.texts import Position
from tracer.attaching.first_calls import FirstCallsRead
from tracer.attaching.origins import Driver, Root, Start, lines_of
from tracer.attaching.position_sharing import LeftOver
from tracer.attaching.root_answer import RootAnswer
from tracer.attaching.trace_maker import TraceMaker
from tracer.attaching.understanding import Understanding
from tracer.attaching.value_readers import ValueReaders
from tracer.deciding.call import Log
from tracer.deciding.decision import Decision
from tracer.deciding.loops import in_a_for_loop
from tracer.file.series import Written
from tracer.recording.columns import NO_LINE
from tracer.recording.header import CACHE_COMPLETE
from tracer.tracing import Trace


class SearchRecorder:
    """Records one search from its first call to its last return."""

    start: Start | None = None
    """The last iteration as it began."""
    first_calls_read: FirstCallsRead | None = None
    """The calls of which all of it was made, if it may be read anew; None where others were recorded as made."""
    left_over: LeftOver | None = None
    """What an exception left on the board of the root, or of the last iteration's."""
    driver: Driver | None = None
    """What calls the search again and again."""
    notes: dict[str, Any]
    """What is noted of it, once it has ended."""
    stopped: str | None = None
    """Why it ended before its end."""
    thread: int
    """The thread in which it ended."""
    values: ValueReaders
    """What its functions return."""

    def __init__(self, maker: TraceMaker) -> None:
        self.maker, self.record, self.sharing = maker, maker.record, maker.sharing
        """What makes the trace, what takes the rows of calls, and what tells of objects that calls share."""
        self._meaning: Meaning | None = None
        self.stack: list[tuple[Any, ...]] = []
        """The calls that are open, from the root down: see `Open`."""
        self.outer = 1
        """How many of them may be the root and what calls it: their children are understood at once."""
        self._root: Root | None = None
        """The root, or that of the last iteration so far."""
        self._value: float | None = None
        """What the search returned, MAX's view."""
        self.count = 0
        """Calls so far."""
        self.roots = 0
        """Those of them that are of the function above, which is called again at each pass."""
        self.valueless = 0
        """Calls that returned no number and stay open."""
        self.root_move_number: float | None = None
        """The number of a move that the root returned in place of a value."""
        self._unwound = 0, 0
        """Calls so far as an exception left the last one, and how many it left with another position in a row."""
        self.played: tuple[str | None] | None = None
        """The move that the root, or that of the last iteration, returned; None where that is not known."""
        self.chose_unfinished = False
        """Whether that iteration was left before all its moves had been searched."""

    @property
    def decision(self) -> Decision:
        """What the variables of its calls are."""
        assert self._meaning is not None
        return self._meaning.decision

    @property
    def root(self) -> CodeType:
        """The function whose call is the root."""
        assert self._root is not None
        return self._root.visit.code

    @property
    def reached(self) -> bool:
        """Whether the last child of the root returned the end of its window, or a value beyond it."""
        return self._root is not None and self._root.reached

    def where(self) -> str:
        """The number of the node in hand, for messages."""
        self.record.flush()
        return f"node {self.maker.assembler.open[-1].node}" if self.stack else "the root"

    @property
    def iterations(self) -> int:
        """Iterations so far, or the one search that is none."""
        return 1 if self.driver is None else len(self.driver.lines)

    @property
    def over(self) -> bool:
        """Whether the search has returned, or the iteration that was in hand."""
        return len(self.stack) < self.outer

    def is_root(self, top: tuple[Any, ...]) -> bool:
        """Whether an open call is the root, or that of the last iteration."""
        return self._root is not None and Open(*top).visit is self._root.visit

    def read_by(self, meaning: Meaning, values: ValueReaders) -> None:
        """Understand the calls that come next in this way, and what they return."""
        self._meaning, self.values = meaning, values
        self.record.read_by(meaning)

    def iterate(self, driver: FrameType, now: int, start: Start) -> None:
        """The search has returned, and is called once more by the same driver: that is the root from now on."""
        before = self.start
        assert before is not None
        if self.driver is None:
            found = Driver(before, driver, self._value)
            visit = found.visit
            self.maker.put_above(visit, found.label(before, like=start))
            self.driver, self.outer = found, 2
            self.stack[:] = [Open(None, -1, visit.at, None, None, None, lines_of(visit.code), visit, visit.code)]
        self.driver.go_on(before, start, driver, now)
        self.start = start

    def end_driver(self) -> None:
        """The driver calls no more: it is worth what its last iteration returned."""
        assert self.driver is not None
        self.maker.end_driver(self.driver)
        self.driver.frame = None
        self.stack.pop()
        if self.driver.value is not None:
            self._value = self.driver.value

    def enter(self, row: Entered, opened: Open) -> None:
        """A call begins, below the last open one; what is not understood at once is so later, with many others."""
        if len(self.record.entered) >= self.record.due:
            self.record.beat()
        visit, up = opened.visit, Open(*self.stack[-1]) if self.stack else None
        begins = self.over
        if begins and visit is not None:
            self._root, self.maker.root = Root(visit), visit
        if up is not None:
            row = row._replace(above=up.number)
            if begins and self.driver is not None and self.start is not None:
                row = row._replace(said=self.driver.label(self.start))
            if up.held is not None and opened.held is not None:
                self.sharing.compare(up.held, up.owner, opened.held, opened.owner)
        if visit is not None:
            visit.number, visit.said = self.count, row.said
            if up is not None and up.visit is not None:
                visit.stand_below(up.visit)
            self.record.visits[self.count] = visit
        self.record.entered.extend(row)
        self.stack.append(opened._replace(number=self.count))
        self.count += 1

    def leave(
        self, value: float | None, line: int = NO_LINE, at: Position | None = None, answer: RootAnswer | None = None
    ) -> None:
        """The last open call returns a value, from the search's own point of view.

        Where there is none, the root takes that of its best child, and any other call stays open.
        """
        assert self._meaning is not None
        assert self._root is not None
        top, root = Open(*self.stack[-1]), self._root
        visit, best = top.visit, root.best if top.visit is root.visit else None
        if value is None and best is None:
            self.valueless += 1
            if top.visit is root.visit and root.children and answer is not None:  # it has caught what left a call below
                self.played, self.chose_unfinished = self.maker.played(root, answer), True
            self.unwind()
            return
        if best is not None and (value is None or self._is_move(root, value)):
            self.root_move_number = self.root_move_number if value is None else value
            value = self._meaning.from_max(best, root.visit.whose)
        self.stack.pop()
        self.record.left.extend((top.number, self.count, line, value, at))
        if visit is None:
            return
        assert value is not None
        visit.value = mine = self._meaning.to_max(value, visit.whose)
        if visit is not root.visit:
            root.take(visit, mine)
            return
        self.maker.note_end()
        self.played, self.chose_unfinished = None if answer is None else self.maker.played(root, answer), False
        if self.driver is None:
            self._value = mine
        else:
            self.driver.value = mine

    def _is_move(self, root: Root, value: float) -> bool:
        """Whether what the root returns is its best move, by its number, and no value of a child."""
        assert self._meaning is not None
        mine, visit = self._meaning.to_max(value, root.visit.whose), root.visit
        if not value or type(value) is not int or mine in {*root.values, visit.alpha, visit.beta}:
            return False
        return root.best_child is not None and self.maker.names_move(value, root.best_child)

    def unwind(self, at: Position | None = None, error: str | None = None) -> None:
        """Record that an exception left the last open call, which stays OPEN."""
        top = Open(*self.stack.pop())
        self.record.left.extend((top.number, self.count, NO_LINE, None, at))
        since, changed = self._unwound
        self._unwound = self.count, (changed if since == self.count else 0) + (at is not None)
        below = self.stack and self.is_root(self.stack[-1])  # which may catch the exception
        if at is not None and top.at is not None and (below or self.is_root(top)):
            root = None if self._root is None else self._root.visit.at
            self.left_over = LeftOver((root or top.at).snapshot, at.snapshot, self._unwound[1], error)
        if self.driver is not None and self._root is not None and len(self.stack) == self.outer:
            self._root.best = None  # its iteration is left, too, unless it goes on

    def finish(self) -> Trace | Written:
        """Return the trace of what was recorded, or what is known of it where it went elsewhere.

        Raises:
            TraceFileError: the file cannot be written.
        """
        return self.maker.finish(self._value, self.stopped, self.notes)


class FinishedSearches:
    """Keeps searches until they are given out, in the order in which they began.

    The caller of the last may go on with another iteration of it; and small ones are read anew, as long as more calls
    of their functions may tell that these mean something else.
    """

    def __init__(self, give_out: Callable[[SearchRecorder], None]) -> None:
        self._give_out = give_out
        self.last: SearchRecorder | None = None
        """The one that has ended last, while another iteration of it may follow."""
        self._small: list[SearchRecorder] = []
        self.looping: CodeType | None = None
        """A function that has begun several searches in a loop over what may be its moves."""

    @property
    def may_be_read_anew(self) -> bool:
        """Whether the calls of the next search may tell something of the last."""
        return bool(self._small) or (self.last is not None and self.last.first_calls_read is not None)

    def set_aside(self, start: Start | None) -> None:
        """No iteration of the last follows: give it out, unless it may be read anew."""
        if start is not None and self.last is not None and self.last.start is not None:
            loop = self.last.start.origin.driver(start.origin, widened=False)
            if loop is not None and loop[0].f_code.co_flags & CO_OPTIMIZED and in_a_for_loop(loop[0].f_code, loop[1]):
                self.looping = loop[0].f_code
        if self.last is None or self.last.first_calls_read is None:
            self.give_out()
        else:
            self._small.append(self.last)
            self.last = None

    def give_out(self, *, keep_left_over: bool = False) -> None:
        """Give out all, but the last where an exception left something on its board and `keep_left_over` is set."""
        last, searches = self.last, self._small
        self.last, self._small = None, []
        if keep_left_over and last is not None and last.left_over is not None:
            last.first_calls_read, self.last = None, last
        elif last is not None:
            searches.append(last)
        for search in searches:
            self._give_out(search)

    def take_back(self, log: Log, decision: Decision) -> int | None:
        """Forget those that were read otherwise than by a decision; returns the number of their first call.

        Returns:
            None where there are none of a log.
        """
        searches = [*self._small, *([] if self.last is None else [self.last])]
        readings = [
            search.first_calls_read
            for search in searches
            if search.first_calls_read is not None and search.first_calls_read.log is log
        ]
        if (
            not readings
            or len(readings) < len(searches)
            or _without_words(readings[0].decision) == _without_words(decision)
        ):
            return None
        if not all(search.maker.may_be_withdrawn for search in searches):
            return None
        for search in reversed(searches):
            search.maker.withdraw()
        self._small, self.last = [], None
        return readings[0].first


def make_header_notes(recorder: SearchRecorder, understood: Understanding, log: Log) -> dict[str, Any]:
    """Return what is noted of a search that has ended."""
    decision = recorder.decision
    table = understood.table(log, decision)
    notes: dict[str, Any] = {} if table is None else {"table": table}
    if understood.cache(log) is not None:
        notes["cache"] = "functools"  # it answers calls unseen: children may be missing
        has_fixed_order = understood.referee is None or not understood.referee.squares.any_order
        if understood.calls() == recorder.count - recorder.roots and has_fixed_order:
            notes["cached"] = CACHE_COMPLETE
    elif decision.wins_are_not_called:
        notes["cache"] = "ends"  # they are answered unseen, too
    players = decision.players
    is_mover_guessed = players.view != "mover" and players.turn_source == "in turn" and not players.is_learned
    if recorder.played is not None and not is_mover_guessed:  # else it is not known who moves there
        notes["played"] = recorder.played[0]
        notes |= {"played_unfinished": True} if recorder.chose_unfinished else {}
    if recorder.valueless and recorder.values.no_number_value:
        notes["valueless"] = recorder.values.no_number_value
    if decision.compares_whole_values:
        notes["ties"] = "unseen"
    if players.is_guessed and players.turn_source == "in turn":
        notes["turn"] = "guessed"
    elif isinstance(players.said, dict) and len({*players.said.values()}) == 1:
        notes["turn"] = "alone"
    if decision.unchanging is not None:
        notes["unchanging"] = decision.unchanging
    if players.view == "mover" and not players.sum_of_values:
        notes["view"] = "mover"  # what it returned, for the other player with the sign turned over
    return notes


def _without_words(decision: Decision) -> Decision:
    return replace(decision, words=(), players=replace(decision.players, words=()))
