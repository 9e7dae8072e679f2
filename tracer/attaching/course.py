"""A search whose variables are known: its calls become the nodes of a trace."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from types import CodeType, FrameType
from typing import Any

from tracer.assembling.call_rows import NO_TURN, Entered, Open
from tracer.assembling.containing import shown
from tracer.assembling.texts import Position, Texts
from tracer.assembling.visit import Visit
from tracer.attaching.compiled import Enter, Leave, compiled, frozen
from tracer.attaching.copies import Copies
from tracer.attaching.looking import legal_moves
from tracer.attaching.meaning import INFINITY, Meaning
from tracer.attaching.origins import Origin, Start
from tracer.attaching.returned_values import Value
from tracer.attaching.sources import calling_line, line_of, lines_of
from tracer.attaching.tape import Tape
from tracer.attaching.variables import Readers, readers
from tracer.deciding.call import Call, Copy, head, parameters, plain, snapshot
from tracer.deciding.decision import Decision
from tracer.deciding.depth_steps import countable
from tracer.deciding.position_parts import snapshot_of
from tracer.deciding.referee import UNKNOWN, Referee
from tracer.deciding.weights import fraction
from tracer.errors import PlyscopeError
from tracer.games.rules import MIN
from tracer.recording.columns import NO_LINE
from tracer.recording.no_moves import Onward


class Course:
    """The calls of one search, or of several below one function, from what was decided of them.

    Args:
        decision: what their variables are.
        said: what the user said of them.
        referee: the game, if there is one.
        copies: makes copies of positions.
        texts: their texts.
        begin: gives the tape of a search, by its root and where that comes from: its driver's, or a new one.
        go_on: is told of a search that has ended below the function above, which goes on with another one.
        end: is told that the outermost call has returned.
        contains: tells whether an exception that comes while a call is read is kept from the program.
        hooks: what is called as a call of each function begins, and as it returns, by the identity of its code.
        outside: the frame in which the recording was entered.
    """

    def __init__(
        self,
        decision: Decision,
        said: dict[str, Any],
        referee: Referee | None,
        copies: Copies,
        texts: Texts,
        begin: Callable[[Visit, Origin | None], Tape],
        go_on: Callable[[Course], None],
        end: Callable[[Course], None],
        contains: Callable[[BaseException, FrameType], bool],
        hooks: tuple[dict[int, Enter], dict[int, Leave]],
        outside: FrameType | None = None,
    ) -> None:
        self._meaning = Meaning(decision, said, referee, texts)
        self._readers: dict[int, Readers] = {}
        """By the identity of a function's code, which takes less long than its hash; they keep it."""
        self._contains = contains
        self._entering, self._leaving = hooks
        self._forget_hooks()
        self._handed, self._weights = decision.handed, decision.weights
        self._said, self._referee = said, referee
        self._copies, self._texts, self._outside = copies, texts, outside
        self._begin, self._go_on, self._end = begin, go_on, end
        self._values: dict[int, Value] = {}
        self.tape: Tape | None = None
        """The search in hand."""
        self.root: Visit | None = None
        """The visit of the function above, where that is the root."""
        self.root_frame: FrameType | None = None
        """Its frame."""
        self._first: dict[Hashable, Visit] = {}
        """The positions below that root, each with the last call for it."""
        self._widest: tuple[float, float] | None = None
        """The window of the very first of them: what is searched with it is searched with the widest."""
        self._last: Hashable = None
        """The last of them."""
        self._instruction: int | None = None
        """The function above's, that made the call for it."""
        self.silent: str | None = None
        """What to say of the first that returned none."""
        self.nothing = ""
        """What that returned."""

    @property
    def decision(self) -> Decision:
        """What the variables of its calls are."""
        return self._meaning.decision

    def value(self, code: CodeType) -> Value:
        """What takes the value out of what a function returns."""
        found = self._values.get(id(code))
        if found is None:
            found = self._values[id(code)] = Value(self._said["value"], self.decision.reading(code).value)
        return found

    @property
    def endless(self) -> bool:
        """Whether a value was an infinity."""
        return any(value.endless for value in self._values.values())

    def begin_root(self, call: Call, frame: FrameType | None, children: Sequence[Call]) -> None:
        """Make the call of the function above the root, unless it only hands its position on, or repeats one call."""
        child = children[0]
        path = self.decision.reading(child.code).state
        at, place = self._meaning.position_above(call, child)
        below: Hashable = UNKNOWN if path is None else snapshot_of(child, path)
        if at is not None and below is not UNKNOWN and at.snapshot == below:
            return
        if at is None and len(children) > 1 and all(_is_like(call.code, child, one) for one in children):
            return
        if self._referee is not None and at is None:
            place = self._referee.start
            if self._referee.place(below) == place:
                return
        players = self.decision.players
        if players.by == "in turn" and not players.learned:  # MAX begins, one ply above the first call
            self._meaning.decision = replace(self.decision, players=replace(players, first=MIN))
        first = self._meaning.turn(child.code, self._meaning.told_turn(child), UNKNOWN, None)
        turn = players.after(first)
        if self._referee is not None and place is not UNKNOWN:
            turn = self._referee.turn(place)
        window = self._meaning.window_above(call, child, int(turn))
        visit = Visit(call.code, int(turn), *window, at, place)
        depth = self.decision.reading(child.code).depth
        below_depth = self._meaning.seen(child, depth)
        next_depth = below_depth + 1 if self.decision.down and isinstance(below_depth, int) else None
        if depth in parameters(call.code):
            visit.depth = self._meaning.seen(call, depth)
        if next_depth is not None and visit.depth not in (below_depth, next_depth):  # or it is that of the last pass
            visit.depth = next_depth
        if self.decision.players.dice is not None:
            visit.told, visit.side = self._meaning.key_above(call, child), int(turn) or 1
        self._begin_below(visit, frame, call.origin)

    def _begin_below(self, root: Visit, frame: FrameType | None, origin: Origin | None) -> None:
        """A search begins whose root is the function above."""
        self._record_into(self._begin(root, origin))
        self.root, self.root_frame = root, frame
        self._enter_root(root)

    def _enter_root(self, root: Visit) -> None:
        """The call of the function above begins, or is taken for begun."""
        assert self.tape is not None
        row = Entered(-1, root.code, NO_LINE, root.at, NO_TURN, NO_TURN, None, None, root.depth, None, None, None)
        opened = Open(self.root_frame, 0, root.at, None, None, None, lines_of(root.code), root, root.code)
        self.tape.enter(row, opened)

    def _record_into(self, tape: Tape) -> None:
        """Record what follows here."""
        self.tape = tape
        tape.read_by(self._meaning)
        self._forget_hooks()

    def _forget_hooks(self) -> None:
        """Calls are those of another search from now on."""
        self._entering.clear()
        self._leaving.clear()

    def replay_entry(self, call: Call, frame: FrameType | None) -> None:
        """A call as it was seen begins; `frame` is its own while it has not returned."""
        reading, seen = self.decision.reading(call.code), call.seen
        at, path = None, reading.state
        if path is not None and (state := snapshot_of(call, path)) is not UNKNOWN:
            at = self._meaning.position(call, path, state)
        held = owner = again = None
        copy = None if path is None or at is None else self._meaning.copy_of(seen, path)
        if at is not None and copy is not None and self._copies.may_change(call.code, copy.held, at.snapshot):
            held = copy.held
            if "." in (path or "") and isinstance(one := seen.get(head(path or "")), Copy):
                owner = one.held
            if frame is not None:
                again = self._readers_of(frame).again_of(frame)
        up = self._top
        name = None if up is None or (weights := self._weights.get(up.code)) is None else weights.name
        row = Entered(
            -1 if up is None else up.number,
            call.code,
            NO_LINE if up is None else call.called_at,
            at,
            self._meaning.told_turn(call),
            self._meaning.told_dice(call),
            self._meaning.seen(call, reading.alpha if reading.either is None else reading.either),
            self._meaning.seen(call, reading.beta),
            self._meaning.seen(call, reading.depth),
            frozen(self._meaning.seen(call, reading.move)),
            None if reading.moves is None else legal_moves(seen.get(reading.moves)),
            None if name is None else fraction(call.fractions.get(name)),
        )
        opened = Open(frame, 0, at, held, again, owner, lines_of(call.code), None, call.code)
        if self.tape is not None and len(self.tape.stack) > self.tape.outer:
            if up is not None and (up.code, call.code) in self._handed:
                row = row._replace(said=Onward(plain(call.code)))
            self.tape.enter(row, opened)
        else:
            self._enter(row, opened, call.origin)

    def replay_return(self, call: Call) -> None:
        """It returns."""
        assert self.tape is not None
        if call.numbers is None:
            self.tape.unwind()
            return
        taker = self.value(call.code)
        value = taker.number(call.numbers.get(taker.place))
        if value is None:
            self._no_number(call.code, call.shown)
        top, path, after = self._top, self.decision.reading(call.code).state, None
        assert top is not None
        if top.held is not None and path is not None and not call.after.keys().isdisjoint({path, *path.split(",")}):
            copy = self._meaning.copy_of(call.seen | call.after, path)
            assert copy is not None
            after = self._another(top, self._texts.position(copy.snapshot, copy.held, copy.text))
        self.tape.leave(value, call.left_at, after)

    def meet(self, frame: FrameType) -> Enter:
        """What is called as a call of a function begins that was not met yet."""
        read, code = self._readers_of(frame), frame.f_code
        if read.changing is None and read.variables["state"] is not None and (held := read.held(frame)) is not UNKNOWN:
            self._met(read, held)
        self._compile(read)
        found = self._entering[id(code)]
        if read.changing is None and read.variables["state"] is not None:
            del self._entering[id(code)]  # the first position tells how others are copied
        return found

    def leave(self, frame: FrameType, returned: Any) -> None:
        """A call returns of a function that was not met yet."""
        self._compile(self._readers_of(frame))
        self._leaving[id(frame.f_code)](frame, returned)

    def _readers_of(self, frame: FrameType) -> Readers:
        code = frame.f_code
        found = self._readers.get(id(code))
        if found is None:
            found = self._readers[id(code)] = readers(self.decision.reading(code), self._said, frame)
        return found

    def _compile(self, read: Readers) -> None:
        """Make the hooks of a function."""
        code = read.code
        handed = {id(above): Onward(plain(code)) for above, below in self._handed if below is code}
        asked = {
            "outermost": self._enter_outermost,
            "ended": self._end_call,
            "met": self._met,
            "known": self._texts.known.get,
            "look_again": self._look_again,
            "weight": self._weight,
            "moves": legal_moves,
            "value": self.value(code),
            "contains": self._contains,
            "handed": handed.get,
        }
        how = {"plain": self._said["value"] is None, "handed": bool(handed), "weighs": bool(self._weights)}
        hooks = compiled(read, _Nowhere() if self.tape is None else self.tape, asked, **how)
        self._entering[id(code)], self._leaving[id(code)] = hooks

    def _enter_outermost(self, frame: FrameType, read: Readers, held: Any, at: Position | None, *fields: Any) -> None:
        """A call begins that is the root, or below it."""
        up = self._top
        line = NO_LINE if up is None else calling_line(frame, up.frame)
        weight = None if up is None or not self._weights else self._weight(frame, up.code)
        row = Entered._make((-1 if up is None else up.number, read.code, line, at, *fields, weight))
        live = (held, read.again_of(frame), read.owner_of(frame)) if read.changing else (None, None, None)
        opened = Open._make((frame, 0, at, *live, read.lines, None, read.code))
        self._enter(row, opened, Origin.of(frame, self._outside) if up is None else None)

    def _weight(self, frame: FrameType, above: CodeType) -> float | None:
        """The weight of an outcome of chance, as its caller holds it."""
        weights, caller = self._weights.get(above), frame.f_back
        if weights is None or weights.name is None or caller is None:
            return None
        return fraction(caller.f_locals.get(weights.name))

    def _met(self, read: Readers, held: Any) -> Position:
        """A position that has no shortcut, or was not met lately."""
        snapshot = self._copies.at(0 if self.tape is None else self.tape.count, held, several=read.several)
        if read.changing is None:
            read.changing = self._copies.may_change(read.code, held, snapshot)
            read.shortcut = self._copies.shortcut(held)
            read.kind = None if read.shortcut is None else type(held)
        return self._texts.position(snapshot, held, several=read.several)

    def _look_again(self, read: Readers, top: tuple[Any, ...]) -> Position | None:
        """The position of a call as it returns, where that is another one."""
        call = Open(*top)
        assert call.at is not None
        try:
            now = call.held if call.again is None else call.again()
            snapshot = self._copies.of(now, several=read.several)
            if snapshot == call.at.snapshot:
                return None
            return self._another(call, self._texts.position(snapshot, now, several=read.several))
        except (
            PlyscopeError,
            AttributeError,
            LookupError,
            TypeError,
        ):  # it is gone, or can be read no more: nothing is known of it
            return None

    def _another(self, call: Open, position: Position) -> Position | None:
        """A position in which a call left what it got, if it reads otherwise."""
        assert self.tape is not None
        if call.at is None or position is call.at or str(position) == str(call.at):
            return None
        self.tape.sharing.note_change(call.held, call.code)
        return position

    def _end_call(
        self, top: tuple[Any, ...], line: int, value: float | None, returned: Any, after: Position | None
    ) -> None:
        """A call returns that was understood at once, or without a number."""
        assert self.tape is not None
        if value is None:
            self._no_number(Open(*top).code, returned)
        self.tape.leave(value, line, after)
        if self.tape.over:
            self._end(self)

    def _no_number(self, code: CodeType, returned: Any) -> None:
        assert self.tape is not None
        if self.silent is None:
            self.nothing = returned = returned if isinstance(returned, str) else shown(returned)
            said = "does each way through it end with a return? value=lambda returned: … gives a number for it"
            if returned != "None":
                said = "say where the value is with value=0 (an element) or value=lambda returned: …"
            self.silent = f"{plain(code)} at {self.tape.where()} returned {returned}, which is no number: {said}"

    def leave_root(self, frame: FrameType) -> None:
        """The function above returns, whatever it likes: the root's value is that of its best child."""
        assert self.tape is not None
        self.tape.leave(None, line_of(frame))
        self.root = self.root_frame = None

    @property
    def _top(self) -> Open | None:
        """The call in hand."""
        return Open(*self.tape.stack[-1]) if self.tape is not None and self.tape.stack else None

    def _enter(self, row: Entered, opened: Open, origin: Origin | None) -> None:
        """A call begins that is the root, or below it: it is understood at once."""
        up = self._top
        above = None if up is None else up.visit
        visit = self._meaning.visit(row, above)
        if self.tape is None:
            self._record_into(self._begin(visit, origin))
        if self.root is not None and above is self.root:
            if self._begins_anew(visit):
                self._begin_anew(visit, origin, opened.frame)
            elif self._is_repeated(visit, origin):
                self._end_root()
            self._widest = self._widest or (visit.alpha, visit.beta)
            self._last = visit.snapshot
            self._first[self._last] = visit
        elif up is not None and (up.code, row.code) in self._handed:
            row = row._replace(said=Onward(plain(row.code)))
        assert self.tape is not None
        self.tape.enter(row, opened._replace(visit=visit))

    def _begins_anew(self, visit: Visit) -> bool:
        """Whether the function above has begun once more: with another depth, or with its first move again.

        With that it begins where its window failed. What is looked at twice, one right after the other, is neither.
        """
        if visit.snapshot not in self._first:
            return False
        first = self._first[visit.snapshot]
        if countable(first.depth) and countable(visit.depth) and first.depth != visit.depth:
            return self._last != visit.snapshot or first.called_at == visit.called_at
        assert self.root is not None
        moved_on = self.root.reached or self._last != visit.snapshot
        windows = (first.alpha, first.beta) != (visit.alpha, visit.beta)
        alike = first.depth == visit.depth and first.called_at == visit.called_at
        return moved_on and windows and alike and next(iter(self._first)) == visit.snapshot

    def _is_repeated(self, visit: Visit, origin: Origin | None) -> bool:
        """Whether the function above, of which no position is known, has made one and the same call once more."""
        assert self.root is not None
        at = None if origin is None else origin.frame_of(self.root.code)
        now = at[1] if at is not None else None if self.root_frame is None else self.root_frame.f_lasti
        before, self._instruction = self._instruction, now
        first = self._first.get(visit.snapshot)
        if first is None or visit.at is None or self.root.at is not None or len(self._first) > 1 or before != now:
            return False
        ends = (first.alpha, first.beta) == (visit.alpha, visit.beta)
        return ends and first.depth == visit.depth and first.turn == visit.turn

    def _end_root(self) -> None:
        """The function above repeats its search: it is the root of another one."""
        assert self.tape is not None
        assert self.root is not None
        root, frame = self.root, self.root_frame
        again = Visit(root.code, root.turn, root.alpha, root.beta, root.at, root.place)
        again.depth = root.depth
        self.tape.leave(None)
        self._go_on(self)
        self._first.clear()
        self._begin_below(again, frame, None)

    def _begin_anew(self, visit: Visit, origin: Origin | None, frame: FrameType | None) -> None:
        """The function above begins its next iteration: a pass, or a search of its own if that goes less deep."""
        assert self.tape is not None
        assert self.root is not None
        root, depth = self.root, self._first[visit.snapshot].depth
        self.tape.leave(None)
        window = visit.alpha, visit.beta
        if not window[0] < window[1] or window == self._widest:
            window = (-INFINITY, INFINITY)
        again = Visit(root.code, root.turn, *window, root.at, root.place)
        again.depth = root.depth
        if countable(root.depth) and self.decision.down:
            again.depth = root.depth + visit.depth - depth
        if origin is None and frame is not None:
            origin = Origin.of(frame, self._outside)
        calling = None if origin is None else origin.frame_of(root.code)
        self._first.clear()
        if origin is None or calling is None or (self.decision.down and visit.depth < depth):
            self._go_on(self)
            self._begin_below(again, self.root_frame, None)
            return
        if self.tape.start is None:
            self.tape.start = Start(root, origin)
        self.tape.iterate(*calling, Start(again, origin))
        self.root = again
        self._enter_root(again)


class _Nowhere:
    """Where a search is recorded that has not begun: its first call is the root."""

    outer, count, sharing = 1, 0, None

    def __init__(self) -> None:
        self.stack: list[Any] = []
        self.record = self
        self.entered: list[Any] = []
        self.left: list[Any] = []


def _is_like(above: CodeType, one: Call, other: Call) -> bool:
    """Whether two calls that a function makes are one: from one instruction, with the same arguments."""
    places = [None if call.origin is None else call.origin.frame_of(above) for call in (one, other)]
    if one.code is not other.code or None in places or len({place[1] for place in places if place is not None}) > 1:
        return False
    return all(snapshot(one.seen.get(name)) == snapshot(other.seen.get(name)) for name in parameters(one.code))
