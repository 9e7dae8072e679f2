"""A search whose variables are known: its calls become the nodes of a trace."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from types import CodeType, FrameType
from typing import Any

from tracer.attaching.copies import Copies
from tracer.attaching.returned_values import Value, limit
from tracer.attaching.sources import calling_line, line_of
from tracer.attaching.tape import Tape
from tracer.attaching.texts import Texts
from tracer.attaching.variables import Again, Read, reader, reread
from tracer.attaching.visit import Visit
from tracer.deciding import guesses
from tracer.deciding.call import Call, Copy, Path, parameters, plain
from tracer.deciding.decision import Decision, Reading
from tracer.deciding.position_of import snapshot_of
from tracer.deciding.referee import UNKNOWN, Referee
from tracer.errors import PlyscopeError
from tracer.games import snapshots
from tracer.games.rules import MAX, MIN, Turn
from tracer.text import clean

INFINITY = float("inf")
_NO_TURN = ("nothing",)


@dataclass(frozen=True, slots=True)
class Readers:
    """How the variables of a function are read; None for those that it has not."""

    reading: Reading
    state: Read | None
    again: Again | None
    """How to read the position once more as the call returns; None for the very object that it was."""
    alpha: Read | None
    beta: Read | None
    either: Read | None
    depth: Read | None
    move: Read | None
    moves: Read | None
    turn: Read | None


class Course:
    """The calls of one search, or of several below one function, from what was decided of them.

    Args:
        decision: what their variables are.
        said: what the user said of them.
        referee: the game, if there is one.
        copies: makes copies of positions.
        texts: their texts.
        begin: makes the tape of a search.
    """

    def __init__(
        self,
        decision: Decision,
        said: dict[str, Any],
        referee: Referee | None,
        copies: Copies,
        texts: Texts,
        begin: Callable[[], Tape],
    ) -> None:
        self.decision, self._said, self._referee = decision, said, referee
        self._copies, self._texts, self._begin = copies, texts, begin
        self._mover = decision.players.view == "mover"
        self._turned = not self._mover and decision.positions.sign < 0
        """Whether the search's MAX is the game's MIN: what it says is turned round."""
        self._values: dict[int, Value] = {}
        self._readers: dict[int, Readers] = {}
        """By the identity of the function's code, which takes less long than its hash; the calls keep it."""
        self._roles = guesses.roles(said["turn"])
        self.tape: Tape | None = None
        """The search in hand."""
        self.root: Visit | None = None
        """The visit of the function above, where that is the root."""
        self.numbers = 0
        """Calls that returned a number."""
        self.silent: str | None = None
        """What to say of the first that returned none."""

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

    def begin_root(self, call: Call, frame: FrameType | None, child: Call) -> bool:
        """Make the call of the function above the root, unless it has only handed its position on."""
        path = self.decision.reading(child.code).state
        state, text, place = self._position_above(call, path)
        below: Hashable = UNKNOWN if path is None else snapshot_of(child, path)
        if below is not UNKNOWN and state == below:
            return False
        if self._referee is not None and state is UNKNOWN:
            place = self._referee.start
            if self._referee.place(below) == place:
                return False
        players = self.decision.players
        if players.by == "in turn" and not players.learned:  # MAX begins, one ply above the first call
            self.decision = replace(self.decision, players=replace(players, first=MIN))
        turn = -self._turn(child.code, self._told_turn(child), UNKNOWN, first=True)
        if self._referee is not None and place is not UNKNOWN:
            turn = self._referee.turn(place)
        visit = Visit(frame, call.code, Turn(turn), -INFINITY, INFINITY, state, place)
        visit.text = text
        depth = self.decision.reading(child.code).depth
        if depth in parameters(call.code):
            visit.depth = self._seen(call, depth)
        elif self.decision.down and isinstance(below_depth := self._seen(child, depth), int):
            visit.depth = below_depth + 1
        self.tape, self.root = self._begin(), visit
        self.tape.enter(visit)
        return True

    def _position_above(self, call: Call, path: Path | None) -> tuple[Hashable, str | None, Any]:
        """The position of the function above, its text, and what it is to the game; UNKNOWN where it has none."""
        for candidate in (path, *call.seen):
            if candidate is None or (found := snapshot_of(call, candidate)) is UNKNOWN:
                continue
            place = UNKNOWN if self._referee is None else self._referee.place(found)
            plain = not isinstance(call.seen.get(candidate), Copy | str)
            if place is not UNKNOWN or (self._referee is None and (candidate == path or not plain)):
                return found, self._text(call, candidate, found), place
        return UNKNOWN, None, UNKNOWN

    def replay_entry(self, call: Call, frame: FrameType | None) -> None:
        """A call as it was seen begins; `frame` is its own while it has not returned."""
        reading = self.decision.reading(call.code)
        state: Hashable = UNKNOWN if reading.state is None else snapshot_of(call, reading.state)
        told = self._told_turn(call)
        visit = self._visit(call.code, state, told)
        visit.frame, visit.called_at, visit.left_at = frame, call.called_at, call.left_at
        seen = call.seen
        self._bound(
            visit,
            reading,
            *(None if path is None else seen.get(path) for path in (reading.alpha, reading.beta, reading.either)),
        )
        visit.depth = self._seen(call, reading.depth)
        if reading.moves is not None:
            visit.legal = _legal(call.seen.get(reading.moves))
        if state is not UNKNOWN:
            assert reading.state is not None
            visit.text = self._text(call, reading.state, state)
            held = call.seen.get(reading.state)
            if isinstance(held, Copy) and self._copies.may_change(call.code, held.held, state):
                visit.live = held.held
                if frame is None:
                    after = call.after.get(reading.state, held)
                    visit.again = lambda: (after.snapshot, after.held)
                else:
                    visit.again = self._anew(frame, self.readers(frame), held.held)
        self._enter(visit, _frozen(self._seen(call, reading.move)))

    def replay_return(self, call: Call) -> None:
        """It returns."""
        assert self.tape is not None
        if call.numbers is None:
            self.tape.unwind()
        else:
            taker = self.value(call.code)
            value = taker.number(call.numbers.get(taker.place))
            if value is None:
                self._no_number(call.code, call.shown)
            self._leave(value)

    def enter(self, frame: FrameType) -> None:
        """A call begins."""
        code = frame.f_code
        readers = self.readers(frame)
        position: Any = UNKNOWN if readers.state is None else readers.state(frame)
        tape = self.tape
        state: Hashable = UNKNOWN
        if position is not UNKNOWN:
            state = self._copies.at(0 if tape is None else tape.nodes, position)
        turn = _NO_TURN if readers.turn is None else readers.turn(frame)
        visit = self._visit(code, state, turn)
        visit.frame = frame
        alpha, beta, either = readers.alpha, readers.beta, readers.either
        if alpha is not None or beta is not None or either is not None:
            self._bound(
                visit,
                readers.reading,
                None if alpha is None else alpha(frame),
                None if beta is None else beta(frame),
                None if either is None else either(frame),
            )
        visit.depth = None if readers.depth is None else readers.depth(frame)
        if readers.moves is not None:
            visit.legal = _legal(readers.moves(frame))
        if state is not UNKNOWN:
            visit.text = self._texts.of(state, position)
            if self._copies.may_change(code, position, state):
                visit.live = position
                visit.again = self._anew(frame, readers, position)
        if tape is not None and tape.stack:
            visit.called_at = calling_line(frame, tape.stack[-1].frame)
        self._enter(visit, None if readers.move is None else _frozen(readers.move(frame)))

    def leave(self, frame: FrameType, returned: Any) -> None:
        """A call returns."""
        assert self.tape is not None
        self.tape.stack[-1].left_at = line_of(frame)
        value = self.value(frame.f_code)(returned)
        if value is None:
            self._no_number(frame.f_code, returned)
        self._leave(value)

    def _leave(self, value: float | None) -> None:
        assert self.tape is not None
        self.numbers += value is not None
        self.tape.leave(-value if self._turned and value is not None else value)

    def _no_number(self, code: CodeType, shown: Any) -> None:
        assert self.tape is not None
        if self.silent is None:
            returned = shown if isinstance(shown, str) else clean(repr(shown), 60)
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

    def readers(self, frame: FrameType) -> Readers:
        """How to read a function."""
        code = frame.f_code
        found = self._readers.get(id(code))
        if found is None:
            reading = self.decision.reading(code)
            found = self._readers[id(code)] = Readers(
                reading,
                self._read(reading.state, frame),
                self._reread(reading.state, frame),
                *(
                    self._read(path, frame)
                    for path in (
                        reading.alpha, reading.beta, reading.either, reading.depth, reading.move, reading.moves,
                        reading.turn,
                    )
                ),
            )  # fmt: skip
        return found

    def _read(self, path: Path | None, frame: FrameType) -> Read | None:
        """How to read a variable: what the user said raises where it cannot be read, a guess gives UNKNOWN."""
        if path is None:
            return None
        if path.startswith("="):
            return reader(path[1:], self._said[path[1:]], frame)
        if path in parameters(code := frame.f_code) and path not in code.co_cellvars:
            return lambda call: call.f_locals[path]  # an argument has a value when the call begins
        try:
            read = reader(path, path, frame)
        except PlyscopeError:
            return None

        def careful(call: FrameType) -> Any:
            try:
                return read(call)
            except PlyscopeError:
                return UNKNOWN

        return careful

    def _reread(self, path: Path | None, frame: FrameType) -> Again | None:
        source = self._said["state"] if path == "=state" else path
        if source is None:
            return None
        try:
            return reread("state", source, frame)
        except PlyscopeError:
            return None

    def _anew(self, frame: FrameType, readers: Readers, position: Any) -> Callable[[], tuple[Hashable, Any]]:
        """What reads the position as the call returns."""
        again = None if readers.again is None else readers.again(frame)

        def read() -> tuple[Hashable, Any]:
            now = position if again is None else again()
            return self._copies.copied(now), now

        return read

    def _told_turn(self, call: Call) -> Any:
        """What the variable that tells who moves held."""
        path = self.decision.reading(call.code).turn
        return _NO_TURN if path is None else self._seen(call, path, _NO_TURN)

    def _seen(self, call: Call, path: Path | None, otherwise: Any = None) -> Any:
        held = otherwise if path is None else call.seen.get(path, otherwise)
        return held.held if isinstance(held, Copy) else held

    def _text(self, call: Call, path: Path, state: Hashable) -> str:
        held = call.seen.get(path)
        return held.text if isinstance(held, Copy) else self._texts.of(state, state)

    def _visit(self, code: CodeType, state: Hashable, told: Any) -> Visit:
        place: Any = UNKNOWN
        turn = None
        if self._referee is not None and state is not UNKNOWN and self.decision.positions.fits:
            place = self._referee.place(state)
            if place is UNKNOWN and self._referee.needs_turn:
                turn = self._turn(code, told, UNKNOWN, first=self.tape is None)
                place = self._referee.place(state, turn)
        turn = turn or self._turn(code, told, place, first=self.tape is None)
        return Visit(None, code, turn, -INFINITY, INFINITY, state, place)

    def _turn(self, code: CodeType, told: Any, place: Any, *, first: bool) -> Turn:
        """Who moves at a call."""
        if self._turned and place is not UNKNOWN and self._referee is not None:
            return self._referee.turn(place)
        players = self.decision.players
        if self._said["turn"] is not None:
            if self._roles is not None:
                return self._roles.get(code.co_name) or self._in_turn(first=first)
            name = self._said["turn"] if isinstance(self._said["turn"], str) else "turn"
            return guesses.as_turn(name, code)(told)
        if (
            players.by == "function"
            and (by_function := players.turns.get(code, guesses.side(code.co_name))) is not None
        ):
            return by_function
        known = players.turns.get(told) if players.by == "variable" and told.__hash__ is not None else None
        if known is not None:
            return known
        if players.by in ("game", "in turn") and place is not UNKNOWN and self._referee is not None:
            return self._referee.turn(place)
        return self._in_turn(first=first)

    def _in_turn(self, *, first: bool) -> Turn:
        if first or self.tape is None or not self.tape.stack:
            return self.decision.players.first
        above = self.tape.stack[-1].turn
        return Turn(-above) if above else MAX

    def _bound(self, visit: Visit, reading: Reading, alpha: Any, beta: Any, either: Any) -> None:
        """The window of a visit, from what the variables of its ends hold."""
        if reading.either is not None:
            end = limit("either", either, -INFINITY if self._mover else INFINITY * visit.turn)
            end *= -1 if self._turned or (self._mover and visit.turn > 0) else 1
            visit.alpha, visit.beta = (-INFINITY, end) if visit.turn > 0 else (end, INFINITY)
            return
        if reading.alpha is not None:
            visit.alpha = limit("alpha", alpha, -INFINITY, said=reading.alpha == "=alpha")
        if reading.beta is not None:
            visit.beta = limit("beta", beta, INFINITY, said=reading.beta == "=beta")
        if self._turned or (self._mover and visit.turn < 0):
            visit.alpha, visit.beta = -visit.beta, -visit.alpha

    def _enter(self, visit: Visit, said: Hashable) -> None:
        if self.tape is None:
            self.tape = self._begin()
        self.tape.enter(visit, said if self.tape.stack else None)


def _frozen(move: Any) -> Hashable:
    return None if move is None or move is UNKNOWN else snapshots.freeze(move)


def _legal(moves: Any) -> list[Hashable]:
    return [snapshots.freeze(move) for move in moves]
