"""A search whose variables are known: its calls become the nodes of a trace."""

# Long, for a call that begins is read in one function: calls of others would cost as much as what they do.

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import partial
from types import CodeType, FrameType
from typing import Any

from tracer.attaching.containing import shown
from tracer.attaching.copies import Copies
from tracer.attaching.looking import legal_moves
from tracer.attaching.meaning import INFINITY, NO_TURN, Meaning
from tracer.attaching.origins import Origin, Start
from tracer.attaching.readers import Readers
from tracer.attaching.returned_values import LARGEST, Value
from tracer.attaching.sources import calling_line, line_of, lines_of
from tracer.attaching.tape import Tape
from tracer.attaching.texts import Position, Texts
from tracer.attaching.visit import Visit
from tracer.deciding.call import Call, Copy, head, parameters, plain, snapshot
from tracer.deciding.decision import Decision
from tracer.deciding.depth_steps import countable
from tracer.deciding.position_parts import snapshot_of
from tracer.deciding.referee import UNKNOWN, Referee
from tracer.deciding.weights import fraction
from tracer.errors import PlyscopeError
from tracer.games import snapshots
from tracer.games.rules import MIN, Turn
from tracer.recording.columns import NO_LINE
from tracer.recording.no_moves import Onward

_ENDS = (int, float)


class Course:
    """The calls of one search, or of several below one function, from what was decided of them.

    Args:
        decision: what their variables are.
        said: what the user said of them.
        referee: the game, if there is one.
        copies: makes copies of positions.
        texts: their texts.
        begin: gives the tape of a search, by its root and where that comes from: its driver's, or a new one.
        end: is told of a search that has ended below the function above, which goes on with another one.
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
        end: Callable[[Course], None],
        outside: FrameType | None = None,
    ) -> None:
        self._meaning = Meaning(decision, said, referee, texts)
        self._mover, self._turned, self._placed = self._meaning.mover, self._meaning.turned, self._meaning.placed
        self._readers, self._handed = self._meaning.readers, decision.handed
        self._by_changes, self._beyond = decision.players.by == "changes", decision.beyond
        self._dice, self._weights = decision.players.dice, decision.weights
        self._below_zero = decision.below_zero
        self._said, self._referee = said, referee
        self._copies, self._texts, self._begin, self._end, self._outside = copies, texts, begin, end, outside
        self._values: dict[int, Value] = {}
        self.tape: Tape | None = None
        """The search in hand."""
        self.root: Visit | None = None
        """The visit of the function above, where that is the root."""
        self._first: dict[Hashable, Visit] = {}
        """The positions below that root, each with the last call for it."""
        self._widest: tuple[float, float] | None = None
        """The window of the very first of them: what is searched with it is searched with the widest."""
        self._last: Hashable = None
        """The last of them."""
        self._instruction: int | None = None
        """The function above's, that made the call for it."""
        self.numbers = 0
        """Calls that returned a number."""
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
        visit = Visit(frame, call.code, int(turn), *window, at, lines_of(call.code), place)
        depth = self.decision.reading(child.code).depth
        below_depth = self._meaning.seen(child, depth)
        next_depth = below_depth + 1 if self.decision.down and isinstance(below_depth, int) else None
        if depth in parameters(call.code):
            visit.depth = self._meaning.seen(call, depth)
        if next_depth is not None and visit.depth not in (below_depth, next_depth):  # or it is that of the last pass
            visit.depth = next_depth
        if self._dice is not None:
            visit.told, visit.side = self._meaning.key_above(call, child), int(turn) or 1
        self.tape, self.root = self._begin(visit, call.origin), visit
        self.tape.enter(visit)

    def replay_entry(self, call: Call, frame: FrameType | None) -> None:
        """A call as it was seen begins; `frame` is its own while it has not returned."""
        reading, seen = self.decision.reading(call.code), call.seen
        at, place, path = None, UNKNOWN, reading.state
        if path is not None and (state := snapshot_of(call, path)) is not UNKNOWN:
            at = self._meaning.position(call, path, state)
            place = self._meaning.place(at, None, self._above)
        turn = int(self._meaning.turn(call.code, self._meaning.told_turn(call), place, self._above))
        if at is not None and place is UNKNOWN:
            place = self._meaning.place(at, Turn(turn), self._above)
        told = self._meaning.told_turn(call) if self._by_changes else None
        side = turn
        if self._dice is not None:
            told = self._meaning.dice_key(call.code, self._meaning.told_dice(call), self._above)
            side = self._meaning.side(call.code, told, self._above, turn if place is not UNKNOWN else 0)
        ends = [None if path is None else seen.get(path) for path in (reading.alpha, reading.beta, reading.either)]
        visit = Visit(
            frame, call.code, turn, *self._meaning.window(side, reading, *ends), at, lines_of(call.code), place
        )
        visit.depth, visit.called_at, visit.left_at = (
            self._meaning.seen(call, reading.depth),
            NO_LINE if self._above is None else call.called_at,
            call.left_at,
        )
        visit.told, visit.side = told, side
        if self._weights:
            self._weigh(visit, call.fractions.get)
        visit.beyond = call.code in self._beyond or self._is_below_zero(visit, self._above)
        if reading.moves is not None:
            visit.legal = legal_moves(seen.get(reading.moves))
        held = None if path is None or at is None else self._meaning.copy_of(seen, path)
        if at is not None and held is not None and self._copies.may_change(call.code, held.held, at.snapshot):
            visit.live = held.held
            if "." in (path or "") and isinstance(owner := seen.get(head(path or "")), Copy):
                visit.owner = owner.held
            if frame is not None and (again := self._meaning.readers_of(frame).again) is not None:
                visit.again = again(frame)
        self._enter(visit, _frozen(self._meaning.seen(call, reading.move)), call.origin)

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
        visit, path = self.tape.stack[-1], self.decision.reading(call.code).state
        if visit.live is not None and path is not None and not call.after.keys().isdisjoint({path, *path.split(",")}):
            after = self._meaning.copy_of(call.seen | call.after, path)
            assert after is not None
            visit.leave_at(self._texts.position(after.snapshot, after.held, after.text))
        self._leave(value)

    def enter(self, frame: FrameType) -> None:  # noqa: PLR0912, PLR0915  # the hot path: a call costs as much as what it does
        """A call begins."""
        code, local, tape = frame.f_code, frame.f_locals, self.tape
        read = self._readers.get(id(code)) or self._meaning.readers_of(frame)
        above = tape.stack[-1] if tape is not None and tape.stack else None
        at, held, place = None, None, UNKNOWN
        if (variable := read.state) is not None:
            if read.inside is not None:
                try:
                    held = read.inside(local[read.owner])
                except (AttributeError, LookupError, TypeError):
                    held = UNKNOWN
            else:
                held = local[variable] if type(variable) is str else variable(frame)  # type: ignore[operator]
            if type(held) is read.kind:
                try:
                    at = self._texts.known.get(read.shortcut(held))  # type: ignore[misc]
                except TypeError:  # an element of it has no hash
                    at = None
            if at is None and held is not UNKNOWN:
                at = self._met(read, held)
            if at is not None and self._placed is not None:
                place = self._meaning.place(at, None, above)
        turn = read.always
        told: Any = NO_TURN
        if turn is None:
            if (variable := read.turn) is not None:
                told = local[variable] if type(variable) is str else variable(frame)  # type: ignore[operator]
            if read.turns is not None and type(told) in snapshots.PLAIN:
                turn = read.turns.get(told)
            elif read.alternates and above is not None:
                turn = -above.turn or 1
            if turn is None:
                turn = int(self._meaning.turn(code, told, place, above))
        if place is UNKNOWN and at is not None and self._placed is not None:
            place = self._meaning.place(at, Turn(turn), above)
        side = turn
        if self._dice is not None:
            told = NO_TURN
            if (variable := read.dice) is not None:
                told = local[variable] if type(variable) is str else variable(frame)  # type: ignore[operator]
            told = self._meaning.dice_key(code, told, above)
            side = self._meaning.side(code, told, above, turn if place is not UNKNOWN else 0)
        alpha: Any = read.alpha
        beta: Any = read.beta
        if alpha is not None:
            alpha = local[alpha] if type(alpha) is str else alpha(frame)
        if beta is not None:
            beta = local[beta] if type(beta) is str else beta(frame)
        if (
            read.both
            and type(alpha) in _ENDS
            and type(beta) in _ENDS
            and (-LARGEST <= alpha <= LARGEST or alpha == -INFINITY)
            and (-LARGEST <= beta <= LARGEST or beta == INFINITY)
        ):
            if self._turned or (self._mover and side < 0):
                alpha, beta = -beta, -alpha
        else:
            either = read.either
            if either is not None:
                either = local[either] if type(either) is str else either(frame)  # type: ignore[operator]
            alpha, beta = self._meaning.window(side, read.reading, alpha, beta, either)
        visit = Visit(frame, code, turn, alpha, beta, at, read.lines, place)
        if self._by_changes or self._dice is not None:
            visit.told, visit.side = told, side
        if self._weights and frame.f_back is not None:
            self._weigh(visit, frame.f_back.f_locals.get)
        if (variable := read.depth) is not None:
            visit.depth = local[variable] if type(variable) is str else variable(frame)  # type: ignore[operator]
        if self._beyond or self._below_zero:
            visit.beyond = code in self._beyond or self._is_below_zero(visit, above)
        if above is not None:
            caller = frame.f_back
            if caller is above.frame and caller is not None:
                visit.called_at = above.lines[caller.f_lasti >> 1]
            else:
                visit.called_at = calling_line(frame, above.frame)
        if read.changing:
            visit.live = held
            if read.inside is not None:
                visit.owner = local[read.owner]
                visit.again = partial(read.inside, visit.owner)
            elif read.again is not None:
                visit.again = read.again(frame)
        said = None
        if (variable := read.move) is not None:
            said = _frozen(local[variable] if type(variable) is str else variable(frame))  # type: ignore[operator]
        if (variable := read.moves) is not None:
            visit.legal = legal_moves(variable(frame))  # type: ignore[operator]
        if above is None or self._handed or self.root is not None:
            self._enter(visit, said, None if above is not None else Origin.of(frame, self._outside))
        else:
            tape.enter(visit, said)  # type: ignore[union-attr]  # it is that of the visit above

    def _is_below_zero(self, visit: Visit, above: Visit | None) -> bool:
        """Whether a call was made beyond the horizon, where that is told by the depth."""
        if not self._below_zero or above is None or not (countable(visit.depth) and countable(above.depth)):
            return False
        return bool(visit.depth < 0 and above.depth <= 0)

    def _weigh(self, visit: Visit, held: Callable[[str], Any]) -> None:
        """Note how its outcomes are weighed, and the weight of the one that leads to it."""
        if not visit.turn:
            visit.weighing = self._weights.get(visit.code)
            visit.outcomes = None if visit.weighing is None else []
        above = self._above
        if above is not None and above.weighing is not None and above.weighing.name is not None:
            visit.weight = fraction(held(above.weighing.name))

    def _met(self, read: Readers, held: Any) -> Position:
        """A position that has no shortcut, or was not met lately."""
        snapshot = self._copies.at(0 if self.tape is None else self.tape.nodes, held, several=read.several)
        if read.changing is None:
            read.changing = self._copies.may_change(read.code, held, snapshot)
            read.shortcut = self._copies.shortcut(held)
            read.kind = None if read.shortcut is None else type(held)
        return self._texts.position(snapshot, held, several=read.several)

    def leave(self, frame: FrameType, returned: Any) -> None:
        """A call returns."""
        assert self.tape is not None
        visit = self.tape.stack[-1]
        visit.left_at = visit.lines[frame.f_lasti >> 1]
        if visit.live is not None:
            self._look_again(visit, self._readers.get(id(visit.code)))
        value = (self._values.get(id(visit.code)) or self.value(visit.code))(returned)
        if value is None:
            self._no_number(frame.f_code, returned)
        self._leave(value)

    def _look_again(self, visit: Visit, read: Readers | None) -> None:
        """Find out whether the position is another one at the end of the call."""
        assert visit.at is not None
        try:
            now = visit.live if visit.again is None else visit.again()
            if read is not None and type(now) is read.kind and _same(read, now, visit.at.snapshot):
                return
            several = read is not None and read.several
            snapshot = self._copies.of(now, several=several)
            if snapshot != visit.at.snapshot:
                visit.leave_at(self._texts.position(snapshot, now, several=several))
        except (
            PlyscopeError,
            AttributeError,
            LookupError,
            TypeError,
        ):  # it is gone, or can be read no more: nothing is known of it
            return

    def _leave(self, value: float | None) -> None:
        assert self.tape is not None
        self.numbers += value is not None
        self.tape.leave(-value if self._turned and value is not None else value)

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
        self.tape.stack[-1].left_at = line_of(frame)
        self.tape.leave(None)
        self.root = None

    @property
    def _above(self) -> Visit | None:
        """The call in hand."""
        return self.tape.stack[-1] if self.tape is not None and self.tape.stack else None

    def _enter(self, visit: Visit, said: Hashable, origin: Origin | None) -> None:
        if self.tape is None:
            self.tape = self._begin(visit, origin)
        stack = self.tape.stack
        if self.root is not None and stack[-1] is self.root:
            if self._begins_anew(visit):
                self._begin_anew(visit, origin)
            elif self._is_repeated(visit, origin):
                self._end_root()
            self._widest = self._widest or (visit.alpha, visit.beta)
            self._last = visit.snapshot
            self._first[self._last] = visit
        elif self._handed and stack and (stack[-1].code, visit.code) in self._handed:
            said = Onward(plain(visit.code))
        self.tape.enter(visit, said if stack else None)

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
        now = at[1] if at is not None else None if self.root.frame is None else self.root.frame.f_lasti
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
        root = self.root
        again = Visit(root.frame, root.code, root.turn, root.alpha, root.beta, root.at, root.lines, root.place)
        again.depth = root.depth
        self.tape.leave(None)
        self._end(self)
        self.tape, self.root = self._begin(again, None), again
        self._first.clear()
        self.tape.enter(again)

    def _begin_anew(self, visit: Visit, origin: Origin | None) -> None:
        """The function above begins its next iteration: a pass, or a search of its own if that goes less deep."""
        assert self.tape is not None
        assert self.root is not None
        root, depth = self.root, self._first[visit.snapshot].depth
        self.tape.leave(None)
        window = visit.alpha, visit.beta
        if not window[0] < window[1] or window == self._widest:
            window = (-INFINITY, INFINITY)
        again = Visit(root.frame, root.code, root.turn, *window, root.at, root.lines, root.place)
        again.depth = root.depth
        if countable(root.depth) and self.decision.down:
            again.depth = root.depth + visit.depth - depth
        if origin is None and visit.frame is not None:
            origin = Origin.of(visit.frame, self._outside)
        calling = None if origin is None else origin.frame_of(root.code)
        if origin is None or calling is None or (self.decision.down and visit.depth < depth):
            self._end(self)
            self.tape = self._begin(again, None)
        else:
            if self.tape.start is None:
                self.tape.start = Start(root, origin)
            self.tape.iterate(*calling, Start(again, origin))
        self._first.clear()
        self.root = again
        self.tape.enter(again)


def _is_like(above: CodeType, one: Call, other: Call) -> bool:
    """Whether two calls that a function makes are one: from one instruction, with the same arguments."""
    places = [None if call.origin is None else call.origin.frame_of(above) for call in (one, other)]
    if one.code is not other.code or None in places or len({place[1] for place in places if place is not None}) > 1:
        return False
    return all(snapshot(one.seen.get(name)) == snapshot(other.seen.get(name)) for name in parameters(one.code))


def _frozen(move: Any) -> Hashable:
    return None if move is None or move is UNKNOWN else snapshots.freeze(move)


def _same(read: Readers, position: Any, snapshot: Hashable) -> bool:
    """Whether a position is still what its snapshot says, as far as the shortcut tells."""
    try:
        return bool(read.shortcut is not None and read.shortcut(position) == snapshot)
    except TypeError:
        return False
