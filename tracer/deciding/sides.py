"""Who moves where every value is MAX's: told by names, by the values of the children, or by the text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from types import CodeType

from tracer.deciding import guesses
from tracer.deciding.answers_taken import BOTH, text_of
from tracer.deciding.call import Path, parameters
from tracer.deciding.function_text import names_of, truth_of
from tracer.deciding.players import OTHER, Players, named_players
from tracer.deciding.seen_values import FUNCTION, NONE, Evidence, Keys, judged, modes_of
from tracer.deciding.thresholds import FEW, HALF, MANY, RARELY, SURELY, TOGETHER, USUAL
from tracer.games.rules import CHANCE, MAX, MIN, Turn

_NUMBERED = {*guesses.PLAYER, "agent", "agent_index", "agentindex", "index"}
"""Names of variables that number more than two players."""


@dataclass(frozen=True)
class Told:
    """Who moves by something that may tell it."""

    turns: dict[Hashable, Turn]
    by_values: bool
    """Whether the values tell it, and no guess."""
    right: int
    """How many values bear it out."""

    @property
    def words(self) -> str:
        """Who is which player."""
        return ", ".join(
            f"{key.co_name if isinstance(key, CodeType) else repr(key)} is {turn.name}"
            for key, turn in self.turns.items()
        )


def decide_minimax(evidence: Evidence, game_turns: Sequence[Turn | None] | None, words: list[str]) -> Players:
    """Who moves where every value is MAX's.

    Args:
        evidence: what the values tell.
        game_turns: who moves at each call by the rules of a game; None where there is none.
        words: what was assumed so far.
    """
    few = 1 if not any(map(guesses.window, evidence.codes)) else FEW
    players = _by_names(evidence, few)
    if players is None and game_turns is not None:
        return Players("max", "game", words=tuple(words))
    players = players or _by_values(evidence, few) or _by_text(evidence) or _by_arguments(evidence)
    return replace(players, words=(*words, *players.words))


def _by_names(evidence: Evidence, few: int) -> Players | None:
    """Functions that are named for the players or chance, flags that are, or functions that are handed on to."""
    calls, codes, flags = evidence.log.calls, evidence.codes, evidence.flags
    turns: dict[Hashable, Turn] = {code: side for code in codes if (side := guesses.side(code.co_name)) is not None}
    if evidence.by_name and len(turns) == len(codes) and all(turns[code] == CHANCE for code in flags):
        borne_out = _as_values_have_it(evidence, [call.code for call in calls], turns, few)
        return Players("max", "function", turns=borne_out, words=("the functions' names say who moves",))
    if len(flags) == len(codes) and (named := named_players(evidence)) is not None:
        borne_out = _as_values_have_it(evidence, [call.seen[flags[call.code]] for call in calls], named[1], FEW)
        return Players("max", "variable", flags, borne_out, words=(f"{next(iter(flags.values()))} says who moves",))
    if flags:
        return None
    names = {number: call.through.co_name for number, call in enumerate(calls) if call.through is not None}
    handed_on = {number: side for number, name in names.items() if (side := guesses.side(name)) is not None}
    if len(set(handed_on.values())) < len(OTHER):
        return None
    for path, keys in evidence.readings.items():
        through: dict[Hashable, Turn] = {keys[number]: turn for number, turn in handed_on.items()}
        single = path not in ("in turn", "function") and "," not in path
        if single and len(set(keys)) <= TOGETHER and all(through[keys[n]] == turn for n, turn in handed_on.items()):
            told = Told(_completed(evidence, keys, through), by_values=False, right=0)
            said = f"{path} says who moves (by the functions handed on to {told.words})"
            return Players("max", "variable", dict.fromkeys(codes, path), told.turns, words=(said,))
    return None


def _as_values_have_it(evidence: Evidence, keys: Keys, named: dict[Hashable, Turn], few: int) -> dict[Hashable, Turn]:
    """Return what names tell, but chance where values are means, and the other way round where all contradict it."""
    modes = modes_of(evidence.telling, keys)
    counts = {key: modes.get(key, Counter()) for key in named}
    named = {key: CHANCE if judged(None, counts[key], few)[0] == CHANCE else turn for key, turn in named.items()}
    players = {key: turn for key, turn in named.items() if turn in OTHER}
    contradicted = [
        counts[key].total() >= FEW
        and counts[key][OTHER[turn].name.lower()] >= USUAL * counts[key].total()
        and not counts[key][turn.name.lower()]
        for key, turn in players.items()
    ]
    if len(set(players.values())) == len(OTHER) and all(contradicted):
        return named | {key: OTHER[turn] for key, turn in players.items()}
    return named


def whose(evidence: Evidence, keys: Keys, few: int = FEW) -> Told:
    """Who moves by what something held, as the values tell it, or as most have it where it is one of two.

    Args:
        evidence: the values.
        keys: what it held at each call.
        few: at how many nodes of one kind values between the children's are means, if they are nothing else there.
    """
    modes = modes_of(evidence.telling, keys)
    known = [key for key in dict.fromkeys((*modes, *keys)) if key is not NONE]
    found = {key: judged(key, modes.get(key, Counter()), few) for key in known}
    turns = {key: turn for key, (turn, _right) in found.items() if turn is not None}
    right = sum(right for _turn, right in found.values())
    two, sides = len(known) == len(OTHER), set(turns.values())
    if two and len(turns) == 1:
        (missing,), (turn,) = found.keys() - turns.keys(), sides
        named = guesses.names_chance(missing)
        return Told(turns | {missing: CHANCE if named else OTHER.get(turn, MAX)}, by_values=True, right=right)
    if len(sides) > 1 and 2 * len(turns) >= len(known):
        return Told(_completed(evidence, keys, turns), by_values=True, right=right)
    return Told(_of_two(evidence, keys, modes) if two else {}, by_values=False, right=right)


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
        made = [child for number, below in enumerate(evidence.log.below) if keys[number] == missing for child in below]
        below = Counter(turns[keys[child]] for child in made if turns.get(keys[child]))
        found[missing] = OTHER[below.most_common(1)[0][0]] if below else MAX
    return found


def _of_two(evidence: Evidence, keys: Keys, modes: dict[Hashable, Counter[str]]) -> dict[Hashable, Turn]:
    """Who moves by something that is one of two: as most values have it, and if none does MAX begins."""
    one, other = dict.fromkeys(key for key in keys if key is not NONE)
    if {judged(None, modes.get(key, Counter()))[0] for key in (one, other)} == {
        CHANCE
    }:  # each outcome has its own best
        return dict.fromkeys((one, other), CHANCE)
    first, second = (one, other) if _lead(modes, one, other) >= 0 else (other, one)
    named = {key: guesses.names_chance(key) for key in (first, second)}
    if named[first] != named[second]:
        count = modes.get(second if named[first] else first, Counter())
        player = MIN if count["min"] > count["max"] else MAX
        return {key: CHANCE if named[key] else player for key in (first, second)}
    chance = second not in modes and any("expect" in code.co_name.lower() for code in evidence.codes)
    return {first: MAX, second: CHANCE if chance else MIN}


def _lead(modes: dict[Hashable, Counter[str]], one: Hashable, other: Hashable) -> int:
    """Return how many values more tell that one is MAX than that another is; below 0 for MIN."""
    mine, others = (modes.get(key, Counter()) for key in (one, other))
    return mine["max"] - mine["min"] - others["max"] + others["min"]


def learn(evidence: Evidence, few: int = FEW) -> tuple[str, Told] | None:
    """What the values tell: by what one can see who moves, and who it is; None where they tell too little.

    Args:
        evidence: the values.
        few: at how many nodes of one kind values between the children's are means, if they are nothing else there.
    """
    every, best = len(evidence.telling), None
    for name, keys in evidence.readings.items() if every >= FEW else ():
        last = re.split(r"[.\['\]]+", name.strip("']"))[-1].lower().lstrip("_")
        kinds = {type(key) for key in keys if key is not NONE}
        if tuple not in kinds and "," not in name and len(set(keys)) > TOGETHER + 1 and last not in _NUMBERED:
            continue
        told = whose(evidence, keys, few)
        if told.by_values and told.right > (0 if best is None else best[1].right) + RARELY * every:
            best = name, told
    return best if best is not None and best[1].right >= USUAL * every else None


def _by_values(evidence: Evidence, few: int) -> Players | None:
    """Return who moves as it is learned."""
    if (learned := learn(evidence, few)) is None:
        return None
    name, told = learned
    turns = told.turns
    if name == "function":
        return Players("max", "function", turns=turns, learned=True, words=(f"by the values {told.words}",))
    if name == "in turn":
        first = turns[0]
        pair = turns if CHANCE in turns.values() else {}
        said = f"{first.name} begins and {f'{turns[1].name} takes turns with it' if pair else 'the players take turns'}"
        return Players("max", turns=pair, first=first, learned=True, words=(said,))
    chance = {key for key in turns if isinstance(key, CodeType)}
    name, players = name.removeprefix(FUNCTION), {key: turn for key, turn in turns.items() if key not in chance}
    said = f"{name} says who moves (by the values {replace(told, turns=players).words})"
    words = (said, *(f"{code.co_name} is CHANCE" for code in evidence.codes if code in chance))
    variables = {code: name for code in evidence.codes if code not in chance}
    return Players("max", "variable", variables, turns, learned=True, words=words)


def _by_text(evidence: Evidence) -> Players | None:
    """Return who moves if each function takes the greatest values alone, or the least, and there are both."""
    names = names_of(evidence.codes)
    texts = {code: text for code in evidence.codes if (text := text_of(code, names)) is not None}
    kinds = {code: text.kinds([text.root]) for code, text in texts.items()}
    turns: dict[Hashable, Turn] = {code: Turn[min(kind).upper()] for code, kind in kinds.items() if len(kind) == 1}
    if len(turns) < len(evidence.codes) or len(set(turns.values())) < len(BOTH):
        return None
    said = f"by their text {Told(turns, by_values=False, right=0).words}"
    return Players("max", "function", turns=turns, learned=True, words=(said,))


def _by_arguments(evidence: Evidence) -> Players:
    """Return who moves by names, by what takes turns, and by what few nodes tell of who begins."""
    codes = evidence.codes
    if (named := named_players(evidence)) is not None:
        return Players("max", "variable", *named, words=("the argument for the player says who moves",))
    for path, keys in evidence.readings.items():
        if len(set(keys)) != len(OTHER) or NONE in keys or "," in path or path in ("in turn", "function"):
            continue
        told = whose(evidence, keys)
        by_text = {} if CHANCE in told.turns.values() else _side_by(codes, path, told.turns)
        if all(path in parameters(code) for code in codes):
            often = HALF if path.lower().lstrip("_") in _NUMBERED else SURELY
            if len(evidence.edges) < MANY or evidence.changing(keys) < often:
                continue
        elif not by_text:
            continue
        told = replace(told, turns=by_text or told.turns)
        whose_it_is = f" (by the text {told.words})" if by_text else who_is_who(evidence, keys, told)
        said = f"{path} says who moves{whose_it_is} (or turn=…)"
        return Players("max", "variable", dict.fromkeys(codes, path), told.turns, words=(said,))
    begins = _lead(modes_of(evidence.telling, evidence.plies), 0, 1)
    first = MIN if begins < 0 else MAX
    said = f"{first.name} begins and the players take turns (or turn=…)"
    return Players("max", first=first, learned=begins != 0, words=(said,))


def who_is_who(evidence: Evidence, keys: Keys, told: Told) -> str:
    """Return in words who is which player, or that it is no more than a choice where no value tells it."""
    counts = modes_of(evidence.telling, keys).values()
    tells_nobody = all(judged(None, count)[0] is None for count in counts)
    if len(told.turns) == len(OTHER) and tells_nobody:
        return f" (no value tells who is MAX: {next(iter(told.turns))!r} is chosen)"
    return f": {told.words}"


def in_turn(keys: Keys) -> dict[Hashable, Turn]:
    """Return who moves by something that is one of two where values are the mover's: MAX begins. Else nothing.

    >>> in_turn(["ann", "bob", "ann"]), in_turn(["ann"])
    ({'ann': <Turn.MAX: 1>, 'bob': <Turn.MIN: -1>}, {})
    """
    known = dict.fromkeys(key for key in keys if key is not NONE)
    return dict(zip(known, OTHER, strict=True)) if len(known) == len(OTHER) else {}


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
