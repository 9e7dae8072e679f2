"""What the values of a search's calls tell: how each follows from those below it, by whatever may say who moves."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from enum import Enum
from functools import cached_property
from itertools import combinations, islice, pairwise, product
from types import CodeType
from typing import Any, NamedTuple

from tracer.deciding import guesses
from tracer.deciding.answers_taken import Text, text_of
from tracer.deciding.backed_up_values import inner_calls, plies
from tracer.deciding.call import IS, IS_NONE, PLAIN, Copy, Handoffs, Log, Path, held_at, variable_of
from tracer.deciding.function_text import names_of
from tracer.deciding.narrowing import Pair
from tracer.deciding.returned import inside, is_kept
from tracer.deciding.thresholds import FEW, HALF, SELDOM, SURE, TOGETHER, TRIED, USUAL
from tracer.deciding.window_ends import turned_window, windows_of
from tracer.games.rules import CHANCE, MAX, MIN, Turn

_ENDS = {end.lower() for pair in guesses.WINDOWS for end in pair if len(end) > 1}
"""What variables are called that are ends of a window."""


def _last_name(path: Path) -> str:
    return path.lower().rpartition(".")[2].lstrip("_")


def _is_an_element(path: Path) -> bool:
    return re.search(r"\[\d", path) is not None


def _is_one_of_two(keys: Keys) -> bool:
    return len(set(keys) - {NONE}) == len(("one", "other"))


def comes_back(log: Log, keys: Sequence[Hashable]) -> bool:
    """Whether a number is again what it was further up the path, as players are and a depth or a score is not.

    Words, flags and whatever has no time to come back may tell of players.
    """
    if any(type(key) not in (int, float) for key in keys):
        return True
    met: list[frozenset[Hashable]] = []
    back = changed = 0
    for key, call in zip(keys, log.calls, strict=True):
        above = met[call.above] if call.above >= 0 else frozenset[Hashable]()
        if len(above) > 1 and key != keys[call.above]:
            changed += 1
            back += key in above
        met.append(above if key in above else above | {key})
    return not changed or back >= SELDOM * changed


def is_a_counter(log: Log, keys: Sequence[Hashable]) -> bool:
    """Whether a number only grows from call to call, and not only on the way down: what counts what has happened."""
    numbers: list[Any] = list(keys)
    if any(type(key) not in (int, float) for key in numbers) or numbers != sorted(numbers):
        return False
    steps = enumerate(pairwise(numbers))
    return any(now > before and log.calls[number + 1].above != number for number, (before, now) in steps)


FUNCTION = "function,"
"""Begins the name of a variable that tells who moves in some functions, while others are chance's."""
NO_VARIABLES = ("function", "in turn")
"""What may tell who moves and is none."""
NONE = ("nothing",)
"""The key of a call that has none."""

Keys = Sequence[Hashable]
"""One for each call of a log; `NONE` where there is none."""


def _telling(value: Any) -> Hashable:
    """Return what may tell who moves: a number, a word, or a word with others in a tuple; NONE for anything else."""
    if isinstance(value, Copy) and type(whole := value.held) is tuple and whole and type(whole[0]) is str:
        return value.snapshot if all(isinstance(one, PLAIN) for one in whole) else NONE
    return value if isinstance(value, (*PLAIN, Enum)) else NONE


class Evidence:
    """The inner calls of a log, and all that may tell who moves there.

    Args:
        log: the calls.
        places: where the value is in what each function returns.
        handed: functions that hand their position on.
        names: those of the search's functions, of those that were not called, too.
    """

    def __init__(
        self, log: Log, places: Mapping[CodeType, Path], handoffs: Handoffs = frozenset(), names: Iterable[str] = ()
    ) -> None:
        self.log, self.places, self.handoffs, self._names = log, places, handoffs, tuple(names)
        self.codes = log.codes()
        self.inner, self.passing = inner_calls(log, places, handoffs)
        self.informative_calls = [one for one in self.inner if one.tells]
        self.worth = [one for one in self.inner if one.tells or one.value]
        """Those from which one can see whether values are negated."""
        self.edges = [(above, number) for above, below in enumerate(log.below) for number in below]
        """The numbers of callers and called."""

    @cached_property
    def kept(self) -> frozenset[Path]:
        """The attributes or entries of arguments in which functions keep their values that do not return them."""
        return frozenset(inside(place) for place in self.places.values() if is_kept(place))

    @cached_property
    def with_between(self) -> tuple[CodeType, ...]:
        """The functions, and those between their calls, which only hand on."""
        return tuple(dict.fromkeys((*self.codes, *(code for call in self.log.calls for code in call.between))))

    @cached_property
    def texts(self) -> dict[CodeType, Text]:
        """The texts of the functions, as far as they can be read."""
        names = names_of(self.codes)
        return {code: text for code in self.codes if (text := text_of(code, names)) is not None}

    @cached_property
    def by_name(self) -> bool:
        """Whether the functions' names tell the players from one another, or one from chance."""
        sides = {guesses.side(name) for name in (*self._names, *(code.co_name for code in self.codes))} - {None}
        return len(sides) > 1

    @cached_property
    def is_expectimax(self) -> bool:
        """Whether a function is named for a game in which chance is the other player: by its name, or its text."""
        names = [code.co_name.lower().replace("_", "") for code in self.codes]
        texts = [text_of(code, names_of(self.codes)) for code in self.codes if any("expecti" in name for name in names)]
        takes_least = any(text is None or "min" in text.kinds([text.root]) for text in texts)
        return any("expectimax" in name for name in names) or (bool(texts) and not takes_least)

    @cached_property
    def turned(self) -> Pair | None:
        """The window that arrives swapped and negated, if there is one."""
        return turned_window(self.log, self.handoffs, self.passing.sum_of_values)

    @cached_property
    def few(self) -> int:
        """At how many calls of one kind values between the children's are means, if they are nothing else at any."""
        return FEW if any(map(guesses.window, self.codes)) else 1

    @cached_property
    def ends(self) -> set[Path]:
        """The arguments that are ends of a window, in one function at least: they cannot say who moves."""
        return {end for pair in windows_of(self.log).values() for end in pair}

    @cached_property
    def flags(self) -> dict[CodeType, Path]:
        """The argument of each function, or an attribute of one, that is called as what is true for one player."""
        found = {}
        chance = sum(one.mode == "mean" and one.value not in one.below for one in self.informative_calls) >= FEW
        for code in self.codes:
            if code in self.chance_functions:
                continue  # its flag says for whom the dice are rolled
            calls = self.log.of(code)
            path = guesses.turn_argument(code) or (None if chance else guesses.flag_path(calls[0].entry_values, code))
            if path is not None and all(type(call.entry_values.get(path)) is bool for call in calls):
                found[code] = path
        return found

    @cached_property
    def plies(self) -> list[int]:
        """Even or odd: the moves above each call."""
        return plies(self.log, self.handoffs)

    @cached_property
    def readings(self) -> dict[str, Keys]:
        """What may tell who moves, the likeliest first: the function, a variable with few values, or the plies.

        At last two variables together: two that are one of two, or a word with such a one, or whether a variable is
        what it is where chance moves, such as None or 0.
        """
        calls = self.log.calls
        keys = {path: self.keys(path) for path in self.paths}
        telling = [path for path, path_keys in keys.items() if self._may_tell(path, path_keys)]
        several = [path for path in telling if not _is_an_element(path)]
        named = [path for path in several if _last_name(path) in guesses.PLAYER]
        function = ["function"] if len(self.codes) > 1 else []
        keys |= {"function": [call.code for call in calls], "in turn": self.plies}
        order = (*named, *function, *(path for path in telling if self._alternates(keys[path])), "in turn", *telling)
        found = {name: keys[name] for name in order}
        two = [path for path in several if _is_one_of_two(keys[path])][:TOGETHER]
        words = [path for path in several if path not in two and {str} == set(map(type, keys[path]))][:TOGETHER]
        asked = dict(islice(self._asked().items(), TOGETHER))
        found |= asked
        elements = [path for path in telling if path not in several and _is_one_of_two(keys[path])][:TOGETHER]
        for one, other in (*product(asked, [*two, *elements]), *combinations(two, 2), *product(words, two)):
            if variable_of(one) != other:
                found[f"{one},{other}"] = list(zip(found[one], found[other], strict=True))
        for path in [name for name in found if name in several] if self.chance_functions else ():
            path_keys = zip(keys["function"], found[path], strict=True)
            found[FUNCTION + path] = [code if code in self.chance_functions else one for code, one in path_keys]
        return found

    def _asked(self) -> dict[Path, Keys]:
        """Return whether a variable is None, or the number that it is where chance moves: a die that is not rolled."""
        if sum(one.mode == "mean" for one in self.informative_calls) < FEW:
            return {}
        known = [path for path in self.paths if all(path in call.entry_values for call in self.log.calls)]
        found = {path + IS_NONE: self.keys(path + IS_NONE) for path in known}
        found = {path: keys for path, keys in found.items() if len(set(keys)) > 1}
        for path in known:
            modes = self.modes(self.keys(path))
            chance = [key for key, count in modes.items() if judge_turn(None, count)[0] == CHANCE]
            if len(chance) == 1 and type(chance[0]) is int and len(modes) > len(("one", "other")):
                found[f"{path}{IS}{chance[0]}"] = self.keys(f"{path}{IS}{chance[0]}")
        return found

    @cached_property
    def variables(self) -> dict[Path, Keys]:
        """What may tell who moves and is one variable."""
        return {name: keys for name, keys in self.readings.items() if "," not in name and name not in NO_VARIABLES}

    @cached_property
    def owners(self) -> dict[Path, Keys]:
        """What may say whose values they are: also elements of a position that are one of two, such as `state[1]`."""
        elements = {path: self.keys(path) for path in self.paths if _is_an_element(path)}
        found = {path: keys for path, keys in elements.items() if not is_a_counter(self.log, keys)}
        found = {path: keys for path, keys in self.variables.items() if variable_of(path) == path} | found
        return {path: keys for path, keys in found.items() if _is_one_of_two(keys)}

    @cached_property
    def paths(self) -> list[Path]:
        """The variables of all calls, without what the user said."""
        return list(
            dict.fromkeys(path for call in self.log.calls for path in call.entry_values if not path.startswith("="))
        )

    def _may_tell(self, path: Path, keys: Keys) -> bool:
        """Whether a variable has few values, at most calls or at all inner ones, and is no end, depth or position."""
        of_players = [
            key for call, key in zip(self.log.calls, keys, strict=True) if call.code not in self.chance_functions
        ]
        inner_keys = [
            keys[one.number]
            for one in self.informative_calls
            if self.log.calls[one.number].code not in self.chance_functions
        ]
        known, element = Counter(of_players), _is_an_element(path)
        if all(type(key) is str and guesses.side(key) is not None for key in known.keys() - {NONE}):
            element = False  # words such as "max", whatever else stands there
        known_count = len(of_players) - known.pop(NONE, 0)
        inner = len(inner_keys) >= FEW and NONE not in inner_keys
        if not (inner or known_count >= SURE * len(of_players)) or not 2 <= len(known) <= (2 if element else TRIED):
            return False
        kinds = {type(call.entry_values[path]) for call in self.log.calls if path in call.entry_values}
        if path in self.ends or (_last_name(path) in _ENDS and kinds <= {int, float, type(None)}):
            return False
        if _last_name(path) in guesses.DEPTH or is_a_counter(self.log, keys) or not comes_back(self.log, keys):
            return False
        return not element or self.changing(keys) > HALF  # a pile's do not

    def _alternates(self, keys: Keys) -> bool:
        """Whether one of two changes with most calls, and as the number of plies does only if it is true or false."""
        as_plies = len(set(zip(keys, self.plies, strict=True))) == 2
        return _is_one_of_two(keys) and (not as_plies or {True, False} == set(keys)) and self.changing(keys) > HALF

    @cached_property
    def chance_functions(self) -> set[CodeType]:
        """The functions whose values are means of those below, where others' are not."""
        modes = self.modes([call.code for call in self.log.calls])
        found = {code for code in self.codes if code in modes and judge_turn(code, modes[code]).turn == CHANCE}
        return found if len(found) < len(modes) else set()

    def changing(self, keys: Keys) -> float:
        """Return the part of the calls at which something is not what it was at their callers'."""
        return sum(keys[above] != keys[below] for above, below in self.edges) / max(1, len(self.edges))

    @property
    def takes_turns(self) -> bool:
        """Whether something that is one of two changes with every call."""
        variable_keys = (keys for name, keys in self.readings.items() if name != "in turn")
        return any(_is_one_of_two(keys) and self.changing(keys) >= SURE for keys in variable_keys)

    def modes(self, keys: Keys) -> dict[Hashable, Counter[str]]:
        """Return how values follow from the children's, by the key of each."""
        counts: dict[Hashable, Counter[str]] = {}
        for one in self.informative_calls:
            if (key := keys[one.number]) is not NONE:
                counts.setdefault(key, Counter())[one.mode] += 1
        return counts

    def keys(self, path: Path) -> Keys:
        """What a variable held at each call."""
        values = [held_at(call.entry_values, path, NONE) for call in self.log.calls]
        return list(map(_telling, values))


class JudgedTurn(NamedTuple):
    """Who moves at one kind of calls."""

    turn: Turn | None
    """None where the values do not show it."""
    support: int
    """The number of calls whose values show it."""


def judge_turn(key: Hashable, count: Counter[str], few: int = FEW) -> JudgedTurn:
    """Return who moves at one kind of calls by how their values follow from the children's, with the support for it.

    Chance moves where they are between these, and where a name says so and they are not the best or the worst.

    >>> judge_turn("", Counter(max=3, min=1)), judge_turn("", Counter(max=1, min=1))
    (JudgedTurn(turn=<Turn.MAX: 1>, support=3), JudgedTurn(turn=None, support=1))
    """
    means, most, every = count["mean"], max(count["max"], count["min"]), count.total()
    if means >= USUAL * every and means >= (FEW if most else few):
        return JudgedTurn(CHANCE, means)
    if guesses.names_chance(key) and not (most >= FEW and most >= USUAL * every):
        return JudgedTurn(CHANCE, every)
    return JudgedTurn(None if count["max"] == count["min"] else MAX if most == count["max"] else MIN, most)
