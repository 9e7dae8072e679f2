"""What listens to the calls of a search and makes traces of them."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import ContextDecorator, suppress
from functools import partial
from threading import get_ident
from types import CodeType, FrameType
from typing import Any, Self

from tracer.attaching import guesses, headroom, hooks, saying
from tracer.attaching.above import Above
from tracer.attaching.calls import INFINITY, Reading, Value, limit, read
from tracer.attaching.copies import Copies
from tracer.attaching.elsewhere import Elsewhere
from tracer.attaching.outlet import Outlet
from tracer.attaching.referee import UNKNOWN, Referee
from tracer.attaching.sources import calling_line, line_of
from tracer.attaching.tape import Tape
from tracer.attaching.targets import Targets, plain
from tracer.attaching.variables import parameters
from tracer.attaching.visit import Visit
from tracer.errors import PlyscopeError, Stop
from tracer.file.written import Written
from tracer.games import snapshots
from tracer.games.registry import as_game
from tracer.games.rules import MAX, MIN, describe
from tracer.text import clean
from tracer.tracing import Trace

_FAILED = "by an error while it was recorded"
_LEFT = "as the recording ended"


def _same(position: Any) -> Any:
    return position


class Attachment(ContextDecorator):
    """Records the calls of functions while it is entered; `tracer.attach` makes it and says what it takes."""

    def __init__(self, functions: tuple[Any, ...], said: dict[str, Any]) -> None:
        self._functions, self._said = functions, said
        if said["view"] not in (None, "max", "mover"):
            raise PlyscopeError(f'view is "max" or "mover", not {said["view"]!r}')
        if said["game"] is not None and said["moves"] is not None:
            raise PlyscopeError("the game knows the legal moves: give game=… or moves=…, not both")
        if said["moves"] is not None and not callable(said["moves"]) and not isinstance(said["moves"], str):
            raise PlyscopeError("moves is a function of the variables, or the name of one, that gives the legal moves")
        self.targets = Targets(functions, said["root"])
        game = None if said["game"] is None else as_game(said["game"])
        self._referee = None if game is None else Referee(game)
        self.traces: list[Trace] = []
        """One for each search that was run, that is for each outermost call, in order; not those that go to a file."""
        self.outlet = Outlet()
        """Where searches go; to be set before the recording is entered."""
        self.searches = 0
        """How many have ended."""
        self.written: Written | None = None
        """What is known of the one that is in the file, once it has ended."""
        self.ending: str | None = None
        """Why a search that is left by an exception now ends, where that is known better than by the exception."""
        self._hook: hooks.Hook | None = None
        self._entered, self._thread = 0, 0
        self._assumed: dict[str, str] = {}
        self._told = False

    @property
    def trace(self) -> Trace:
        """The trace of the last search that ended.

        Raises:
            PlyscopeError: none has.
        """
        if not self.traces:
            raise PlyscopeError(f"nothing was recorded: no call of {self.targets.title} has ended")
        return self.traces[-1]

    def __enter__(self) -> Self:
        if self._entered:
            if get_ident() != self._thread:
                raise PlyscopeError("this recording is running already, in another thread: make one for each thread")
            self._entered += 1  # it decorates a function that calls itself
            return self
        self._readings: dict[CodeType, Reading] = {}
        self._value = Value(self._said["value"])
        self._tape: Tape | None = None
        self._above: Above | None = None
        self._copies = Copies(self._referee)
        self._searched: set[int] = set()
        self._failed: PlyscopeError | None = None
        self._by_name: bool | None = None
        self._view: str | None = self._said["view"]
        listener = hooks.Listener(self._enter, self._leave, self._unwind)
        self._hook = hooks.install(self.targets, listener)
        self._elsewhere = Elsewhere()
        self._limit, self._thread, self._entered = headroom.raise_limit(), get_ident(), 1
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _traceback: Any) -> None:
        assert self._hook is not None
        self._entered -= 1
        if self._entered:
            return
        listening, self._hook = self._hook.remove(), None
        self._elsewhere.remove()
        headroom.lower_limit()
        if self._tape is not None:
            self._finish(_FAILED if self._failed is not None else "by an exception" if error is not None else _LEFT)
        self._say_assumptions()
        self._above = None
        if isinstance(error, RecursionError) and self.searches:
            plies = self._deepest - 1
            saying.tell(
                f"Python's recursion limit, {self._limit:,} calls, was reached {plies:,} plies deep: does the search "
                "end? sys.setrecursionlimit in your program raises it"
            )
        if error is None:
            if self._failed is not None:
                raise self._failed
            if not listening:
                saying.tell("sys.setprofile was called meanwhile: what came after that was not recorded")
            self._demand_calls()

    def _demand_calls(self) -> None:
        silent = self.targets.missing(set(self._readings))
        if not self.searches:
            names = silent or [self.targets.title]
            hint, named = self.targets.hint(names[0]), names[0] in self._functions
            raise PlyscopeError(saying.silence(names, hint, named=named, threads=self._elsewhere.started))
        if silent:
            saying.tell(f"{', '.join(silent)} was never called")

    def _enter(self, frame: FrameType) -> None:
        if self._failed is not None:
            return
        try:
            if frame.f_code is self.targets.root and frame.f_code not in self.targets.codes:
                self._enter_above(frame)
            else:
                self._enter_search(frame)
        except PlyscopeError as error:
            self._failed = error
            raise
        except Stop as stop:
            self.ending = stop.reason
            raise
        except RecursionError:  # the search's own, which was just about to happen
            raise
        except Exception as error:
            problem = f"{type(error).__name__}: {clean(str(error))}"
            self._failed = PlyscopeError(f"{plain(frame.f_code)}: what its call says cannot be read: {problem}")
            raise self._failed from error

    def _enter_above(self, frame: FrameType) -> None:
        """The root function begins. Whether it is a node is known when the search below it begins."""
        if self._tape is not None or self._above is not None:
            return
        reading = read(frame, self._said, by_name=False, root=True)
        self._above = Above(frame, None if reading.depth is None else reading.depth(frame))
        if reading.state is not None:
            with suppress(PlyscopeError):  # what is said of the search's functions need not fit this one
                self._above.keep(reading.state(frame), self._copies.copied)
        elif self._referee is not None:
            for name in parameters(frame.f_code):
                with suppress(PlyscopeError):
                    if self._referee.place(self._copies.copied(frame.f_locals[name])) is not UNKNOWN:
                        self._above.keep(frame.f_locals[name], self._copies.copied)
                        return

    def _reading(self, frame: FrameType) -> Reading:
        reading = self._readings.get(frame.f_code)
        if reading is None:
            if self._by_name is None:
                self._by_name = {MAX, MIN} <= set(map(guesses.side, self.targets.names))
            by_name = self._by_name and guesses.side(frame.f_code.co_name) is not None
            reading = self._readings[frame.f_code] = read(frame, self._said, by_name=by_name)
            if self._referee is not None and reading.state is None:
                raise PlyscopeError(
                    f"{plain(frame.f_code)}: cannot tell which variable is the position, which the game "
                    f"{describe(self._referee.game)} needs; say it with state='name' or state=lambda frame: …"
                )
        return reading

    def _enter_search(self, frame: FrameType) -> None:
        reading = self._reading(frame)
        position = None if reading.state is None else reading.state(frame)
        node = 0 if self._tape is None else self._tape.nodes
        state: Hashable = UNKNOWN if reading.state is None else self._copies.at(node, position)
        place: Any = UNKNOWN
        if self._referee is not None:
            place = self._referee.place(state) if self._tape is not None else self._referee.first_place(state)
        said = None if reading.move is None else snapshots.freeze(reading.move(frame))
        visit = Visit(
            frame,
            self._turn(reading, frame, place, state),
            -INFINITY,
            INFINITY,
            state,
            place,
            None if reading.depth is None else reading.depth(frame),
        )
        if reading.alpha is not None and reading.beta is not None:
            visit.alpha = limit("alpha", reading.alpha(frame), -INFINITY)
            visit.beta = limit("beta", reading.beta(frame), INFINITY)
            if visit.turn < 0 and self._point_of_view() == "mover":
                visit.alpha, visit.beta = -visit.beta, -visit.alpha
        if reading.moves is not None:
            visit.legal = [snapshots.freeze(move) for move in reading.moves(frame)]
        tape = self._tape
        if tape is None:
            table = bool(guesses.table(self.targets.codes))
            view, names, outlet = (
                self._point_of_view(),
                saying.names(self.targets, self._referee),
                self.outlet.search(self.searches + 1),
            )
            facts = (view, self._windowed(), self._referee, self._searched)
            tape = Tape(*facts, table=table, names=names, outlet=outlet)
            self.ending = None
            if self._walks_root(state, place):
                self._enter_root(visit, tape)
            self._tape = tape
        if state is not UNKNOWN:
            visit.text = tape.texts.of(state, position)
            if self._copies.may_change(frame.f_code, position, state):
                visit.live = position
                visit.again = partial(_same, position) if reading.again is None else reading.again(frame)
        if tape.stack:
            visit.called_at = calling_line(frame, tape.stack[-1].frame)
        tape.enter(visit, said if tape.stack else None)

    def _windowed(self) -> bool:
        """Whether any of the functions has alpha and beta."""
        return self._said["alpha"] is not None or any(map(guesses.window, self.targets.codes))

    def _walks_root(self, state: Hashable, place: Any) -> bool:
        """Whether the function above is the root: not if it has only handed its position on."""
        if self._above is None:
            return False
        if self._above.state is not UNKNOWN:
            return self._above.state != state
        return self._referee is None or place != self._referee.start

    def _enter_root(self, child: Visit, tape: Tape) -> None:
        """Make the root function's call the root."""
        assert self._above is not None
        above, state = self._above, self._above.state
        place: Any = UNKNOWN
        if self._referee is not None:
            place = self._referee.place(state) if state is not UNKNOWN else self._referee.start
        turn = -child.turn
        if self._referee is not None and place is not UNKNOWN:
            turn = self._referee.turn(place)
        visit = Visit(above.frame, turn, -INFINITY, INFINITY, state, place, above.depth)
        visit.text = above.text
        tape.enter(visit)

    def _point_of_view(self) -> str:
        """Whose values the search returns: the mover's in a negamax."""
        if self._view is None:
            negates = not self._by_name and guesses.negates(self.targets.codes)
            self._view = "mover" if negates else "max"
            unread = not self._by_name and guesses.unread(self.targets.codes)
            self._assumed["view"] = saying.point_of_view(negates=negates, unread=unread)
        return self._view

    def _turn(self, reading: Reading, frame: FrameType, place: Any, state: Hashable) -> int:
        """Who moves: by the function's name, an argument, the game, or in turn with the call above."""
        if reading.side is not None:
            return reading.side
        if reading.turn is not None:
            return reading.turn(frame)
        if place is not UNKNOWN and self._referee is not None:
            return self._referee.turn(place)
        if reading.player is not None:
            return reading.player(frame)
        if self._tape is not None and self._tape.stack:
            return -self._tape.stack[-1].turn
        return MIN if self._walks_root(state, place) else MAX

    def _leave(self, frame: FrameType, returned: Any) -> None:
        tape = self._tape
        try:
            if self._above is not None and frame is self._above.frame:
                self._leave_above(frame)
            elif tape is not None and tape.stack and tape.stack[-1].frame is frame and self._failed is None:
                tape.stack[-1].left_at = line_of(frame)
                tape.leave(self._value(returned, lambda: f"{plain(frame.f_code)} at {tape.where()}"))
                if not tape.stack:
                    self._finish(None)
        except PlyscopeError as error:
            self._failed = error
            raise

    def _leave_above(self, frame: FrameType) -> None:
        """The root function returns, whatever it likes: the root's value is that of its best child."""
        self._above = None
        tape = self._tape
        if tape is None or self._failed is not None:
            return
        visit = tape.stack[-1]
        if visit.frame is frame and visit.best is not None:
            mover = self._view == "mover" and visit.turn < 0
            visit.left_at = line_of(frame)
            tape.leave(-visit.best if mover else visit.best)
            self._finish(None)

    def _unwind(self, frame: FrameType) -> None:
        if self._above is not None and frame is self._above.frame:
            self._above = None
        tape = self._tape
        if tape is not None and tape.stack and tape.stack[-1].frame is frame:
            tape.unwind()
            if not tape.stack:
                try:
                    self._finish("by an exception" if self._failed is None else _FAILED)
                except PlyscopeError as problem:  # beside the exception that leaves the search
                    self._failed = problem
                    saying.tell(str(problem))

    def _finish(self, stopped: str | None) -> None:
        tape, self._tape = self._tape, None
        assert tape is not None
        table = guesses.table(self.targets.codes)
        notes: dict[str, Any] = {} if table is None else {"table": table}
        if any("cache" in reading.assumed for reading in self._readings.values()):
            notes["cache"] = "functools"  # it answers calls unseen: children may be missing
        self.searches, self._deepest = self.searches + 1, tape.deepest
        found = tape.finish(stopped and (self.ending or stopped), notes)
        if isinstance(found, Trace):
            self.traces.append(found)
        elif self.outlet.search(self.searches).wanted:
            self.written = found
        if tape.illegal is not None:
            saying.tell(saying.illegal(self.targets, self._referee, tape.illegal))
        if self._value.endless:
            self._value.endless = False
            saying.tell("values of infinity are recorded as 1e300 and -1e300")
        self._say_assumptions()

    def _say_assumptions(self) -> None:
        """Say once, in one line, what nobody said."""
        if self._told or not self._readings:
            return
        self._told = True
        saying.assumptions(
            self.targets.title,
            list(self._readings.values()),
            self._assumed | ({"value": self._value.assumed} if self._value.assumed else {}),
            given=self._said,
        )
