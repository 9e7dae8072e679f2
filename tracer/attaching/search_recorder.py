"""One search as it is recorded: the calls that are open, and what became of each when it returned."""

from __future__ import annotations

from types import CodeType, FrameType
from typing import Any

from tracer.assembling.call_rows import Entered, Open
from tracer.assembling.meaning import Meaning
from tracer.assembling.texts import Position
from tracer.attaching.first_calls import FirstCallsRead
from tracer.attaching.origins import Driver, Root, Start
from tracer.attaching.position_sharing import LeftOver
from tracer.attaching.root_answer import RootAnswer
from tracer.attaching.sources import lines_of
from tracer.attaching.trace_maker import TraceMaker
from tracer.file.series import Written
from tracer.recording.columns import NO_LINE
from tracer.tracing import Trace


class SearchRecorder:
    """Records one search from its first call to its last return."""

    start: Start | None = None
    """The last iteration as it began."""
    first_calls_read: FirstCallsRead | None = None
    """The calls of which all of it was made; None where others were recorded as they were made."""
    left_over: LeftOver | None = None
    """What an exception left on the board of the root, or of the last iteration's."""
    driver: Driver | None = None
    """What calls the search again and again."""

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

    def read_by(self, meaning: Meaning) -> None:
        """Understand the calls that come next in this way."""
        self._meaning = meaning
        self.record.read_by(meaning)

    def flush_to_file(self) -> None:
        """Nothing may follow for long: let what was recorded be in the file."""
        self.record.flush(whatever=True)

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

    def finish(self, stopped: str | None, notes: dict[str, Any]) -> Trace | Written:
        """Return the trace of what was recorded, or what is known of it where it went elsewhere.

        Raises:
            TraceFileError: the file cannot be written.
        """
        return self.maker.finish(self._value, stopped, notes)
