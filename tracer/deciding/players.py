"""Whose values a search returns, and who moves at each call: seen in its values, or else told by names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from types import CodeType

from tracer.deciding import guesses
from tracer.deciding.call import Call, Copy, Log, Path
from tracer.deciding.returned import as_float
from tracer.errors import PlyscopeError
from tracer.games.rules import CHANCE, MAX, MIN, Turn

FEW = 3
"""Nodes from which numbers tell anything."""
_SURE = 0.8
_MOST_KEYS = 6
_PLAIN = (bool, int, str, float, type(None), Enum)
_OTHER = {MAX: MIN, MIN: MAX}


@dataclass(frozen=True)
class Players:
    """Who moves at the calls of a search, and whose values they return."""

    view: str = "max"
    """`"max"` or `"mover"`."""
    by: str = "in turn"
    """What tells who moves: `"function"`, `"variable"`, `"game"`, or that they take turns."""
    variables: dict[CodeType, Path] = field(default_factory=dict)
    """The variable that tells it, where one does."""
    turns: dict[Hashable, Turn] = field(default_factory=dict)
    """Who moves by what the variable holds, or by the function."""
    first: Turn = MAX
    """Who moves at the outermost call where the players take turns."""
    learned: bool = False
    """Whether it was the values that told who moves, and no name."""
    words: tuple[str, ...] = ()
    """What was assumed."""


@dataclass(frozen=True)
class Inner:
    """An inner call whose value and children's values are all known."""

    number: int
    value: float
    below: tuple[float, ...]

    @property
    def tells(self) -> bool:
        """Whether the best is not the worst."""
        return max(self.below) != min(self.below)

    def mode(self) -> str:
        """How the value follows from the children's."""
        if self.value == max(self.below):
            return "max"
        if self.value == min(self.below):
            return "min"
        return "mean" if min(self.below) < self.value < max(self.below) else "neither"


Keys = Sequence[Hashable]
"""One for each call of a log; `_NONE` where there is none."""
_NONE = ("nothing",)


def inner_calls(log: Log, places: Mapping[CodeType, Path]) -> list[Inner]:
    """The calls of a log whose value and children's are numbers, those of the outermost ones too."""
    at: list[float | None] = []
    for call in log.calls:
        found = None if call.numbers is None else call.numbers.get(places.get(call.code, ""))
        at.append(None if found is None else as_float(found))
    found_inner = []
    for number, below in enumerate(log.below):
        values = tuple(value for child in below if (value := at[child]) is not None)
        value = at[number]
        if below and len(values) == len(below) and value is not None:
            found_inner.append(Inner(number, value, values))
    return found_inner


def decide_players(
    log: Log,
    places: Mapping[CodeType, Path],
    view: str | None,
    game_turns: Sequence[Turn | None] | None,
    names: Iterable[str] = (),
) -> Players:
    """Who moves, and whose values they are.

    Args:
        log: the calls.
        places: where the value is in what each function returns.
        view: whose values they are, if that was said.
        game_turns: who moves at each call by the rules of a game; None where there is none.
        names: those of the search's functions, of those that were not called, too.
    """
    inner = inner_calls(log, places)
    codes = log.codes()
    by_name = {MAX, MIN} <= set(map(guesses.side, (*names, *(code.co_name for code in codes))))
    readings = _readings(log)
    words: list[str] = []
    if view is None:
        view, said = _point_of_view(inner, readings, codes, by_name=by_name)
        words.append(said)
    if view == "mover":
        return _negamax(log, game_turns, tuple(words))
    return _minimax(log, inner, readings, game_turns, words, by_name=by_name)


def turns_of(log: Log, players: Players) -> list[Turn | None]:
    """Who moves at each call, as far as it was decided without a game."""
    found: list[Turn | None] = []
    for call, odd in zip(log.calls, plies(log), strict=True):
        key: Hashable = call.code if players.by == "function" else call.seen.get(players.variables.get(call.code, ""))
        if players.by in ("function", "variable"):
            found.append(players.turns.get(key))
        else:
            found.append(_OTHER[players.first] if odd and players.first else players.first)
    return found


def _point_of_view(
    inner: list[Inner], readings: dict[str, Keys], codes: list[CodeType], *, by_name: bool
) -> tuple[str, str]:
    """Whose values, and what to say of it."""
    telling = [one for one in inner if one.tells or one.value]
    negated = sum(one.value == -min(one.below) for one in telling)
    plain = max((_agreeing(telling, keys) for keys in readings.values() if _two_sided(telling, keys)), default=0)
    negates = not by_name and guesses.negates(codes)
    alike = max((_agreeing(telling, keys) for keys in readings.values()), default=0)
    named = any("nega" in code.co_name.lower() for code in codes)
    if len(telling) > FEW and alike >= _SURE * len(telling) and negated <= len(telling) / 10 and not named:
        return "max", "values are MAX's"
    needed = len(telling) * (_SURE if negated > plain else 0.5)
    if len(telling) > FEW and abs(negated - plain) > len(telling) / 10 and max(negated, plain) >= needed:
        negates = negated > plain
        return ("mover", "a negamax: values are the mover's") if negates else ("max", "values are MAX's")
    if negates:
        return "mover", "a negamax: values are the mover's"
    unread = not by_name and guesses.unread(codes)
    return "max", "values are MAX's" + (' (no source to look at: view="mover" for a negamax)' if unread else "")


def _two_sided(inner: list[Inner], keys: Keys) -> bool:
    """Whether there are both: values that are the best of the children's, and values that are the worst or the mean."""
    return _from_modes(_modes([one for one in inner if one.tells], keys), set(keys)) is not None


def _agreeing(inner: Iterable[Inner], keys: Keys) -> int:
    """How many values follow from the children's, at each key in the way in which most do."""
    counts = _modes(inner, keys).values()
    return sum(max(one["max"], one["min"], one["mean"] if one["mean"] >= FEW else 0) for one in counts)


def _modes(inner: Iterable[Inner], keys: Keys) -> dict[Hashable, Counter[str]]:
    counts: dict[Hashable, Counter[str]] = {}
    for one in inner:
        key = keys[one.number]
        if key is not _NONE:
            counts.setdefault(key, Counter())[one.mode()] += 1
    return counts


def _readings(log: Log) -> dict[str, Keys]:
    """What may tell who moves: the function, a variable with few values, the number of plies."""
    found: dict[str, Keys] = {}
    codes = log.codes()
    values: dict[Path, set[Hashable]] = {}
    usable: Counter[Path] = Counter()
    for call in log.calls:
        for path, value in call.seen.items():
            if isinstance(value, _PLAIN) and not path.startswith("="):
                usable[path] += 1
                if len(values.setdefault(path, set())) <= _MOST_KEYS:
                    values[path].add(value)
    several = [
        path
        for path in usable
        if usable[path] >= len(log) * 0.9 and 2 <= len(values[path]) <= _MOST_KEYS and not re.search(r"\[\d", path)
    ]
    named = [path for path in several if path.lower().rpartition(".")[2].lstrip("_") in guesses.PLAYER]
    for path in named:
        found[path] = [call.seen.get(path, _NONE) for call in log.calls]
    if len(codes) > 1:
        found["function"] = [call.code for call in log.calls]
    found["in turn"] = plies(log)
    for path in several:
        found.setdefault(path, [call.seen.get(path, _NONE) for call in log.calls])
    return found


def plies(log: Log) -> list[int]:
    """Even or odd: the calls above each call."""
    found: list[int] = []
    for call in log.calls:
        found.append(0 if call.above < 0 else 1 - found[call.above])
    return found


def _negamax(log: Log, game_turns: Sequence[Turn | None] | None, words: tuple[str, ...]) -> Players:
    """Who moves where every value is the mover's: nothing in the values tells it."""
    if game_turns is not None:
        return Players("mover", "game", words=words)
    variables: dict[CodeType, Path] = {}
    turns: dict[Hashable, Turn] = {}
    for call in log.calls:
        path = variables.get(call.code) or guesses.turn_argument(call.code) or _player_named(call.code)
        if path is None or (mover := _as_named(path, call)) is None:
            return Players("mover", words=words)
        variables[call.code] = path
        turns[call.seen[path]] = mover
    signs = all(path.lower().strip("_") in ("color", "colour", "sign") for path in variables.values())
    if len(set(turns.values())) < 2 and not signs:  # the player whose move is looked for, perhaps
        return Players("mover", words=words)
    return Players("mover", "variable", variables, turns, words=words)


def _player_named(code: CodeType) -> Path | None:
    return guesses.argument(code, guesses.PLAYER)


def _as_named(path: Path, call: Call) -> Turn | None:
    """The player that a variable's name and value tell of."""
    held = call.seen.get(path, _NONE)
    if held is _NONE or isinstance(held, Copy):
        return None
    try:
        return guesses.as_turn(path, call.code)(held)
    except PlyscopeError:
        return None


def _minimax(
    log: Log,
    inner: list[Inner],
    readings: dict[str, Keys],
    game_turns: Sequence[Turn | None] | None,
    words: list[str],
    *,
    by_name: bool,
) -> Players:
    """Who moves where every value is MAX's."""
    telling = [one for one in inner if one.tells]
    codes = log.codes()
    turns: dict[Hashable, Turn]
    strong = {code: path for code in codes if (path := _truth(log, code)) is not None}
    if by_name and not strong:
        sides = {code: found for code in codes if (found := guesses.side(code.co_name)) is not None}
        said = "the functions' names say who moves"
        keys: Keys = [call.code for call in log.calls]
        turns = {code: _mean_or(found, _modes(telling, keys).get(code)) for code, found in sides.items()}
        if len(sides) == len(codes):
            turned = _turned(telling, keys, turns)
            return Players("max", "function", turns=turned, words=(*words, said))
    if len(strong) == len(codes):
        path = next(iter(strong.values()))
        named = {call.seen[strong[call.code]]: _as_named(strong[call.code], call) for call in log.calls}
        if None not in named.values():
            keys = [call.seen[strong[call.code]] for call in log.calls]
            turns = _turned(telling, keys, {key: turn for key, turn in named.items() if turn is not None})
            return Players("max", "variable", strong, turns, words=(*words, f"{path} says who moves"))
    learned = _learned(log, telling, readings)
    if game_turns is not None and (learned is None or _by_game(telling, game_turns)):
        return Players("max", "game", words=tuple(words))
    if learned is not None:
        return _with_words(learned, codes, words)
    return _by_argument(log, words, _begins(telling, readings["in turn"]))


def _begins(telling: list[Inner], odd: Keys) -> int:
    """Who begins if they take turns, by few nodes: above 0 MAX, below 0 MIN, 0 where there is nothing to go by."""
    found = 0
    for one in telling:
        sign = {"max": 1, "min": -1}.get(one.mode(), 0)
        found += -sign if odd[one.number] else sign
    return found


def _by_game(telling: list[Inner], turns: Sequence[Turn | None]) -> bool:
    """Whether the values are those of the players that the game has."""
    known = [(one.mode(), turns[one.number]) for one in telling if turns[one.number] is not None]
    right = sum((mode == "max") if turn == MAX else (mode == "min") for mode, turn in known)
    wrong = sum((mode == "min") if turn == MAX else (mode == "max") for mode, turn in known)
    return right >= wrong


def _truth(log: Log, code: CodeType) -> Path | None:
    """The argument of a function that is true or false for one of the players."""
    path = guesses.turn_argument(code)
    if path is None:
        return None
    return path if all(type(call.seen.get(path)) is bool for call in log.calls if call.code is code) else None


def _mean_or(turn: Turn, modes: Counter[str] | None) -> Turn:
    """A chance node where the values are means."""
    means = modes is not None and modes["mean"] >= FEW and modes["mean"] >= _SURE * sum(modes.values())
    return CHANCE if means else turn


def _turned(telling: list[Inner], keys: Keys, named: dict[Hashable, Turn]) -> dict[Hashable, Turn]:
    """What names tell, the other way round where all values contradict it."""
    modes = _modes(telling, keys)
    named = {key: _mean_or(turn, modes.get(key)) for key, turn in named.items()}
    players = {key: turn for key, turn in named.items() if turn in _OTHER}
    contradicted = [
        (found := modes.get(key)) is not None
        and sum(found.values()) >= FEW
        and found["min" if turn == MAX else "max"] >= _SURE * sum(found.values())
        and found["max" if turn == MAX else "min"] == 0
        for key, turn in players.items()
    ]
    if len(set(players.values())) == 2 and all(contradicted):
        return named | {key: _OTHER[turn] for key, turn in players.items()}
    return named


def _learned(log: Log, telling: list[Inner], readings: dict[str, Keys]) -> tuple[str, dict[Hashable, Turn]] | None:
    """What the values tell: by what one can see who moves, and who it is."""
    if len(telling) < FEW:
        return None
    best, most = None, 0.0
    for name, keys in readings.items():
        right = _agreeing(telling, keys) / len(telling)
        turns = _from_modes(_modes(telling, keys), set(keys))
        if turns is not None and right > most + 0.02:
            best, most = (name, _completed(log, keys, turns)), right
    return best if most >= _SURE else None


def _completed(log: Log, keys: Keys, turns: dict[Hashable, Turn]) -> dict[Hashable, Turn]:
    """Who moves also at keys whose values do not tell it: the other one than at most of the calls below."""
    found = dict(turns)
    for missing in set(keys) - set(turns) - {_NONE}:
        below = Counter(
            turns[keys[child]]
            for number, children in enumerate(log.below)
            if keys[number] == missing
            for child in children
            if turns.get(keys[child])
        )
        found[missing] = _OTHER[below.most_common(1)[0][0]] if below else MAX
    return found


def _from_modes(modes: dict[Hashable, Counter[str]], keys: set[Hashable]) -> dict[Hashable, Turn] | None:
    """Who moves at each key; None where it cannot be told, or all are the same one's."""
    turns: dict[Hashable, Turn] = {}
    for key, count in modes.items():
        means = count["mean"] >= FEW and count["mean"] >= _SURE * sum(count.values())
        if count["max"] != count["min"] or means:
            turns[key] = CHANCE if means else MAX if count["max"] > count["min"] else MIN
    missing = [key for key in keys if key not in turns and key is not _NONE]
    if len(set(turns.values())) == 1 and len(missing) == 1 and len(keys) == 2:
        only = next(iter(turns.values()))
        turns[missing[0]] = _OTHER.get(only, MAX)
    elif len(missing) > len(turns) or len(set(turns.values())) < 2:
        return None
    return turns


def _with_words(learned: tuple[str, dict[Hashable, Turn]], codes: list[CodeType], words: list[str]) -> Players:
    name, turns = learned
    if name == "function":
        told = ", ".join(f"{code.co_name} is {turn.name}" for code, turn in turns.items() if isinstance(code, CodeType))
        return Players("max", "function", turns=turns, learned=True, words=(*words, f"by the values {told}"))
    if name == "in turn":
        first = turns[0]
        return Players(
            "max", first=first, learned=True, words=(*words, f"{first.name} begins and the players take turns")
        )
    told = ", ".join(f"{key!r} is {turn.name}" for key, turn in turns.items())
    said = f"{name} says who moves (by the values {told})"
    return Players("max", "variable", dict.fromkeys(codes, name), turns, learned=True, words=(*words, said))


def _by_argument(log: Log, words: list[str], begins: int) -> Players:
    """Nothing but names to go by, and what few nodes tell of who begins."""
    variables: dict[CodeType, Path] = {}
    turns: dict[Hashable, Turn] = {}
    for call in log.calls:
        path = variables.get(call.code) or guesses.turn_argument(call.code) or _player_named(call.code)
        mover = None if path is None else _as_named(path, call)
        if path is None or mover is None:
            first = MIN if begins < 0 else MAX
            said = f"{first.name} begins and the players take turns (or turn=…)"
            return Players("max", first=first, learned=begins != 0, words=(*words, said))
        variables[call.code] = path
        turns[call.seen[path]] = mover
    said = "the argument for the player says who moves"
    return Players("max", "variable", variables, turns, words=(*words, said))
