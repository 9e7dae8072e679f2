"""What listens to the calls of a search and makes traces of them."""

# Long, for it is one state machine: what begins, what is decided, what fails and what ends share its state.

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ContextDecorator
from functools import partial
from threading import RLock, get_ident
from time import monotonic, sleep
from types import CodeType, FrameType
from typing import Any, Self

from tracer.assembling.containing import comes_from_outside, is_deep
from tracer.assembling.cut_tests import CutTests
from tracer.assembling.texts import Texts
from tracer.assembling.visit import Visit
from tracer.attaching import hooks, interpreter, saying
from tracer.attaching.beginning import MOST, Beginning, Read, Recognised
from tracer.attaching.compiled import Enter, Leave
from tracer.attaching.copies import Copies
from tracer.attaching.course import Course
from tracer.attaching.ended import Ended, Held
from tracer.attaching.finder import Finder
from tracer.attaching.interpreter import Elsewhere
from tracer.attaching.looking import Looking
from tracer.attaching.origins import Origin, Start
from tracer.attaching.outlet import Outlet
from tracer.attaching.returned_values import Value
from tracer.attaching.tape import Tape
from tracer.attaching.targets import Targets, circles
from tracer.attaching.understanding import GamesMet, Understanding
from tracer.deciding import guesses
from tracer.deciding.call import Call, Log, plain
from tracer.deciding.decision import Decision
from tracer.deciding.handing import hands_on
from tracer.deciding.referee import Referee
from tracer.errors import PlyscopeError, Stop, TraceFileError
from tracer.file.written import INTERRUPTED
from tracer.games.registry import as_game
from tracer.recording.columns import NO_LINE
from tracer.recording.header import ALL_HERE
from tracer.text import message_of
from tracer.text import number as number_text
from tracer.tracing import Trace

_FAILED = "by an error while it was recorded"
_LEFT_BY_ERROR = "by an exception"
_LEFT = "as the recording ended"
PATIENCE = 1.0
"""Seconds that a search in another thread gets to reach its next call."""


class Attachment(ContextDecorator):
    """Records the calls of functions while it is entered; a context manager or decorator that `tracer.attach` makes."""

    def __init__(self, functions: tuple[Any, ...], said: dict[str, Any]) -> None:
        self._functions, self._said = functions, said
        if said["view"] not in (None, "max", "mover"):
            raise PlyscopeError(f'view is "max" or "mover", not {said["view"]!r}')
        if said["game"] is not None and said["moves"] is not None:
            raise PlyscopeError("the game knows the legal moves: give game=… or moves=…, not both")
        if said["moves"] is not None and not callable(said["moves"]) and not isinstance(said["moves"], str):
            raise PlyscopeError("moves is a function of the variables, or the name of one, that gives the legal moves")
        self._read = guesses.read_at_calls(said)
        self.targets = Targets(functions, said["root"])
        game = None if said["game"] is None else as_game(said["game"])
        self._referee = None if game is None else Referee(game)
        self._games = None if game is not None or said["moves"] is not None or callable(said["state"]) else GamesMet()
        self.outlet = Outlet()
        """Where searches go; to be set before the recording is entered."""
        self.searches = 0
        """How many have ended."""
        self._end = RLock()
        """Held by the thread that ends what is still open."""
        self.ending: str | None = None
        """Why a search that is left by an exception now ends, where that is known better than by the exception."""
        self.is_interrupted: Callable[[], bool] = lambda: False
        """Asks whether Ctrl-C has come since it was asked last."""
        self.everywhere = False
        """Whether searches of all threads are recorded, one at a time; to be set before the recording is entered."""
        self.lost: PlyscopeError | None = None
        """Why nothing more was recorded while the program went on; a TraceFileError where its file took no more."""
        self.found: dict[tuple[CodeType, ...], dict[str, Any]] = {}
        """The functions of each search that was found rather than named, and the options that stand for what was
        decided of them, those for their names, `attach` and `root`, among them."""
        self.partly: set[tuple[CodeType, ...]] = set()
        """Those of them of which calls were lost that were made before they were found."""
        self.known: list[tuple[CodeType, ...]] = []
        """Functions that are a search, though they have not shown it; to be set before the recording is entered."""
        self._understood = Understanding(self.targets, said, self._referee)
        self._tests: dict[tuple[CodeType, frozenset[str], frozenset[str]], CutTests] = {}
        """The cutoff tests of functions, by these, the ends of their windows and the names of the search's."""
        self._unsure: tuple[CodeType, ...] = ()
        self._missed: set[CodeType] = set()
        """Functions of searches of which a part was called before they were recognised: no part is recorded."""
        self._refused: list[tuple[CodeType, ...]] = []
        """Functions that call one another and return numbers, in which nothing tells of a game."""
        self.silent: dict[CodeType, None] = {}
        """Functions that call themselves or one another and return nothing."""
        self.program: dict[str, Any] = {}
        """What is known of the script that runs, to be kept in the notes of its searches."""
        self._begins: dict[CodeType, int] = {}
        """How many searches began with each function."""
        self._hook: hooks.Hook | None = None
        self._ended = Ended(self._give_out)
        self._entered, self._thread = 0, 0

    @property
    def traces(self) -> list[Trace]:
        """One for each search that was run, that is for each outermost call, in order; not those that go to a file.

        Outermost calls that are iterations of one driver, such as an iterative deepening, are one search.
        """
        if get_ident() == self._thread:
            self._end_waiting()
        return self.outlet.traces

    @property
    def trace(self) -> Trace:
        """The trace of the last search that ended.

        Raises:
            PlyscopeError: none has.
        """
        if not self.traces:
            raise PlyscopeError(f"nothing was recorded: no call of {self.targets.title or 'a search'} has ended")
        return self.traces[-1]

    @property
    def suspects(self) -> tuple[CodeType, ...]:
        """Where no search was found: functions that may be one, if the program is run once more with them as `known`.

        The search had begun before it was recognised; or they call one another, and none was ever called while it was
        on the stack.
        """
        if not self.targets.finding or self.searches or self.known:
            return ()
        met = {code for codes in self._refused for code in codes}
        several = (tuple(one) for one in circles(self.targets.called) if len(one) > 1 and not met & set(one))
        return self._unsure or next(several, ())

    def __enter__(self) -> Self:
        if self._entered:
            if get_ident() != self._thread:
                raise PlyscopeError("this recording is running already, in another thread: make one for each thread")
            self._entered += 1  # it decorates a function that calls itself
            return self
        self._copies, self._texts = Copies(self._referee), Texts()
        value = None if self._said["value"] is None else Value(self._said["value"])
        self._looking = Looking(self._read, self._copies, self._texts, value)
        self._log = Log()
        self._logs: dict[frozenset[CodeType], Log] = {}
        """The calls of each search that was found that were looked at."""
        self._reading: Read | None = None
        """The calls of which nodes are being made."""
        self._told: set[frozenset[CodeType]] = set()
        """The functions of which it was said what was assumed of them."""
        self._untold: tuple[Decision, Log] | None = None
        """What was decided of the searches that are not given out yet."""
        self._deciding = False
        """Whether the calls of a search are being understood: no other thread may begin or end one meanwhile."""
        self._understood.begin()
        self._beginning = self._begun()
        self._course: Course | None = None
        self._outside = self._looking.outside = sys._getframe(1)
        self._searched: dict[int, float] = {}
        self._failed: PlyscopeError | None = None
        self.lost = None
        self._numbers = 0
        self._silent: str | None = None
        self._nothing = ""
        self._deepest, self._overflowed = 0, False
        self._stopping = False
        self._entering: dict[int, Enter] = {}
        """What is called as a call of the search in hand begins, by the identity of its function."""
        self._leaving: dict[int, Leave] = {}
        """What is called as it returns."""
        own = self._enter, self._leave, self._unwind
        listener = hooks.Listener(*own, self._entering, self._leaving)
        self._hook = hooks.install(self.targets, listener, several=self.everywhere)
        self._elsewhere = None if self.everywhere else Elsewhere()
        self._limit, self._thread, self._entered = interpreter.raise_limit(), get_ident(), 1
        return self

    def _begun(self) -> Beginning:
        """What the next search begins with."""
        if self.targets.finding:
            self.targets.root = None
            if self._hook is not None and self.found:
                self._hook.widen()
            return Finder(self._looking, [*self.known, *self.found], self.outlet.max_nodes, self._missed)
        if len(self._log) > MOST:
            self._log = Log()
        return Beginning(self._looking, self._log, self.outlet.max_nodes)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _traceback: Any) -> None:
        assert self._hook is not None
        self._entered -= 1
        if self._entered:
            return
        self._stop_elsewhere(self._hook.threads)
        listening, self._hook = self._hook.remove(), None
        if self._elsewhere is not None:
            self._elsewhere.remove()
        interpreter.lower_limit()
        try:
            self._end_all(_FAILED if self._failed is not None else _LEFT_BY_ERROR if error is not None else _LEFT)
        except BaseException as problem:
            if comes_from_outside(problem) or (isinstance(problem, PlyscopeError) and self._is_told):
                raise
            self._give_up(problem, "what was recorded cannot be understood")
        self._tell_what_is_left_out()
        self._log, self._logs = Log(), {}  # whose frames hold the program's variables
        self._beginning = Beginning(self._looking, self._log, self.outlet.max_nodes)
        if isinstance(error, RecursionError) and self.searches:
            plies = self._deepest - 1
            saying.tell(
                f"Python's recursion limit, {self._limit:,} calls, was reached {plies:,} plies deep: does the search "
                "end? sys.setrecursionlimit in your program raises it"
            )
        if error is None and self.lost is None:
            if self._failed is not None:
                raise self._failed
            if not listening:
                how = "Python's recursion limit was reached" if self._overflowed else "sys.setprofile was called"
                saying.tell(f"{how} meanwhile: what came after that was not recorded")
            self._demand_calls()

    def _end_all(self, stopped: str) -> None:
        """End what is still open; while another thread does so, wait for it."""
        with self._end:
            if self._course is None and self._failed is None and self._beginning.started:
                self._decide(ended=stopped)
            if self._course is not None:
                course = self._drop_course()
                if course is not None and course.tape is not None:
                    self._finish(course, stopped)
            self._end_waiting()

    @property
    def is_unanswered(self) -> bool:
        """Whether no function was called that was named, or none was named: then it helps to name some."""
        return self.targets.finding or not self._understood.called & {*self.targets.codes}

    def why_nothing(self) -> PlyscopeError | None:
        """Return why no search was recorded; None where one was."""
        try:
            self._demand_calls()
        except PlyscopeError as error:
            return None if self.searches else error
        return None

    def _tell_what_is_left_out(self) -> None:
        """Say of what a search calls with its window, and what is no part of it, how often it was called."""
        calls = {code: times for code, times in self._understood.left_out.calls.items() if times}
        if calls and self.searches:
            saying.tell(saying.left_out(calls, self.targets.codes))

    def _demand_calls(self) -> None:
        if self.targets.finding:
            if self.searches:
                return
            raise PlyscopeError(
                saying.no_search(self._refused, self.targets.valueless, self.silent, self.targets.called)
            )
        silent = self.targets.missing(self._understood.called)
        if not self.searches:
            names = silent or [self.targets.title]
            hint = self.targets.hint(names[0]) if names else ""
            named = bool(names) and names[0] in self._functions
            threads = self._elsewhere is not None and self._elsewhere.started
            raise PlyscopeError(saying.silence(names, hint, named=named, threads=threads))
        if silent:
            saying.tell(f"{', '.join(silent)} was never called")
        if not self._numbers and self._silent is not None:
            elsewhere = self._said["value"] is None and self._nothing == "None"
            raise PlyscopeError(saying.no_values(self.targets.title) if elsewhere else self._silent)

    def _release(self) -> None:
        """Let another thread begin a search, unless one is open."""
        if self._hook is not None and not self._open:
            self._hook.threads.release()

    @property
    def _open(self) -> bool:
        """Whether a search has begun that has not ended, or is being understood."""
        return self._course is not None or bool(self._beginning.stack) or self._deciding

    def _stop_elsewhere(self, threads: hooks.Threads) -> None:
        """End a search that another thread is in the middle of, there, at its next call; wait a moment for it."""
        deadline = monotonic() + PATIENCE
        while self._failed is None and threads.told not in (None, self._thread) and monotonic() < deadline:
            self._stopping = True
            self._listen_itself()
            sleep(0.005)

    def _enter(self, frame: FrameType) -> None:  # noqa: PLR0912  # one branch for each state of the recording
        if self._stopping:
            self._end_all(_LEFT)
            if self._hook is not None:
                self._hook.threads.release()
            raise Stop(_LEFT)
        if self._failed is not None:
            return
        try:
            code = frame.f_code
            if self._games is not None and self._course is None:
                self._look_for_a_game(frame, self._games)
            above = code is self.targets.root and code not in self.targets.codes
            if self._course is not None:
                if not above and not self._is_left_out(frame):
                    self._course.meet(frame)(frame)
                return
            if above:
                self._beginning.enter_root(frame)
                return
            if self._is_left_out(frame):
                return
            if (known := self._known_course()) is not None:
                self._course = known
                known.meet(frame)(frame)
                return
            self._beginning.enter(frame)
            if self._beginning.enough:
                self._decide()
            elif self._beginning.quiet and self._hook is not None:
                self._hook.forget(self._beginning.quiet.pop())
        except BaseException as error:
            if not self._contains(error, frame):
                raise

    def _is_left_out(self, frame: FrameType) -> bool:
        """Meet the function of a call, and count the call if it is left out of the search."""
        code, left_out = frame.f_code, self._understood.left_out
        undecided = self.targets.finding and self._course is None
        if code in left_out.calls and not undecided:
            left_out.calls[code] += 1
            return True
        if self._understood.meet(frame) and not self.targets.finding and self._hook is not None:
            for one in left_out.of(self.targets.watched) - left_out.calls.keys():
                if one.co_name not in self.targets.names:  # else it is one of the search's that was not met yet
                    left_out.calls[one] = 0
                    self._hook.listen(one)
        return False

    def _look_for_a_game(self, frame: FrameType, games: GamesMet) -> None:
        """Take the game that a variable of a call names by its class."""
        if (game := games.look(frame)) is not None:
            self._games, self._referee = None, Referee(game)
            self._copies.judge(self._referee)
            self._understood.judge(self._referee, games.words)

    def _decide(self, ended: str | None = None) -> None:
        """Find out what the calls so far mean, and make nodes of them.

        Those of a small search that the same caller made just before are understood once more, together with them.
        """
        self._deciding = True
        try:
            self._decide_now(ended)
        finally:
            self._deciding = False

    def _decide_now(self, ended: str | None) -> None:
        if not isinstance(self._beginning, Finder):
            self._understand(Recognised(self._beginning), ended)
        elif (found := self._recognise(self._beginning, ended)) is not None:
            found.stand_behind(self._logs.get(frozenset(found.codes)))
            self._understand(found, ended)

    def _recognise(self, finder: Finder, ended: str | None) -> Recognised | None:
        """Return the search among the calls so far; None where there is none, or more calls are needed to tell."""
        found = finder.begun()
        self._remember(finder, refused=found is None and finder.numeric)
        self.silent.update(dict.fromkeys(finder.silent))
        if found is None or finder.missed:
            self._miss(finder, found)
            self._beginning = self._begun()
            return None
        codes, root = self._all_with(found.log.codes()), None if found.root is None else found.root.code
        games = codes in self.found or self._understood.tells_of_a_game(found.log)
        if games is None and codes in self.known:
            games = any(len(below) > 1 for below in found.log.below)
        if games is None and ended is None and root is None and not finder.enough:
            finder.wait()
            return None
        if not games:
            self._remember(finder, refused=True)
            if finder.refuse():
                self._decide_now(ended)
            return None
        without = {code: finder.times(code) for code in self._understood.left_out.of(codes, finder.group)}
        return Recognised(found, codes, root, finder.memo, finder.handing, without, finder.dropped(found))

    def _all_with(self, codes: list[CodeType]) -> tuple[CodeType, ...]:
        """Return the functions of the search that has some functions, as far as they are known by now."""
        known = (one for one in (*self.found, *self.known) if set(codes) <= set(one))
        return next(known, tuple(codes))

    def _understand(self, now: Recognised, ended: str | None) -> None:
        """Make nodes of the calls of a search."""
        beginning = now.beginning
        if self._untold is not None and self._untold[1] is not beginning.log:
            self._end_waiting()
        if now.codes:
            self.targets.settle(now.codes, now.root)
            self._understood.told, self._understood.memo = frozenset(now.codes) in self._told, now.memo
            self._understood.left_out.calls.update(now.without)
            self._understood.met.difference_update(map(id, now.without))
            if self._hook is not None:
                self._hook.keep_to([*self.targets.watched, *now.without])
            self._log = self._logs[frozenset(now.codes)] = beginning.log
        else:
            beginning = self._without_handing(beginning)
        decision = self._understood.decision(self._log)
        again = self._ended.take_back(self._log, decision)
        if again is not None:
            beginning.first = again
        if now.dropped:
            self.partly.add(tuple(self.targets.codes))
            saying.tell(saying.dropped(self.targets.title, now.dropped))
        options = self._options(now, decision, anew=again is not None)
        self._untold = decision, self._log
        if not self._replay(decision, beginning, ended):
            options.pop("root", None)
        if self._course is not None:
            self._tell()
        else:
            self._beginning = self._begun()

    def _without_handing(self, beginning: Beginning) -> Beginning:
        """Listen no more to named functions that only hand on; returns the calls of the others."""
        named = self._log.codes()
        gone, memo = hands_on(self._log, set(named)) if len(named) > 1 else (set[CodeType](), None)
        if not gone or self._hook is None:
            return beginning
        self._end_waiting()
        self._understood.handing |= {plain(code) for code in gone} - {memo}
        for code in gone:
            self.targets.drop(code)
            self._hook.forget(code)
        self._understood.memo = memo
        found = beginning.of(tuple(code for code in named if code not in gone))
        self._log = found.log
        return found

    def _options(self, now: Recognised, decision: Decision, *, anew: bool) -> dict[str, Any]:
        """Return the options that stand for a search that was found, by its first calls, or as it is read anew."""
        known = tuple(self.targets.codes)
        if not now.codes or (known in self.found and not anew):
            return {}
        for less in [codes for codes in self.found if set(codes) < set(known)]:
            del self.found[less]
        names = [plain(code) for code in (*known, *now.handing)]
        options = self.found[known] = {**self.targets.options, "attach": names, **decision.options}
        return options

    def _tell(self) -> None:
        """Say once, in one line, what nobody said."""
        untold, self._untold = self._untold, None
        if untold is not None:
            decision, log = untold
            self._understood.tell(decision, log, skips=decision.windowed and self._may_skip(decision, log))
            self._told.add(frozenset(self.targets.codes))

    def _end_waiting(self) -> None:
        """Give out the searches that have ended."""
        self._tell()
        self._ended.give_out()

    def _remember(self, finder: Finder, *, refused: bool) -> None:
        """Keep the functions of a recursion that was refused."""
        if refused:
            self._refused.append(tuple(code for code in self.targets.called if code in finder.group))

    def _miss(self, finder: Finder, found: Beginning | None) -> None:
        """Look no more at what is a part of a search; it is looked for from the start, unless refused."""
        if found is not None:
            codes = tuple(found.log.codes())
            self._missed |= finder.group
            if not {code for refused in self._refused for code in refused} & set(codes):
                self._unsure = self._unsure or codes

    def _known_course(self) -> Course | None:
        """That of a search that begins now, if what its functions' variables are is known from an earlier one."""
        if self.targets.finding or self._beginning.started or self.targets.root is not None:
            return None
        if self._ended.may_be_read_anew:  # together with it
            return None
        found = self._understood.earlier()
        return None if found is None else self._course_of(found)

    def _course_of(self, decision: Decision) -> Course:
        facts = (decision, self._said, self._referee, self._copies, self._texts)
        hooks = self._entering, self._leaving
        return Course(
            *facts,
            partial(self._begin, decision),
            self._begin_anew,
            self._end_search,
            self._contains,
            hooks,
            self._outside,
        )

    def _begin(self, decision: Decision, root: Visit, origin: Origin | None) -> Tape:
        """Where a search, or the next iteration of one, is recorded that begins now."""
        start = None if origin is None else Start(root, origin)
        if (held := self._ended.last) is not None and start is not None and held.tape.start is not None:
            driver = held.tape.start.driver_of(start)
            if driver is not None and held.tape.windowed == decision.windowed and held.thread == get_ident():
                self._ended.last = None
                held.tape.read = held.tape.read if self._reading is not None else None
                held.tape.iterate(*driver, start)
                return held.tape
        self._ended.set_aside()
        tape = self._tape(decision)
        tape.read = self._reading if self.outlet.keeps_apart else None
        tape.start = start if start is not None and start.origin.may_repeat else None
        return tape

    def _end_search(self, course: Course) -> None:
        """The outermost call of a search has returned."""
        self._finish(course, None)

    def _begin_anew(self, course: Course) -> None:
        """A search has ended below the function above it, which goes on with the next one."""
        self._finish(course, None, last=False)
        self._course = course

    def _replay(self, decision: Decision, beginning: Beginning, ended: str | None) -> bool:
        """Make nodes of the calls that were looked at; returns whether the function above them is the root."""
        log, rooted = beginning.log, False
        frames = {number: frame for frame, number in beginning.stack}
        for first, end in beginning.searches:
            own, above = self._understood.of_one_search(decision, log, first, end), beginning.root_of(first)
            course, self._reading = self._course_of(own), Read(log, first, decision)
            above_frame = beginning.root_frame if above is beginning.root else None
            if above is not None:
                course.begin_root(above, above_frame, [call for call in log.calls[first:end] if call.above < 0])
                rooted = rooted or course.root is not None
            outermost = first
            for number, begins in log.steps(first, end):
                call = log.calls[number]
                if not begins:
                    if number not in frames:
                        course.replay_return(call)
                    continue
                if call.above < 0:
                    if course.root is None and course.tape is not None:
                        self._leave_replayed(course, log.calls[outermost], None, None, last=False)
                        course, self._reading = self._course_of(own), Read(log, number, decision)
                    outermost = number
                course.replay_entry(call, frames.get(number))
            is_last = end == len(log)
            self._reading = None
            if any(first <= number < end for number in frames) or (course.root is not None and above_frame is not None):
                self._course = course
                if course.tape is not None:  # the rest of it is not kept
                    course.tape.read = None
            elif course.tape is not None:
                self._leave_replayed(course, log.calls[outermost], above, ended if is_last else None, last=is_last)
        if not rooted and beginning.root is not None:  # it has only handed its position on, as a driver does
            self._drop_root(beginning.root.code)
        return rooted

    def _leave_replayed(
        self, course: Course, outermost: Call, above: Call | None, ended: str | None, *, last: bool
    ) -> None:
        """A search has returned that was looked at, and the function above it if that is its root."""
        left = outermost.numbers is not None
        if course.root is not None and course.tape is not None and above is not None:
            left = above.left_at != NO_LINE
            course.tape.leave(None, above.left_at)
        self._finish(course, None if left else ended or _LEFT_BY_ERROR, last=last)

    def _drop_root(self, code: CodeType) -> None:
        """Listen no more to the function above the search."""
        self.targets.root = None
        if self._hook is not None and code not in self.targets.codes:
            self._hook.forget(code)

    def _tape(self, decision: Decision) -> Tape:
        """Where a search that begins is recorded."""
        table = self._understood.table(self._log) is not None
        cached = self._understood.cache(self._log) is not None
        referee = self._referee if decision.positions.fits else None
        names, outlet = saying.names(self.targets, referee), self.outlet.begin()
        total = decision.players.total if decision.players.view == "mover" else None
        facts = (total, decision.windowed, referee, self._searched)
        tests_of = partial(self._tests_of, decision)
        return Tape(
            *facts,
            table=table,
            cached=cached,
            step=decision.step,
            weighs=bool(decision.weights),
            tests_of=tests_of,
            names=names,
            outlet=outlet,
        )

    def _tests_of(self, decision: Decision, code: CodeType) -> CutTests:
        """Read the cutoff tests of a function; any test may be one where a callable gives the window."""
        held = [self._said[path[1:]] if path.startswith("=") else path for path in decision.reading(code).ends]
        ends = frozenset() if any(callable(one) or "lambda" in one for one in held) else frozenset(held)
        names = frozenset(one.co_name for one in self.targets.codes)
        if (code, ends, names) not in self._tests:
            self._tests[code, ends, names] = CutTests(code, ends, names)
        return self._tests[code, ends, names]

    def _may_skip(self, decision: Decision, log: Log) -> bool:
        """Whether a call that was seen may have skipped moves, as far as its function's text tells."""
        places = {(id(above.code), call.called_at): above.code for above, call in log.edges()}
        found = (self._tests_of(decision, code).after(line) for (_, line), code in places.items())
        return any(leaving is None or leaving.is_possible for leaving in found)

    def _leave(self, frame: FrameType, returned: Any) -> None:
        try:
            course = self._course
            if self._failed is not None:
                return
            if course is None:
                self._beginning.leave(frame, returned)
                self._after_return()
                return
            tape = course.tape
            if tape is not None and (stack := tape.stack) and stack[-1][0] is frame:
                if course.root_frame is frame:
                    course.leave_root(frame)
                    self._finish(course, None)
                else:
                    course.leave(frame, returned)
        except BaseException as error:
            if not self._contains(error, frame):
                raise

    def _after_return(self, stopped: str | None = None) -> None:
        """A call has returned that was looked at, or was left by an exception: the search may be over."""
        if self._beginning.over:
            self._decide(stopped)
        self._release()

    def _unwind(self, frame: FrameType) -> None:
        course = self._course
        stopped = _LEFT_BY_ERROR if self._failed is None else _FAILED
        try:
            if course is None:
                self._beginning.unwind(frame)
                self._after_return(stopped)
                return
            tape = course.tape
            if tape is not None and tape.stack and tape.stack[-1][0] is frame:
                tape.unwind()
                if tape.over:
                    self._finish(course, stopped)
        except BaseException as problem:  # beside the exception that leaves the search
            if self._contains(problem, frame):
                return
            if not isinstance(problem, PlyscopeError):
                raise
            saying.tell(str(problem))

    def _contains(self, error: BaseException, frame: FrameType) -> bool:
        """Whether an exception is kept from the program: then nothing more is recorded, which is said in one line.

        What the user said wrongly is raised into it, and what only came while its calls were looked at.
        """
        if isinstance(error, Stop):
            self.ending = error.reason
        if isinstance(error, RecursionError) and is_deep(frame, self._limit):  # which was just about to happen
            self._overflowed = True
            return False
        if comes_from_outside(error):
            return False
        if isinstance(error, PlyscopeError) and not isinstance(error, TraceFileError) and self._is_told:
            self._failed = error
            self._listen_itself()
            return False
        self._give_up(error, f"{plain(frame.f_code)}: what it was called with, or returned, cannot be examined")
        return True

    @property
    def _is_told(self) -> bool:
        """Whether the user said what variables and values mean, which may be wrong."""
        return any(self._said[name] is not None for name in (*guesses.READ, "value", "game"))

    def _give_up(self, error: BaseException, problem: str) -> None:
        """Record nothing more while the program goes on; what there is of its search is kept."""
        said = str(error) if isinstance(error, PlyscopeError) else f"{problem}: {message_of(error)}"
        self.lost = self._failed = error if isinstance(error, TraceFileError) else PlyscopeError(said)
        saying.tell(f"{said}; nothing more is recorded, and the program goes on")
        if self._hook is not None:
            self._hook.keep_to(())
        course = self._drop_course()
        if course is None and self._ended.last is not None:
            course, self._ended.last = self._ended.last.course, None
        tape = None if course is None else course.tape
        if course is None or tape is None:
            return
        try:
            if isinstance(error, TraceFileError):
                tape.abandon()
            else:
                self._finish(course, _FAILED)
        except BaseException as further:
            if comes_from_outside(further):
                raise
            tape.abandon()

    def _drop_course(self) -> Course | None:
        """No search is recorded any more: that which was is returned."""
        course, self._course = self._course, None
        self._listen_itself()
        return course

    def _listen_itself(self) -> None:
        """Let no call be taken by a search alone."""
        self._entering.clear()
        self._leaving.clear()

    def _finish(self, course: Course, stopped: str | None, *, last: bool = True) -> None:
        """A search has returned; it is not the last if the next was looked at together with it."""
        tape = course.tape
        assert tape is not None
        self._drop_course()
        if last:
            self._beginning = self._begun()
        notes = self._notes(course, tape)
        if self.is_interrupted():
            self.ending = INTERRUPTED
        if tape.driver is not None and tape.over:  # which has a value, and may have ended what it asked for
            stopped = self.ending
        stopped, self.ending = stopped and (self.ending or stopped), None
        self._silent, self._nothing = self._silent or course.silent, self._nothing or course.nothing
        if course.endless:
            saying.tell("values beyond 1e300, such as infinity, are recorded as 1e300 and −1e300")
        read = None if tape.read is None or self._understood.is_sure(tape.read.log) else tape.read
        self._ended.last = Held(tape, course, notes, stopped, get_ident(), read)
        if tape.start is None or self._failed is not None or (stopped and tape.driver is None):
            self._end_waiting()
        elif tape.over:
            tape.rest()
        self._release()

    def _notes(self, course: Course, tape: Tape) -> dict[str, Any]:
        """What is noted of a search by now."""
        table = self._understood.table(self._log)
        notes: dict[str, Any] = {} if table is None else {"table": table}
        if self._understood.cache(self._log) is not None:
            notes["cache"] = "functools"  # it answers calls unseen: children may be missing
            in_order = self._referee is None or not self._referee.squares.any_order
            if self._understood.calls() == tape.visited - (course.root is not None) and in_order:
                notes["cached"] = ALL_HERE
        elif course.decision.ends_unseen:
            notes["cache"] = "ends"  # they are answered unseen, too
        if tape.valueless and course.nothing:
            notes["valueless"] = course.nothing
        if (players := course.decision.players).view == "mover" and not players.total:
            notes["view"] = "mover"  # what it returned, for the other player with the sign turned over
        return notes

    def _give_out(self, held: Held) -> None:
        """A search has ended for good."""
        self._tell()
        tape, course, notes = held.tape, held.course, held.notes
        if tape.driver is not None and tape.over:
            tape.end_driver()
        self.searches += 1
        if self.program:
            notes |= self.program | {"search": self._number(tape.root, tape.iterations)}
        tape.place.end(tape.finish(held.stopped, notes))
        self._deepest = tape.deepest
        self._numbers += tape.numbers
        if tape.illegal is not None and self._referee is not None:
            saying.tell(saying.illegal(self._referee, tape.illegal))
        if tape.valueless and tape.numbers and course.silent is not None:
            stay = "it stays open" if tape.valueless == 1 else f"it stays open, and so do {tape.valueless - 1:,} more"
            saying.tell(f"{course.silent}; {stay}")
        if tape.moved is not None:
            saying.tell(f"the root returned its move, {number_text(tape.moved)}: its value is that of its best child")

    def _number(self, root: CodeType, iterations: int) -> int:
        """Which of the searches that begin with a call of a function this is, counted from 1; iterations count."""
        first = self._begins.get(root, 0) + 1
        self._begins[root] = first + iterations - 1
        return first
