"""A search whose variables are known: its calls become the nodes of a trace."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from types import CodeType, FrameType
from typing import Any

from tracer.assembling.call_rows import NO_TURN, Entered, Open, Visit
from tracer.assembling.meaning import Meaning
from tracer.assembling.texts import Position
from tracer.attaching.call_observer import read_variable
from tracer.attaching.compiled import compiled
from tracer.attaching.copies import Copies
from tracer.attaching.listeners import Enter, Leave, SearchHooks
from tracer.attaching.loop_variables import Variables, loop_variables
from tracer.attaching.origins import Origin, Start, calling_line, has_ended, line_of, lines_of
from tracer.attaching.root_answer import RootAnswer, board_left, make_root_answer
from tracer.attaching.search_recorder import SearchRecorder
from tracer.attaching.search_roots import Above, root_above
from tracer.attaching.value_readers import ValueReaders
from tracer.attaching.variable_readers import VariableReaders
from tracer.attaching.variables import copy_legal_moves, copy_move
from tracer.deciding.call import Call, Copy, Path, head, parameters, plain, snapshot
from tracer.deciding.decision import Decision
from tracer.deciding.position_parts import snapshot_of
from tracer.deciding.referee import UNKNOWN, Referee
from tracer.deciding.weights import fraction
from tracer.games.comparable_objects import safe_repr
from tracer.games.object_attributes import to_plain_value
from tracer.recording.columns import NO_LINE
from tracer.recording.interrupts import hold_interrupts
from tracer.recording.no_moves import Onward

BY_AN_EXCEPTION = "by an exception"


class CallReader:
    """The calls of one search, or of several below one function, from what was decided of them."""

    def __init__(
        self,
        decision: Decision,
        user_options: dict[str, Any],
        referee: Referee | None,
        copies: Copies,
        begin: Callable[[Visit, Origin | None], SearchRecorder],
        go_on: Callable[[CallReader], None],
        end: Callable[[CallReader, str | None], None],
        enter_again: Callable[[FrameType], None],
        absorb_error: Callable[[BaseException, FrameType], bool],
        hooks: SearchHooks,
        outside: FrameType | None = None,
    ) -> None:
        self._meaning = Meaning(decision, user_options, referee, copies.texts)
        self._readers: dict[int, VariableReaders] = {}
        """By the identity of a function's code, which takes less long than its hash; they keep it."""
        self._absorb_error, self._hooks = absorb_error, hooks
        hooks.clear()
        self._handoffs, self._weights = decision.handoffs, decision.weights
        self._user_options, self._copies, self._texts, self._outside = user_options, copies, copies.texts, outside
        self._begin, self._go_on, self._end, self._enter_again = begin, go_on, end, enter_again
        self.recorder: SearchRecorder | None = None
        """The search in hand."""
        self._above: Above | None = None
        """The function above, where that is the root."""
        self.values = ValueReaders(user_options["value"], decision)
        """What its functions return."""

    @property
    def decision(self) -> Decision:
        """What the variables of its calls are."""
        return self._meaning.decision

    @property
    def root(self) -> Visit | None:
        """The visit of the function above, where that is the root."""
        return None if self._above is None else self._above.visit

    @property
    def root_frame(self) -> FrameType | None:
        """Its frame."""
        return None if self._above is None else self._above.frame

    def begin_root(self, call: Call, frame: FrameType | None, children: Sequence[Call]) -> None:
        """Make the call of the function above the root, unless it only hands its position on, or repeats one call."""
        visit = root_above(self._meaning, self._user_options, call, children)
        if visit is not None:
            self._above = Above(visit, frame, call, self._meaning)
            self._begin_search(visit, call.origin)
            self._enter_root(self._above)

    def _enter_root(self, above: Above) -> None:
        """The call of the function above begins, or is taken for begun."""
        assert self.recorder is not None
        self.recorder.roots += 1
        root = above.visit
        row = Entered(-1, root.code, NO_LINE, root.at, NO_TURN, NO_TURN, None, None, root.depth, None, None, None)
        self.recorder.enter(row, Open(above.frame, 0, root.at, None, None, None, lines_of(root.code), root, root.code))

    def _begin_search(self, root: Visit, origin: Origin | None) -> None:
        self.recorder = self._begin(root, origin)
        self.recorder.read_by(self._meaning, self.values)
        self._hooks.clear()  # calls are those of another search from now on

    def replay_entry(self, call: Call, frame: FrameType | None) -> None:
        """A call as it was seen begins; `frame` is its own while it has not returned."""
        at, live_position, owner, again = None, None, None, call.reread
        path = self.decision.reading(call.code).state
        if path is not None and (state := snapshot_of(call, path)) is not UNKNOWN:
            at, copy = self._meaning.position(call, path, state), self._meaning.copy_of(call.entry_values, path)
            if copy is not None and self._copies.may_change(call.code, copy.held, at.snapshot):
                live_position = copy.held
                if "." in path and isinstance(one := call.entry_values.get(head(path)), Copy):
                    owner = one.held
                if frame is not None:
                    again = self._readers_of(frame).again_of(frame, live_position)
        up = self._top
        row = self._row(call, NO_LINE if up is None else call.called_at, at, None if up is None else up.code)
        keeper = call.keepers.get(self.values.of(call.code).keeper)
        opened = Open(frame, 0, at, live_position, again, owner, lines_of(call.code), None, call.code, keeper)
        self._enter(row, opened, call.origin, call.variables)

    def _row(self, call: Call, called_at: int, at: Position | None, above: CodeType | None) -> Entered:
        """Return the row of a logged call, which a function `above` made on a line, as a hook would have noted it."""
        reading, weights = self.decision.reading(call.code), None if above is None else self.decision.weights.get(above)
        return Entered(
            -1,  # who records it knows
            call.code,
            called_at,
            at,
            self._meaning.told_turn(call),
            self._meaning.seen(call, reading.dice, NO_TURN),
            self._meaning.seen(call, reading.alpha if reading.either is None else reading.either),
            self._meaning.seen(call, reading.beta),
            self._meaning.seen(call, reading.depth),
            copy_move(self._meaning.seen(call, reading.move)),
            None if reading.moves is None else copy_legal_moves(call.entry_values.get(reading.moves)),
            None if weights is None or weights.name is None else fraction(call.fractions.get(weights.name)),
        )

    def replay_return(self, call: Call) -> None:
        """It returns."""
        assert self.recorder is not None
        if call.numbers is None:
            self.recorder.unwind(self._replayed_after(call), call.left_by)
            return
        taker = self.values.of(call.code)
        value = taker.number(call.numbers.get(taker.place))
        if value is None:
            self.values.note_missing(call.code, call.shown, self.recorder.where)
        moves_beside_value = None if call.returned is None else taker.beside(call.returned)
        self.recorder.leave(value, call.left_at, self._replayed_after(call), moves_beside_value)

    def _replayed_after(self, call: Call) -> Position | None:
        """Return the position in which a logged call left its own; None if it did not change."""
        top, path = self._top, self.decision.reading(call.code).state
        assert top is not None
        if top.at is None or path is None or call.after.keys().isdisjoint({path, *path.split(",")}):
            return None
        copy = self._meaning.copy_of(call.entry_values | call.after, path)
        assert copy is not None
        return self._another(top, self._texts.position(copy.snapshot, copy.held, copy.position))

    def enter(self, frame: FrameType) -> None:
        """A call begins of a function that was not met yet."""
        read = self._readers_of(frame)
        is_unmet = read.changing is None and read.variables["state"] is not None
        if is_unmet and (position := read.held(frame)) is not UNKNOWN:
            self._met(read, position)
        self._compile(read)[0](read.code, 0, frame)

    def leave(self, frame: FrameType, returned: Any) -> None:
        """A call returns of a function that was not met yet."""
        read = self._readers_of(frame)
        self._compile(read)[1](read.code, 0, returned, frame)

    def unwind(self, frame: FrameType, error: BaseException | None) -> None:
        """Record that an exception left the call in hand."""
        top = self._top
        assert self.recorder is not None
        assert top is not None
        after = None if top.held is None and top.again is None else self._look_again(self._readers_of(frame), top)
        self.recorder.unwind(after, None if error is None else type(error).__name__)

    def _readers_of(self, frame: FrameType) -> VariableReaders:
        code = frame.f_code
        if (found := self._readers.get(id(code))) is None:
            reading, said_turn = self.decision.reading(code), self.decision.players.said_turn
            found = self._readers[id(code)] = VariableReaders(reading, self._user_options, frame, said_turn)
        return found

    def _compile(self, read: VariableReaders) -> tuple[Enter, Leave]:
        """Make the hooks of a function; that for a start is kept once a position has told how others are copied."""
        code = read.code
        onward_by_caller = {id(above): Onward(plain(code)) for above, below in self._handoffs if below is code}
        asked = {
            "outermost": self._on_call,
            "rejoined": self._rejoin,
            "ended": self._end_call,
            "met": self._met,
            "known": self._texts.known.get,
            "look_again": self._look_again,
            "weight": self._weight,
            "moves": copy_legal_moves,
            "value": self.values.of(code),
            "contains": self._absorb_error,
            "handed": onward_by_caller.get,
        }
        is_plain, is_handed, weighs = self._user_options["value"] is None, bool(onward_by_caller), bool(self._weights)
        how = {"plain": is_plain, "handed": is_handed, "weighs": weighs}
        enter, leave = compiled(read, self.recorder, self._hooks, asked, **how)
        known = read.changing is not None or read.variables["state"] is None
        self._hooks.put(code, enter if known else None, leave)
        return enter, leave

    def _on_call(
        self, frame: FrameType, read: VariableReaders, position: Any, at: Position | None, *fields: Any
    ) -> None:
        """A call begins that is the root, or below it."""
        up = self._top
        line = NO_LINE if up is None else calling_line(frame, up.frame)
        if up is not None and line < 0 and self._rejoin(frame):
            return
        weight = None if up is None else self._weight(frame, up.code)
        live = read.live(frame, position)
        origin = Origin.of(frame, self._outside) if up is None or self._above is not None else None
        row = Entered._make((-1, read.code, line, at, *map(to_plain_value, fields), weight))
        keeper = frame.f_locals.get(read.keeper)
        variables = () if up is None else loop_variables(frame, up.frame)
        with hold_interrupts():
            self._enter(row, Open._make((frame, 0, at, *live, read.lines, None, read.code, keeper)), origin, variables)

    def _rejoin(self, frame: FrameType) -> bool:
        """Leave the open calls that are over though nobody was told, and enter a call then; False if there are none."""
        recorder, left = self.recorder, 0
        if recorder is None:
            return False
        with hold_interrupts():
            while recorder.stack and (top := recorder.stack[-1][0]) is not None and has_ended(top, frame):
                recorder.unwind()
                left += 1
            if left and recorder.over:
                self._end(self, BY_AN_EXCEPTION)
        if left:
            self._enter_again(frame)
        return left > 0

    def _weight(self, frame: FrameType, above: CodeType) -> float | None:
        weights, caller = self._weights.get(above), frame.f_back
        if weights is None or weights.name is None or caller is None:
            return None
        return fraction(caller.f_locals.get(weights.name))

    def _met(self, read: VariableReaders, position: Any) -> Position:
        """A position that has no shortcut, or was not met lately."""
        return self._copies.meet(read, position, 0 if self.recorder is None else self.recorder.count)

    def _look_again(self, read: VariableReaders, top: tuple[Any, ...]) -> Position | None:
        """The position of a call as it returns, where that is another one."""
        return self._another(Open(*top), self._copies.left(read, Open(*top)))

    def _another(self, call: Open, position: Position | None) -> Position | None:
        """A position in which a call left what it got, if it reads otherwise."""
        assert self.recorder is not None
        if call.at is None or position is None or position is call.at or str(position) == str(call.at):
            return None
        self.recorder.sharing.note_change(call.held, call.code)
        return position

    def _end_call(
        self, top: tuple[Any, ...], line: int, value: float | None, returned: Any, after: Position | None
    ) -> None:
        """A call returns that was understood at once, or without a number."""
        assert self.recorder is not None
        if value is None:
            words = returned if isinstance(returned, str) else safe_repr(returned)
            self.values.note_missing(Open(*top).code, words, self.recorder.where)
        frame, code, answer = Open(*top).frame, Open(*top).code, None
        if self.recorder.is_root(top) and frame is not None:
            answer = self.values.of(code).beside(make_root_answer(frame, returned))
        with hold_interrupts():
            self.recorder.leave(value, line, after, answer)
            if self.recorder.over:
                self._end(self, None)

    def leave_root(self, frame: FrameType, returned: Any) -> None:
        """The function above returns, whatever it likes: the root's value is that of its best child."""
        assert self._above is not None
        entry_values, arguments = self._above.call.entry_values, parameters(self._above.call.code)

        def now(path: Path) -> Hashable:
            return self._copies.of(entry_values[path].held if path in arguments else read_variable(frame, path))

        self._leave_root(self._above, line_of(frame), make_root_answer(frame, returned), now)

    def leave_replayed_root(self, call: Call) -> None:
        """Record the return of the root from the log."""
        assert self._above is not None
        values = call.entry_values | call.after
        self._leave_root(self._above, call.left_at, call.returned, lambda path: snapshot(values[path]))

    def _leave_root(self, above: Above, line: int, answer: RootAnswer | None, now: Callable[[Path], Hashable]) -> None:
        assert self.recorder is not None
        if above.visit.at is not None:
            left = board_left(above.call.entry_values, above.visit.at.snapshot, now)
            if left and self.recorder.left_over is not None:
                self.recorder.left_over = self.recorder.left_over.returned_with(left[0][1])
            answer = None if answer is None else answer._replace(left=(*answer.left, *left))
        self.recorder.leave(None, line, None, answer)
        self._above = None

    @property
    def _top(self) -> Open | None:
        return Open(*self.recorder.stack[-1]) if self.recorder is not None and self.recorder.stack else None

    def _enter(self, row: Entered, opened: Open, origin: Origin | None, variables: Variables) -> None:
        """A call begins; one that is the root, or below it, is understood at once."""
        up, recorder = self._top, self.recorder
        if up is not None and (up.code, row.code) in self._handoffs:
            row = row._replace(said=Onward(plain(row.code)))
        if recorder is None or len(recorder.stack) <= recorder.outer:
            visit = self._meaning.visit(row, None if up is None else up.visit)
            visit.variables = variables
            opened = opened._replace(visit=visit)
            if recorder is None:
                self._begin_search(visit, origin)
            elif self._above is not None:
                self._call_below(self._above, visit, origin)
        assert self.recorder is not None
        self.recorder.enter(row, opened)

    def _call_below(self, above: Above, visit: Visit, origin: Origin | None) -> None:
        """The function above makes a call; it may be the root of a pass, or of another search, from now on."""
        assert self.recorder is not None
        before = above.visit
        again = above.next_root(visit, origin, reached=self.recorder.reached, down=self.decision.down)
        if again is None:
            return
        self.recorder.leave(None)
        visit, caller = again
        if caller is None or origin is None:
            self._go_on(self)
            self._begin_search(visit, None)
        else:
            self.recorder.start = self.recorder.start or Start(before, origin)
            self.recorder.iterate(*caller, Start(visit, origin))
        self._enter_root(above)
