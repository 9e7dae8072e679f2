"""From the first calls of functions to a search: which functions are one, and what their calls mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from types import CodeType
from typing import Any

from tracer.attaching import user_messages
from tracer.attaching.call_observer import CallObserver
from tracer.attaching.call_reader import CallReader
from tracer.attaching.callers import circles
from tracer.attaching.first_calls import MOST, FirstCalls
from tracer.attaching.hooks import Hook
from tracer.attaching.search_finder import SearchFinder
from tracer.attaching.searches import Searches
from tracer.attaching.targets import Targets
from tracer.attaching.understanding import Understanding
from tracer.deciding.call import Log, plain
from tracer.deciding.decision import Decision
from tracer.deciding.handing import hands_on
from tracer.deciding.thresholds import CALLS, MANY
from tracer.errors import PlyscopeError
from tracer.games.snapshots import LARGE_SNAPSHOT_BYTES


class Recognition:
    """Recognises searches among calls, those of named functions or of all functions of a program."""

    def __init__(self, targets: Targets, understood: Understanding, searches: Searches) -> None:
        self._targets, self._understood, self._searches = targets, understood, searches
        self.found: dict[tuple[CodeType, ...], dict[str, Any]] = {}
        """The functions of each search that was found rather than named, and the options that stand for what was
        decided of them, those for their names, `attach` and `root`, among them."""
        self.partly: set[tuple[CodeType, ...]] = set()
        """Those of them of which calls were lost that were made before they were found."""
        self.known: list[tuple[CodeType, ...]] = []
        """Functions that are a search, though they have not shown it; to be set before the recording is entered."""
        self.silent: dict[CodeType, str] = {}
        """Functions that call themselves or one another and return no number: None, or a few words, and what it is."""
        self.refused: list[tuple[CodeType, ...]] = []
        """Functions that call one another and return numbers, in which nothing tells of a game."""
        self._kept: dict[CodeType, str] = {}
        """Where these keep the numbers that they do not return."""
        self.unreturned: set[CodeType] = set()
        """Those of them of which no call returned."""
        self._unsure: tuple[CodeType, ...] = ()
        self._roots: set[CodeType] = set()
        """The functions above the searches that were found."""
        self._missed: set[CodeType] = set()
        """Functions of searches of which a part was called before they were recognised: no part is recorded."""
        self._handing: set[CodeType] = set()
        """Functions that call one another with those of the searches that were found, and only hand on."""
        self._in_vain: set[CodeType] = set()
        """Functions that were looked at often enough, and are no search, such as one that walks through a tree."""
        self._fruitless: Counter[CodeType] = Counter()
        """How many calls of functions were made while they were looked at, and no search was found."""
        self._logs: dict[frozenset[CodeType], Log] = {}
        """The calls of each search that was found that were looked at."""
        self._sure: dict[tuple[CodeType, ...], list[CodeType]] = {}
        """The functions of searches of which no more calls are looked at, with what they leave out."""

    @property
    def suspects(self) -> tuple[CodeType, ...]:
        """Where no search was found: functions that may be one, if the program is run once more with them as `known`.

        The search had begun before it was recognised; or they call one another, and none was ever called while it was
        on the stack.
        """
        if self.known:
            return ()
        met = {code for codes in self.refused for code in codes}.union(self._fruitless)
        several = (tuple(one) for one in circles(self._targets.called) if len(one) > 1 and not met & set(one))
        return self._unsure or next(several, ())

    def forget_calls(self) -> None:
        """Keep no calls, whose frames hold the program's variables."""
        self._logs.clear()
        self._sure.clear()
        self._searches.forget()
        self._understood.forget_calls()

    def finder(self, observer: CallObserver, max_nodes: int | None) -> SearchFinder:
        """What the next search is found with."""
        known, left_out = [*self.known, *self.found], (self._missed, self._in_vain, self._handing)
        return SearchFinder(observer, known, max_nodes, *left_out, self._understood.roles, self._roots)

    def understand(self, first_calls: FirstCalls, hook: Hook | None, ended: str | None) -> None:
        """Find out what the calls so far mean, and make nodes of them."""
        now = self._recognise(first_calls, ended is not None) if isinstance(first_calls, SearchFinder) else first_calls
        if now is None:
            return
        first_calls.spent = True
        first_calls, searches = now, self._searches
        searches.give_out_unless(first_calls.log)
        self._understood.take_kept(first_calls.log)
        self._understood.demand_values(first_calls.log)
        self._targets.demand(self._understood.roles)
        if now.codes:
            self._targets.settle(now.codes, None if now.root is None else now.root.code)
            self._understood.is_announced = frozenset(now.codes) in searches.announced_functions
            self._understood.memo = now.memo
            self._understood.left_out.update(now.without)
            self._understood.met.difference_update(map(id, now.without))
            if hook is not None:
                hook.keep_to([*self._targets.watched, *now.without])
            searches.log = first_calls.log
        else:
            first_calls = self._without_handing(first_calls, hook)
        decision = self._understood.decision(first_calls.log)
        again = searches.finished.take_back(first_calls.log, decision)
        if again is not None:
            first_calls.first = again
        if now.dropped:
            self.partly.add(tuple(self._targets.codes))
            user_messages.print_message(user_messages.describe_dropped_calls(self._targets.title, now.dropped))
        options = self._options(now, decision, anew=again is not None)
        rooted = searches.replay_first_calls(first_calls, decision, ended)
        if not rooted:
            options.pop("root", None)
            if first_calls.root is not None:  # it has only handed its position on, as a driver does
                self._targets.root = None
                if hook is not None and first_calls.root.code not in self._targets.codes:
                    hook.forget(first_calls.root.code)
            alone = now.codes and now.memo is None and not now.handing
            if alone and self._understood.is_sure(first_calls.log):
                self._sure[now.codes] = list(now.without)
        if searches.call_reader is not None:
            searches.announce()

    def known_reader(self, code: CodeType, first_calls: FirstCalls, hook: Hook | None) -> CallReader | None:
        """Return what reads the search that a call begins, if an earlier one told what its variables are."""
        searches = self._searches
        if searches.finished.may_be_read_anew:  # together with it
            return None
        if not isinstance(first_calls, SearchFinder):
            known = not first_calls.started and self._targets.root is None and self._understood.earlier()
            return searches.reader_of(known) if known else None
        codes = next((codes for codes in self._sure if code in codes), None)
        if codes is None or hook is None or first_calls.is_inside:
            return None
        self._targets.settle(codes, None)
        if (found := self._understood.earlier()) is None:
            return None
        searches.give_out_unless(log := self._logs[frozenset(codes)])
        searches.log, self._understood.memo = log, None
        hook.keep_to([*codes, *self._sure[codes]])
        return searches.reader_of(found)

    def _without_handing(self, first_calls: FirstCalls, hook: Hook | None) -> FirstCalls:
        """Listen no more to named functions that only hand on; returns the calls of the others."""
        named = first_calls.log.codes()
        gone, memo = hands_on(first_calls.log, set(named)) if len(named) > 1 else (set[CodeType](), None)
        if not gone or hook is None:
            return first_calls
        self._searches.give_out()
        self._understood.handing |= {plain(code) for code in gone} - {memo}
        for code in gone:
            self._targets.drop(code)
            hook.forget(code)
        self._understood.memo = memo
        found = first_calls.restricted_to(tuple(code for code in named if code not in gone))
        self._searches.log = found.log
        return found

    def _recognise(self, finder: SearchFinder, ended: bool) -> FirstCalls | None:
        """Return the search among the calls so far; None where there is none."""
        found = finder.begun()
        if found is None and finder.numeric:
            self._refuse(finder)
        self.silent.update(finder.silent)
        if found is None:
            self._give_up(finder, finder.group)
            finder.spent = True
            return None
        if finder.missed:  # look no more at what is a part of a search; it is looked for from the start, unless refused
            self._missed |= finder.group
            if not {*self.silent, *(code for refused in self.refused for code in refused)} & {*found.log.codes()}:
                self._unsure = self._unsure or tuple(found.log.codes())
            finder.spent = True
            return None
        codes, root = tuple(found.log.codes()), None if found.root is None else found.root.code
        codes = next((one for one in (*self.found, *self.known) if set(codes) <= set(one)), codes)
        games = codes in self.found or self._understood.tells_of_a_game(found.log, codes)
        if games is None and codes in self.known:
            games = any(len(below) > 1 for below in found.log.below)
        if games is None and not ended and root is None and not finder.enough:
            finder.wait_for_more_calls()
            return None
        if not games:
            self._refuse(finder)
            if ended and all(call.numbers is None for call in found.log.calls):
                self.unreturned.update(codes)
            return self._recognise(finder, ended) if finder.refuse() else None
        found.codes = codes
        found.without = {code: finder.times(code) for code in self._understood.leaves_out(codes, finder.group)}
        self._give_up(finder, finder.others)
        self._handing.update(found.handing)
        self._roots.update(() if root is None else (root,))
        earlier = self._logs.get(frozenset(codes))
        if earlier is not None and len(earlier) <= MOST:  # it tells what the variables of this one mean
            found.after(earlier)
        self._logs[frozenset(codes)] = found.log
        return found

    def _options(self, now: FirstCalls, decision: Decision, *, anew: bool) -> dict[str, Any]:
        """Return the options that stand for a search that was found, by its first calls, or as it is read anew."""
        known = tuple(self._targets.codes)
        if not now.codes or (known in self.found and not anew):
            return {}
        for less in [codes for codes in self.found if set(codes) < set(known)]:
            del self.found[less]
        handing = (code for code in now.handing if code.co_argcount)  # any other is a decorator's, and has no variable
        names = [plain(code) for code in (*known, *handing)]
        options = self.found[known] = {**self._targets.options, "attach": names, **decision.options}
        return options

    def _refuse(self, finder: SearchFinder) -> None:
        self.refused.append(tuple(code for code in self._targets.called if code in finder.group))
        self._kept |= finder.log.kept

    def _give_up(self, finder: SearchFinder, codes: Collection[CodeType]) -> None:
        """Look no more at recursions that are no search after a number of calls.

        It is smaller where no recursion returned numbers, and smallest where much had to be copied.
        """
        is_costly = finder.copied_bytes(codes) > MANY * LARGE_SNAPSHOT_BYTES
        enough = MOST if finder.numeric else MANY if is_costly else 2 * CALLS
        for code in codes:
            self._fruitless[code] += finder.times(code)
            if self._fruitless[code] >= enough:
                self._in_vain.add(code)

    def tell_what_is_left_out(self) -> None:
        """Say of what a search calls with its window, and what is no part of it, how often it was called."""
        calls = {code: times for code, times in self._understood.left_out.items() if times}
        if calls and self._searches.count:
            user_messages.print_message(user_messages.describe_unrecorded_calls(calls, self._targets.codes))

    def demand_calls(self, functions: tuple[Any, ...], user_options: dict[str, Any], *, threads: bool) -> None:
        """Say of functions that were named and never called, where others were.

        Raises:
            PlyscopeError: no search was recorded, or none that returned numbers.
        """
        targets, searches = self._targets, self._searches
        if targets.finding:
            if searches.count:
                return
            raise PlyscopeError(
                user_messages.describe_no_search(
                    self.refused, targets.valueless, self.silent, targets.called, self._kept, self.unreturned
                )
            )
        silent = targets.missing(self._understood.called)
        if not searches.count:
            names = silent or [targets.title]
            hint = targets.hint(names[0]) if names else ""
            named = bool(names) and names[0] in functions
            raise PlyscopeError(user_messages.describe_silent_functions(names, hint, named=named, threads=threads))
        if silent:
            user_messages.print_message(f"{', '.join(silent)} was never called")
        if not searches.numeric_return_count and searches.no_number_message is not None:
            elsewhere = user_options["value"] is None and searches.no_number_value == "None"
            raise PlyscopeError(
                user_messages.describe_no_values(targets.title) if elsewhere else searches.no_number_message
            )
