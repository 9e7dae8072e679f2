"""What was decided of the functions of a program, search by search; what is left out of it, and the game it names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from types import CodeType, FrameType
from typing import Any

from tracer.assembling.stops import CutTests
from tracer.attaching import user_messages
from tracer.attaching.callers import windowed_searches_named
from tracer.attaching.targets import Targets
from tracer.deciding import guesses
from tracer.deciding.backed_up_values import kept_places, use_kept
from tracer.deciding.call import Copy, Log, Path, head, parameters, plain
from tracer.deciding.decision import Decision, decide, players_alone
from tracer.deciding.function_text import may_branch
from tracer.deciding.handing import note_same_positions
from tracer.deciding.referee import Referee
from tracer.deciding.returned import is_kept
from tracer.deciding.thresholds import CALLS, ENTRIES, FEW
from tracer.errors import PlyscopeError
from tracer.games.adapters.game_adapters import game_of_position
from tracer.games.comparable_objects import ContainedErrors
from tracer.games.object_attributes import instance_dict
from tracer.games.rules import AnyGame, describe


class Understanding:
    """Decides what the calls of searches mean, and remembers it for those of the same functions."""

    def __init__(self, targets: Targets, user_options: dict[str, Any], game: AnyGame | None) -> None:
        self._targets, self._user_options = targets, user_options
        self.roles = tuple(guesses.roles(user_options["turn"]) or ())
        """The names of the functions of which the user said who moves there."""
        self.referee = None if game is None else Referee(game)
        """The game that judges positions."""
        self._may_be_named = game is None and user_options["moves"] is None and not callable(user_options["state"])
        """Whether a variable of a call may still name the game."""
        self._looked: Counter[CodeType] = Counter()
        """How many calls of functions were looked at for that."""
        self._by = ""
        """What names the game, where the user did not say it."""
        self._decided: dict[tuple[CodeType, ...], tuple[int, Decision]] = {}
        """What was decided of some functions, and from how many calls."""
        self._first: tuple[Log, int, dict[CodeType, Path], set[str], Decision] | None = None
        """What was decided of calls when it was asked whether they are a game's."""
        self._cached: dict[CodeType, Any] = {}
        """The functions that were called, each with the cache that answers some of its calls."""
        self.met: set[int] = set()
        """The functions that were called, by their identity."""
        self.memo: str | None = None
        """The name of what answers some calls of the search unseen."""
        self.handing: set[str] = set()
        """The names of functions that were named and only hand on."""
        self.is_announced = False
        """Whether it was said already what nobody said."""
        self._tests: dict[tuple[CodeType, frozenset[str], frozenset[str]], CutTests] = {}
        """The cutoff tests of functions, by these, the ends of their windows and the names of the search's."""
        self._windowed: dict[CodeType, list[CodeType]] = {}
        """The searches with windows that each function with a window names."""
        self.left_out: Counter[CodeType] = Counter()
        """Functions that may be a part of the search and are not recorded, with their calls."""

    def begin(self) -> None:
        """A recording begins: nothing was called or told yet."""
        self._cached.clear()
        self.met.clear()
        self.is_announced = False
        self._windowed.clear()
        self.left_out.clear()

    def forget_calls(self) -> None:
        """Keep none of them."""
        self._first = None

    def look_for_a_game(self, frame: FrameType) -> bool:
        """Take the game that a variable of a call names by its class, from now on; return whether there is one."""
        if not self._may_be_named or self._looked[frame.f_code] >= FEW:
            return False
        self._looked[frame.f_code] += 1
        for name, value in _variables(frame):
            game = None
            with ContainedErrors():  # also of a variant that nobody knows here
                game = game_of_position(value)
            if game is not None:
                kind = type(value)
                named = f"{kind.__module__.partition('.')[0]}.{kind.__name__}"
                self._by = f"it has a {named}" if name == "self" else f"{name} is a {named}"
                self.referee, self._may_be_named = Referee(game), False
                return True
        return False

    def meet_or_leave_out(self, frame: FrameType, listen: Callable[[CodeType], None] | None, undecided: bool) -> bool:
        """Meet the function of a call, and count the call if it is left out of the search."""
        code, left_out = frame.f_code, self.left_out
        if code in left_out and not undecided:
            left_out[code] += 1
            return True
        if id(code) in self.met:
            return False
        self.met.add(id(code))
        self._cached[code] = guesses.cache_of(frame)
        self._windowed[code] = windowed_searches_named(frame)
        if not self._targets.finding and listen is not None:
            for one in self.leaves_out(self._targets.watched) - left_out.keys():
                if one.co_name not in self._targets.names:  # else it is one of the search's that was not met yet
                    left_out[one] = 0
                    listen(one)
        return False

    def leaves_out(self, codes: Collection[CodeType], part: Collection[CodeType] = ()) -> set[CodeType]:
        """Return what is left out of a search of some functions."""
        return {one for code in codes for one in self._windowed.get(code, ())} - {*codes, *part}

    @property
    def called(self) -> set[CodeType]:
        """The functions that were called."""
        return set(self._cached)

    def decision(self, log: Log) -> Decision:
        """What the calls mean; once there are enough, those of later searches of the same functions mean the same."""
        codes = set(log.codes())
        calls, found = self._known(codes)
        if found is None or (calls < CALLS and len(log) >= 2 * calls) or log.kept.items() - found.kept.items():
            found = self._decide(log, self._targets.names)
            self._decided[tuple(codes)] = len(log), found
        return found

    def take_kept(self, log: Log) -> None:
        """Take the values that calls keep elsewhere for returned ones: by what was said, is seen or is known."""
        codes, value_source = log.codes(), self._user_options["value"]
        known = self._known(set(codes))[1]
        places = dict.fromkeys(codes, value_source) if is_kept(value_source) else kept_places(log)
        use_kept(log, places or ({} if known is None else known.kept))

    def demand_values(self, log: Log) -> None:
        """Demand that one of the calls that returned has a number where the user said that it is.

        Raises:
            PlyscopeError: none has.
        """
        value_source = self._user_options["value"]
        returned = next((call for call in log.calls if call.numbers is not None), None)
        if value_source is None or returned is None or any(call.numbers for call in log.calls):
            return
        where = f"{returned.shown}, where it was said to be; it is looked for in what is returned"
        where = f"{value_source} as {plain(returned.code)} returns" if is_kept(value_source) else where
        raise PlyscopeError(f"value: there is no number in {where}")

    def _known(self, codes: set[CodeType]) -> tuple[int, Decision | None]:
        """Return what was decided of functions, and from how many calls."""
        return next((one for key, one in self._decided.items() if codes <= set(key)), (0, None))

    def of_one_search(self, decision: Decision, log: Log, first: int, end: int) -> Decision:
        """Return the same with who begins in one of several searches, as its own calls tell it."""
        if decision.players.turn_source != "in turn" or end - first == len(log):
            return decision
        own = Log()
        for call in log.calls[first:end]:
            own.add(replace(call, above=max(call.above - first, -1)))
        if self.referee is None:
            players = players_alone(own, decision, self._user_options, self._targets.names)
        else:
            players = self._decide(own, self._targets.names).players
        return (
            replace(decision, players=players) if players.turn_source == "in turn" and players.is_learned else decision
        )

    def tells_of_a_game(self, log: Log, codes: Collection[CodeType]) -> bool | None:
        """Whether calls of functions tell of two players, of chance or of a window; None where too few do."""
        names = [code.co_name for code in codes]
        found = self._decide(log, names)
        self._first = log, len(log), dict(log.kept), set(names), found
        return found.is_a_games

    def is_sure(self, log: Log) -> bool:
        """Whether there were enough calls to decide by what those of these functions mean, from now on."""
        codes = set(log.codes())
        return any(calls >= CALLS for key, (calls, _) in self._decided.items() if codes <= set(key))

    def _decide(self, log: Log, names: Collection[str]) -> Decision:
        first, self._first = self._first, None
        if first is not None and first[:4] == (log, len(log), log.kept, set(names)):
            return first[4]
        note_same_positions(log)
        return decide(log, self._user_options, self.referee, list(names))

    def earlier(self) -> Decision | None:
        """What was decided of a search of the same functions, if it holds for any that they begin."""
        found = self._known(set(self._targets.codes))[1]
        if found is not None and found.players.turn_source == "in turn" and found.players.view == "max":
            return None  # the other one may begin
        return found

    def table(self, log: Log, decision: Decision) -> str | None:
        """Return the variable that keeps values of positions, by its name; none that holds the position, or cannot.

        None either where a flag of such a name, as `self.use_table`, is never true: the table is not in use.
        """
        positions = (
            self._user_options["state"] if path == "=state" else path for path in decision.positions.paths.values()
        )
        boards = {head(part) for path in positions if isinstance(path, str) for part in path.split(",")}
        name = guesses.table(self._targets.codes, boards)
        answers = {_kept(call.entry_values[name]) for call in log.calls if name in call.entry_values}
        flags = {pair for call in log.calls for pair in call.entry_values.items() if type(pair[1]) is bool}
        alike = {path for path, _value in flags if name and guesses.are_of_one_table(path, name)}
        is_off = any((path, True) not in flags for path in alike)
        return None if is_off or answers == {False} else name

    def cache(self, log: Log) -> str | None:
        """What answers calls of the search unseen: a cache, or a function between caller and called."""
        if any(self._cached.get(code) is not None for code in self._targets.codes):
            return "functools.cache"
        if self._targets.finding or self.memo is not None:
            return self.memo
        between = [call.between[-1] for call in log.calls if call.above >= 0 and call.between]
        if 2 * len(between) <= len(log) or not may_branch(between[0]):
            return None
        return None if plain(between[0]) in self.handing else plain(between[0])

    def calls(self) -> int | None:
        """The calls that the caches of the functions let through, ever; None where one of them has no cache."""
        caches = [cache for code in self._targets.codes if (cache := self._cached.get(code)) is not None]
        if not caches or len(caches) < len(self._targets.codes):
            return None
        let_through: int = sum(cache.cache_info().misses for cache in caches)
        return let_through

    def tests_of(self, decision: Decision, code: CodeType) -> CutTests:
        """Read the cutoff tests of a function; any test may be one where a callable gives the window."""
        window_ends = [
            self._user_options[path[1:]] if path.startswith("=") else path for path in decision.reading(code).ends
        ]
        ends = frozenset() if any(callable(one) or "lambda" in one for one in window_ends) else frozenset(window_ends)
        names = frozenset(one.co_name for one in self._targets.codes)
        if (code, ends, names) not in self._tests:
            self._tests[code, ends, names] = CutTests(code, ends, names)
        return self._tests[code, ends, names]

    def _may_skip(self, decision: Decision, log: Log) -> bool:
        """Whether a call that was seen may have skipped moves, as far as its function's text tells."""
        places = {(id(above.code), call.called_at): above.code for above, call in log.edges()}
        found = (self.tests_of(decision, code).after(line) for (_, line), code in places.items())
        return any(leaving is None or leaving.is_possible for leaving in found)

    def announce(self, decision: Decision, log: Log) -> None:
        """Say once, in one line, what nobody said."""
        if self.is_announced:
            return
        self.is_announced, skips, game = True, decision.windowed and self._may_skip(decision, log), self.referee
        is_judged, own = game is not None and decision.positions.fits, list[str]()
        if self._by and is_judged and game is not None:
            own.append(f"the game is {describe(game.game)}, as {self._by} (or game=…)")
        partners = self._targets.partners.items()
        own += [f"{plain(code)}, which takes turns with {half}, is recorded, too" for code, half in partners]
        user_messages.print_assumptions(
            self._targets.title, decision, own, self.cache(log), self._user_options, skips=skips and not is_judged
        )
        if game is not None and not is_judged and not self._by:
            user_messages.print_message(f"{describe(game.game)}: {decision.positions.why}; the trace has no game")


def _kept(value: Any) -> bool:
    """Whether a variable may be a table: it has what it holds by keys, or is none of the plain things."""
    value = value.held if isinstance(value, Copy) else value
    return not (value is None or isinstance(value, str | int | float | tuple | frozenset | list))


def _variables(frame: FrameType) -> Iterator[tuple[str, Any]]:
    """The arguments of a call, what it uses of the closure and the module, and the attributes of all these."""
    code, local, module = frame.f_code, frame.f_locals, frame.f_globals
    found = [(name, local[name]) for name in (*parameters(code), *code.co_freevars) if name in local]
    found += [(name, module[name]) for name in code.co_names if name in module]
    yield from found
    for name, value in found:
        if not isinstance(value, type) and not callable(value):
            for attribute, one in list(instance_dict(value).items())[:ENTRIES]:
                yield f"{name}.{attribute}", one
