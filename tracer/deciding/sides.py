"""Who moves where every value is MAX's: told by the values of the children, or else by names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Sequence
from types import CodeType

from tracer.deciding import guesses
from tracer.deciding.answers_taken import BOTH, text_of
from tracer.deciding.call import Path, parameters
from tracer.deciding.function_text import names_of, truth_of
from tracer.deciding.players import OTHER, Players, named_players
from tracer.deciding.seen_values import FUNCTION, NONE, Evidence, Keys, agreeing, are_means, modes_of
from tracer.deciding.thresholds import FEW, HALF, MANY, RARELY, SURELY, TOGETHER, USUAL
from tracer.games.rules import CHANCE, MAX, MIN, Turn

_NUMBERED = {*guesses.PLAYER, "agent", "agent_index", "agentindex", "index"}
"""Names of variables that number more than two players."""


def decide_minimax(evidence: Evidence, game_turns: Sequence[Turn | None] | None, words: list[str]) -> Players:
    """Who moves where every value is MAX's.

    Args:
        evidence: what the values tell.
        game_turns: who moves at each call by the rules of a game; None where there is none.
        words: what was assumed so far.
    """
    log, codes = evidence.log, evidence.codes
    few = 1 if not any(map(guesses.window, codes)) else FEW
    turns: dict[Hashable, Turn]
    strong = evidence.flags
    if evidence.by_name:
        sides = {code: found for code in codes if (found := guesses.side(code.co_name)) is not None}
        if len(sides) == len(codes) and all(sides[code] == CHANCE for code in strong):
            turns = _as_values_have_it(
                evidence, [call.code for call in log.calls], dict[Hashable, Turn](sides.items()), few
            )
            return Players("max", "function", turns=turns, words=(*words, "the functions' names say who moves"))
    if len(strong) == len(codes) and (named := named_players(evidence)) is not None:
        turns = _as_values_have_it(evidence, [call.seen[strong[call.code]] for call in log.calls], named[1], FEW)
        said = f"{next(iter(strong.values()))} says who moves"
        return Players("max", "variable", strong, turns, words=(*words, said))
    if (through := _by_those_handed_on_to(evidence)) is not None and not strong:
        path, turns = through
        told = ", ".join(f"{key!r} is {turn.name}" for key, turn in turns.items())
        said = f"{path} says who moves (by the functions handed on to {told})"
        return Players("max", "variable", dict.fromkeys(codes, path), turns, words=(*words, said))
    if game_turns is not None:
        return Players("max", "game", words=tuple(words))
    if (learned := learn(evidence, few)) is not None:
        return _with_words(learned, codes, words)
    if own := _side_of_each(codes):
        turns = dict[Hashable, Turn]((code, own[code]) for code in codes)
        told = ", ".join(f"{code.co_name} is {own[code].name}" for code in codes)
        return Players("max", "function", turns=turns, learned=True, words=(*words, f"by their text {told}"))
    return _by_argument(evidence, words)


def _by_those_handed_on_to(evidence: Evidence) -> tuple[Path, dict[Hashable, Turn]] | None:
    """The variable by which all calls are handed on to functions that are named for the players, and who each is."""
    sides = {
        number: turn
        for number, call in enumerate(evidence.log.calls)
        if call.through is not None and (turn := guesses.side(call.through.co_name)) is not None
    }
    if len(set(sides.values())) < len(OTHER):
        return None
    for path, keys in evidence.readings.items():
        turns: dict[Hashable, Turn] = {keys[number]: turn for number, turn in sides.items()}
        single = path not in ("in turn", "function") and "," not in path
        if single and len(set(keys)) <= TOGETHER and all(turns[keys[n]] == turn for n, turn in sides.items()):
            return path, _completed(evidence, keys, turns)
    return None


def _as_values_have_it(evidence: Evidence, keys: Keys, named: dict[Hashable, Turn], few: int) -> dict[Hashable, Turn]:
    """Return what names tell, but chance where values are means, and the other way round where all contradict it."""
    modes = modes_of(evidence.telling, keys)
    named = {key: CHANCE if are_means(modes.get(key, Counter()), few) else turn for key, turn in named.items()}
    players = {key: turn for key, turn in named.items() if turn in OTHER}
    contradicted = [
        (found := modes.get(key, Counter())).total() >= FEW
        and found["min" if turn == MAX else "max"] >= USUAL * found.total()
        and found["max" if turn == MAX else "min"] == 0
        for key, turn in players.items()
    ]
    if len(set(players.values())) == len(OTHER) and all(contradicted):
        return named | {key: OTHER[turn] for key, turn in players.items()}
    return named


def learn(evidence: Evidence, few: int = FEW) -> tuple[str, dict[Hashable, Turn]] | None:
    """What the values tell: by what one can see who moves, and who it is; None where they tell too little.

    Args:
        evidence: the values.
        few: at how many nodes of one kind values between the children's are means, if they are nothing else there.
    """
    telling = evidence.telling
    if len(telling) < FEW:
        return None
    best, most = None, 0.0
    for name, keys in evidence.readings.items():
        modes = evidence.modes(name)
        last = re.split(r"[.\['\]]+", name.strip("']"))[-1].lower().lstrip("_")
        kinds = {type(key) for key in keys if key is not NONE}
        if tuple not in kinds and "," not in name and len(set(keys)) > TOGETHER + 1 and last not in _NUMBERED:
            continue
        means = sum(count["mean"] for count in modes.values() if count["mean"] < FEW and are_means(count, few))
        by_name = sum(
            count.total() - max(agreeing([count]), count["mean"])
            for key, count in modes.items()
            if _is_named_for_chance(key, count)
        )  # its weights may be wrong, so that the values are none of a mean
        right = (agreeing(modes.values()) + means + by_name) / len(telling)
        if right > most + RARELY and (turns := from_modes(modes, set(keys), few)) is not None:
            best, most = (name, _completed(evidence, keys, turns)), right
    return best if most >= USUAL else None


def _completed(evidence: Evidence, keys: Keys, turns: dict[Hashable, Turn]) -> dict[Hashable, Turn]:
    """Who moves also at keys whose values do not tell it: the other one than at most of the calls below.

    Of more than two numbered players one is alone against the others.
    """
    found = dict(turns)
    open_ = [key for key in dict.fromkeys(keys) if key not in turns and key is not NONE]
    against = set(turns.values()) - {MAX}
    numbered = len(open_) + len(turns) > len(OTHER) and all(type(key) is int for key in (*open_, *turns))
    for missing in open_:
        if numbered and MAX in turns.values() and len(against) == 1:
            found[missing] = next(iter(against))
            continue
        below = Counter(
            turns[keys[child]]
            for number, children in enumerate(evidence.log.below)
            if keys[number] == missing
            for child in children
            if turns.get(keys[child])
        )
        found[missing] = OTHER[below.most_common(1)[0][0]] if below else MAX
    return found


def from_modes(modes: dict[Hashable, Counter[str]], keys: set[Hashable], few: int = FEW) -> dict[Hashable, Turn] | None:
    """Who moves at each key; None where it cannot be told, or all are the same one's."""
    turns: dict[Hashable, Turn] = {}
    for key, count in modes.items():
        means = are_means(count, few) or _is_named_for_chance(key, count)
        if count["max"] != count["min"] or means:
            turns[key] = CHANCE if means else MAX if count["max"] > count["min"] else MIN
    missing = [key for key in keys if key not in turns and key is not NONE]
    if len(set(turns.values())) == 1 and len(missing) == 1 and len(keys) == len(OTHER):
        only = next(iter(turns.values()))
        turns[missing[0]] = CHANCE if guesses.names_chance(missing[0]) else OTHER.get(only, MAX)
    elif len(missing) > len(turns) or len(set(turns.values())) < len(OTHER):
        return None
    return turns


def _is_named_for_chance(key: Hashable, count: Counter[str]) -> bool:
    """Return whether a name says that chance moves, and the values are not the best of the children's, or the worst."""
    most = max(count["max"], count["min"])
    return guesses.names_chance(key) and not (most >= FEW and most >= USUAL * count.total())


def _with_words(learned: tuple[str, dict[Hashable, Turn]], codes: list[CodeType], words: list[str]) -> Players:
    name, turns = learned
    if name == "function":
        told = ", ".join(f"{code.co_name} is {turn.name}" for code, turn in turns.items() if isinstance(code, CodeType))
        return Players("max", "function", turns=turns, learned=True, words=(*words, f"by the values {told}"))
    if name == "in turn":
        first = turns[0]
        pair = dict[Hashable, Turn](turns) if CHANCE in turns.values() else {}
        said = f"{first.name} begins and {f'{turns[1].name} takes turns with it' if pair else 'the players take turns'}"
        return Players("max", turns=pair, first=first, learned=True, words=(*words, said))
    chance = [key for key in turns if isinstance(key, CodeType)]
    name = name.removeprefix(FUNCTION)
    told = ", ".join(f"{key!r} is {turn.name}" for key, turn in turns.items() if key not in chance)
    said = f"{name} says who moves (by the values {told})"
    functions = tuple(f"{code.co_name} is CHANCE" for code in chance)
    variables = {code: name for code in codes if code not in chance}
    return Players("max", "variable", variables, turns, learned=True, words=(*words, said, *functions))


def _by_argument(evidence: Evidence, words: list[str]) -> Players:
    """Return who moves by names, by what takes turns, and by what few nodes tell of who begins."""
    if (named := named_players(evidence)) is not None:
        said = "the argument for the player says who moves"
        return Players("max", "variable", *named, words=(*words, said))
    if (players := _by_two(evidence, words)) is not None:
        return players
    begins = _lead(evidence.modes("in turn"), 0, 1)
    first = MIN if begins < 0 else MAX
    said = f"{first.name} begins and the players take turns (or turn=…)"
    return Players("max", first=first, learned=begins != 0, words=(*words, said))


def _lead(modes: dict[Hashable, Counter[str]], one: Hashable, other: Hashable) -> int:
    """Return how many values more tell that one is MAX than that another is; below 0 for MIN."""
    mine, others = (modes.get(key, Counter()) for key in (one, other))
    return mine["max"] - mine["min"] - others["max"] + others["min"]


def _by_two(evidence: Evidence, words: list[str]) -> Players | None:
    """What is one of two and says who moves: an argument that takes turns, or anything else that the text decides by.

    Of an argument the one that the values fit best is MAX, or else the first.
    """
    codes = evidence.codes
    for path, keys in evidence.readings.items():
        if len(set(keys)) != len(OTHER) or NONE in keys or "," in path or path in ("in turn", "function"):
            continue
        turns, told = of_two(evidence, keys), dict[Hashable, Turn]()
        if CHANCE not in turns.values() and (told := _side_by(codes, path, turns)):
            turns = told
        if all(path in parameters(code) for code in codes):
            named = path.lower().lstrip("_") in _NUMBERED
            if len(evidence.edges) < MANY or evidence.changing(keys) < (HALF if named else SURELY):
                continue
        elif not told:
            continue
        who = ", ".join(f"{key!r} is {turn.name}" for key, turn in told.items())
        whose = f" (by the text {who})" if told else who_is_who(evidence, keys, turns)
        said = f"{path} says who moves{whose} (or turn=…)"
        return Players("max", "variable", dict.fromkeys(codes, path), turns, words=(*words, said))
    return None


def of_two(evidence: Evidence, keys: Keys) -> dict[Hashable, Turn]:
    """Who moves by something that is one of two: as most values have it, and if none does MAX begins."""
    one, other = dict.fromkeys(key for key in keys if key is not NONE)
    modes = modes_of(evidence.telling, keys)
    if all(key in modes and are_means(modes[key], FEW) for key in (one, other)):  # each outcome has its own best
        return dict.fromkeys((one, other), CHANCE)
    first, second = (one, other) if _lead(modes, one, other) >= 0 else (other, one)
    named = {key: guesses.names_chance(key) for key in (first, second)}
    if named[first] != named[second]:
        count = modes.get(second if named[first] else first, Counter())
        player = MIN if count["min"] > count["max"] else MAX
        return {key: CHANCE if named[key] else player for key in (first, second)}
    chance = second not in modes and any("expect" in code.co_name.lower() for code in evidence.codes)
    return {first: MAX, second: CHANCE if chance else MIN}


def who_is_who(evidence: Evidence, keys: Keys, turns: dict[Hashable, Turn]) -> str:
    """Return in words who is which player, or that it is no more than a choice where no value tells it."""
    counts = modes_of(evidence.telling, keys).values()
    tells_nobody = all(count["max"] == count["min"] and not are_means(count, FEW) for count in counts)
    if len(turns) == len(OTHER) and tells_nobody:
        return f" (no value tells who is MAX: {next(iter(turns))!r} is chosen)"
    return ": " + ", ".join(f"{key!r} is {turn.name}" for key, turn in turns.items())


def told_by_values(evidence: Evidence, keys: Keys) -> dict[Hashable, Turn]:
    """Who moves by something that tells it: learned from the values, or as most of them have it where it is one of two.

    Nothing if it is more than that, and the values do not tell it.
    """
    known = set(keys) - {NONE}
    turns = from_modes(modes_of(evidence.telling, keys), known)
    if turns is not None:
        return _completed(evidence, keys, turns)
    return of_two(evidence, keys) if len(known) == len(OTHER) else {}


def in_turn(keys: Keys) -> dict[Hashable, Turn]:
    """Return who moves by something that is one of two where values are the mover's: MAX begins. Else nothing.

    >>> in_turn(["ann", "bob", "ann"]), in_turn(["ann"])
    ({'ann': <Turn.MAX: 1>, 'bob': <Turn.MIN: -1>}, {})
    """
    known = dict.fromkeys(key for key in keys if key is not NONE)
    return dict(zip(known, OTHER, strict=True)) if len(known) == len(OTHER) else {}


def _side_of_each(codes: Collection[CodeType]) -> dict[CodeType, Turn]:
    """Return whose each of several functions is by its text; nothing unless one is MAX's and another MIN's."""
    names = names_of(codes)
    kinds = {code: text.kinds([text.root]) for code in codes if (text := text_of(code, names)) is not None}
    found = {code: Turn[next(iter(one)).upper()] for code, one in kinds.items() if len(one) == 1}
    return found if len(found) == len(codes) and len(set(found.values())) == len(BOTH) else {}


def _side_by(codes: Collection[CodeType], path: Path, values: Iterable[Hashable]) -> dict[Hashable, Turn]:
    """Return who moves by what a variable holds, as conditions on it decide; nothing unless they tell both players.

    Args:
        codes: the functions.
        path: the variable.
        values: what it may hold.
    """
    names = names_of(codes)
    texts = [text for code in codes if (text := text_of(code, names)) is not None]
    for test, kind in (one for text in texts for one in text.sides):
        holds = {value: truth_of(test, path, value) for value in values}
        if set(holds.values()) == {True, False}:
            other = next(iter(BOTH - {kind}))
            return {value: Turn[(kind if true else other).upper()] for value, true in holds.items()}
    return {}
