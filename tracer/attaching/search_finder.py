"""The search of a program that nobody has named: found by running, among the functions that call one another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import partial
from itertools import takewhile
from types import CodeType, FrameType
from typing import Any

from tracer.attaching.call_observer import CallObserver
from tracer.attaching.callers import StandIns
from tracer.attaching.copies import MAX_OBSERVATIONS
from tracer.attaching.first_calls import FirstCalls
from tracer.attaching.targets import is_librarys
from tracer.deciding.call import THAT_COMPARE, Call, Log, frames_above, plain
from tracer.deciding.loops import in_a_for_loop, repeats_a_call
from tracer.deciding.search_of import calls_itself, find_search, is_inside, may_recurse, stands_in_for
from tracer.deciding.thresholds import CALLS, MANY, TOGETHER, TWICE
from tracer.errors import PlyscopeError
from tracer.games.comparable_objects import is_interruption
from tracer.games.snapshots import LARGE_SNAPSHOT_BYTES

_LOOPS = {"<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>", "<lambda>"}


class SearchFinder(FirstCalls):
    """Collects the calls of all functions of a program until those of a search are among them.

    Calls that have returned are kept only if they are part of a recursion.

    Args:
        observer: looks at each.
        known: the functions of each search that was found before.
        max_nodes: how many calls of a search there may be.
        missed: functions of searches whose beginning was not looked at.
        in_vain: functions that were looked at often enough, and are no search.
        handing: functions that call one another with those of the searches that were found, and only hand on.
        named: the names of functions of which the user said who moves there.
        roots: the functions above searches that were found before.
    """

    def __init__(
        self,
        observer: CallObserver,
        known: Sequence[tuple[CodeType, ...]] = (),
        max_nodes: int | None = None,
        missed: Iterable[CodeType] = (),
        in_vain: Collection[CodeType] = (),
        handing: Iterable[CodeType] = (),
        named: Collection[str] = (),
        roots: Iterable[CodeType] = (),
    ) -> None:
        super().__init__(observer, Log(), max_nodes)
        self._known, self._named = known, named
        self._open: Counter[CodeType] = Counter()
        self._times: Counter[CodeType] = Counter()
        self._unread: dict[CodeType, PlyscopeError] = {}
        """Functions that lack what the user said of the search's."""
        self._may_recurse: dict[CodeType, bool] = {}
        self._stand_ins = StandIns()
        self._leading = set(roots)
        """Functions that have called some that may be of a recursion."""
        self._recursive = {code for codes in known for code in codes}.union(handing)
        self._refused: set[CodeType] = set(missed)
        self._in_vain = in_vain
        self.group: frozenset[CodeType] = frozenset()
        """The functions of the search that was found, with all that call one another with them."""
        self.numeric = False
        """Whether these are no search though they return numbers."""
        self.silent: dict[CodeType, str] = {}
        """Those of them that return nothing but None or a few words, if they are no search for that, and what it is."""
        self._within = 0
        """Calls of recursions that are open."""
        self._kept = 0
        """How many calls of the log are, or are above, some of a recursion."""
        self._looping: FrameType | None = None
        """The frame of the function in whose loop the recursion was called, until it returns."""
        self._root: int | None = None
        """The number of its call."""
        self._tried = 0
        """Calls that were too few to tell by whether they are a search."""
        self.missed = False
        """Whether a search may have ended that was not looked at from its beginning."""

    @property
    def over(self) -> bool:
        """Whether a recursion has ended, and what called it in a loop, too."""
        return bool(self._kept) and not self._within and self._looping is None and len(self.log) >= 2 * self._tried

    @property
    def is_inside(self) -> bool:
        """Whether a recursion has begun, or what called one in a loop goes on."""
        return bool(self._kept)

    def enter(self, frame: FrameType) -> None:
        """Any function of the program begins."""
        code = frame.f_code
        if code in self._in_vain:
            self.quiet.add(code)
            return
        self._leave_ended(frame)
        self._times[code] += 1
        if self._open[code] and code not in self._refused:
            self._mark(code)
        if not self._recursive.isdisjoint(self._stand_ins.meet(frame, (one.f_code for one, _number in self.stack))):
            self._recursive.add(code)
        recursive = code in self._recursive
        self._open[code] += 1
        if code in self._refused or (not recursive and self._is_a_helper(frame)):
            if self._times[code] > CALLS and self._open[code] == 1:
                self.quiet.add(code)  # its return is not told any more
                self._open[code] = 0
                return
            self.stack.append((frame, -1))
            return
        caller, above = next(((open_, number) for open_, number in reversed(self.stack) if number >= 0), (None, -1))
        try:
            call = self._look_at(frame, above, recursive=recursive)
        except BaseException:  # which leaves the call itself, too
            self._open[code] -= 1
            self._times[code] -= 1
            raise
        if call is None:
            self.stack.append((frame, -1))
            return
        number = self._add(call, frame, caller, outermost=self._open[code] == 1)
        if recursive:
            if not self._within:
                self._look_for_the_loop(len(self.stack) - 1)
            self._within += 1
            self._count += 1
            self._kept = number + 1

    def _look_at(self, frame: FrameType, above: int, *, recursive: bool) -> Call | None:
        """Return what a call looks like that is below another one; None where it cannot be looked at."""
        code = frame.f_code
        whole = recursive or self._may_recurse[code] or not is_librarys(code)
        look = partial(self._observer.enter, frame, above, caller=self.log.first_of(code, above), whole=whole)
        try:
            try:
                return look()
            except PlyscopeError as error:  # what the user said is wrong, if it is the search's function
                if recursive:
                    raise
                self._unread[code] = error
                return look(root=True)  # it may be the one above
        except (PlyscopeError, RecursionError):
            raise
        except BaseException as error:  # whatever somebody's objects do when they are looked at
            if is_interruption(error):
                raise
            return None

    @property
    def others(self) -> set[CodeType]:
        """Functions that call themselves or one another, return no numbers, and are no part of what was found."""
        return self._recursive - self.group - {call.code for call in self.log.calls if call.numbers}

    def copied_bytes(self, codes: Iterable[CodeType]) -> int:
        """Return what was copied as calls of functions began, about."""
        return self._observer.copied_bytes(codes)

    def times(self, code: CodeType) -> int:
        """Return how often a function was called."""
        return self._times[code]

    def _is_a_helper(self, frame: FrameType) -> bool:
        """Whether a function has been called so often that it would have shown by now that it is a part of a search."""
        code = frame.f_code
        if code not in self._may_recurse:
            stands_in = any(stands_in_for(code, one.f_code, one.f_code) for one, _number in self.stack)
            self._may_recurse[code] = stands_in or may_recurse(frame)
        often = self._may_recurse[code] or code in self._leading
        if is_librarys(code):  # one step less, and without that its arguments will do
            return self._times[code] > (MAX_OBSERVATIONS if often else 1)
        if code in self._leading or (often and self.copied_bytes((code,)) <= MANY * LARGE_SNAPSHOT_BYTES):
            return self._times[code] > CALLS and not calls_itself(code)
        times = self._observer.times(code)
        is_known = times >= MAX_OBSERVATIONS or (times >= TWICE and self._observer.is_costly)
        return is_known and not calls_itself(code)

    def _mark(self, code: CodeType) -> None:
        """A function is called while it is on the stack: it and those in between are a recursion."""
        if not any(frame.f_code is code for frame, _number in reversed(self.stack)):
            self._open[code] = 0  # a time limit's exception came while its call was looked at
            return
        if not self._within:
            self._look_for_the_loop(next(place for place, (frame, _) in enumerate(self.stack) if frame.f_code is code))
        for frame, number in reversed(self.stack):
            if frame.f_code in self._refused:
                continue
            if frame.f_code in self._unread:
                raise self._unread[frame.f_code]
            if number < 0:
                self.missed = True  # its beginning was not looked at
            if frame.f_code not in self._recursive:
                if self._tried:  # those before were too few, and may be of another recursion
                    self._count = self._returned = 0
                self._recursive.add(frame.f_code)
                opened = [one for one, _number in self.stack if one.f_code is frame.f_code]
                self._within += len(opened)
                self._count += len(opened)
            if frame.f_code is code:
                break
        if any(above.f_code in self._recursive for above in frames_above(self.stack[0][0])):
            self.missed = True  # it had begun before any call was looked at, and has not returned
        self._kept = max([self._kept, *(number + 1 for _frame, number in self.stack)])

    def _look_for_the_loop(self, place: int) -> None:
        """Find out whether the outermost call of a recursion, at a place of the stack, was made in a loop."""
        if self._looping is not None:
            return
        above = [(frame, number) for frame, number in self.stack[:place] if frame.f_code.co_name != "<lambda>"]
        while len(above) > 1 and is_inside(above[-1][0].f_code, above[-2][0].f_code):
            above.pop()  # such as the key of a maximum
        if not above or above[-1][1] < 0:
            return
        root, number = above[-1]
        between = list(takewhile(lambda one: one is not root, frames_above(self.stack[place][0])))
        parts = list(takewhile(lambda one: is_inside(one.f_code, root.f_code), reversed(between)))
        loops = any(one.f_code.co_name in _LOOPS for one in between) or root is not self.stack[place - 1][0]
        loops = loops or in_a_for_loop(root.f_code, root.f_lasti)
        caller = parts[-1] if parts else root
        if loops and not repeats_a_call(root.f_code, caller.f_code, caller.f_lasti):
            self._looping, self._root = root, number

    def leave(self, frame: FrameType, returned: Any) -> None:
        """It returns."""
        number = self._pop(frame)
        if number is None or number < 0:
            return
        call = self.log.calls[number]
        if self._kept <= number:
            goes_on = self._within and calls_itself(call.code)  # such as a quiescence search that has only stood pat
            may_recurse = (self._may_recurse.get(below.code, True) for below in self.log.calls[number:])
            if not goes_on and (len(self.log) > CALLS or not any(may_recurse)):
                self.log.cut(number)
                return
            self._leading.add(call.code)
        self._end(number, frame, returned)

    def _is_searching(self, call: Call) -> bool:
        return call.code in self._recursive

    def unwind(self, frame: FrameType, error: BaseException | None = None) -> None:
        """An exception leaves it."""
        number = self._pop(frame)
        if number is None or number < 0:
            return
        if number >= self._kept:
            self.log.cut(number)
        else:
            self._observer.unwind(self.log.calls[number], frame, error)

    def _pop(self, frame: FrameType) -> int | None:
        if (number := super()._pop(frame)) is None:
            return None
        self._open[frame.f_code] -= 1
        if frame is self._looping:
            self._looping = None
        self._within -= frame.f_code in self._recursive
        return number

    def begun(self) -> FirstCalls | None:
        """The beginning of the search, as if its functions had been named; None where what recurses is none."""
        search = find_search(self.log, self._known, self._refused, self._named, self._stand_ins.alike)
        if search is None:
            self.group = frozenset(self._recursive)
            pairs = zip(self.log.calls, self.log.below, strict=True)
            self.numeric = any(call.numbers and below and call.code in self.group for call, below in pairs)
            returned = [call for call in self.log.calls if call.code in self.group and call.numbers is not None]
            shown = list(dict.fromkeys(call.shown for call in returned))
            is_alike = len(shown) == 1 and (shown[0] == "None" or shown[0].endswith(THAT_COMPARE))
            if is_alike or (1 < len(shown) <= TOGETHER and all(word[:1] in ("'", '"') for word in shown)):
                self.silent = dict.fromkeys((call.code for call in returned), ", ".join(shown))
            self.refuse()
            return None
        self.group = search.group
        between = [code for code in self.log.codes() if code in search.group and code not in search.codes]
        self.root = None
        if self._root is None:  # a player's function that is called by one that hands on, and here by none
            first = next(number for number, call in enumerate(self.log.calls) if call.code in search.group)
            code = self.log.calls[first].code
            is_wrapper = all(len(below) < TWICE for _call, below in self.log.families(code))  # as of a decorator
            is_above = code not in search.codes and plain(code) != search.memo and not is_wrapper
            self._root = first if is_above else None
        if self._root is not None and self.log.calls[self._root].code not in search.codes:
            self.root = self.log.calls[self._root]
        found = self.restricted_to(search.codes)
        found.dropped = sum(self._times[code] for code in found.log.codes()) - len(found.log)
        found.handing = [code for code in between if search.memo is None and not code.co_name.startswith("<")]
        found.memo = search.memo
        return found

    @property
    def root_frame(self) -> FrameType | None:
        """The frame of the function above while it has not returned."""
        frames = (frame for frame, number in self.stack if number == self._root)
        return None if self.root is None else next(frames, None)

    def root_of(self, number: int) -> Call | None:
        """Return the call of the function above a call of the search."""
        while number >= 0 and self.root is not None:
            if (call := self.log.calls[number]).code is self.root.code:
                return call
            number = call.above
        return None

    def wait_for_more_calls(self) -> None:
        """What recursed so far is too little to tell by; more calls of it may follow."""
        self._tried = len(self.log)

    def refuse(self) -> bool:
        """What was found is no search. Whether another recursion is left that may be one."""
        self._refused |= self.group
        if not self._recursive <= self._refused:
            return True
        self._recursive.clear()
        self._within = self._count = self._returned = 0
        self._kept, self._tried, self._root, self._looping = 0, 0, None, None
        opened = [number for _frame, number in self.stack if number >= 0]
        self.log.cut(max(opened, default=-1) + 1)
        return False
