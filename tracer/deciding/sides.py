"""Who moves where every value is MAX's: by names, by values, or by the text."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from types import CodeType

from tracer.deciding import guesses
from tracer.deciding.answers_taken import BOTH, Text
from tracer.deciding.call import Path, parameters
from tracer.deciding.function_text import assignments, names_in, truth_of
from tracer.deciding.players import OR_TURN, OTHER, Players, named_players
from tracer.deciding.seen_values import FUNCTION, NONE, Evidence, Keys, judge_turn
from tracer.deciding.thresholds import FEW, HALF, MANY, RARELY, SURELY, TOGETHER, TRIED, USUAL
from tracer.deciding.two_sides import find_only_side
from tracer.games.rules import CHANCE, MAX, MIN, Turn

_NAMED = {*guesses.PLAYER, "who"}
"""Names of variables that are called after the player."""
_NUMBERED = {*guesses.PLAYER, "agent", "agent_index", "agentindex", "index"}
"""Names of variables that number more than two players."""
Turns = dict[Hashable, Turn]
"""Who moves by what something held."""


def minimax_players(evidence: Evidence, *, has_game: bool) -> Iterator[Players]:
    """Yield who moves where values are MAX's, in the order of belief: by names, game, values, text, in turn."""
    yield from _by_names(evidence)
    if has_game:
        yield Players("max", "game")
    if (only := find_only_side(evidence)) is not None and not any(one.mode == "mean" for one in evidence.inner):
        path, turn = only
        words = (f"{path} says who moves, and that is always {turn.name}{OR_TURN}",)
        turns = dict.fromkeys({*evidence.keys(path)}, turn)
        yield Players("max", "variable", dict.fromkeys(evidence.codes, path), turns, words=words)
    name, _turns, right = best_reading(evidence)
    if name == "in turn":
        yield from _by_conditions(evidence, right)
    yield from _by_values_beside_chance(evidence)
    yield from _by_values(evidence)
    yield from _by_text(evidence)
    begins = _lead(evidence.modes(evidence.plies), 0, 1)
    first = MIN if begins < 0 else MAX
    words = (f"{first.name} begins and the players take turns{OR_TURN}",)
    yield Players("max", first=first, is_learned=begins != 0, words=words)


def _by_names(evidence: Evidence) -> Iterator[Players]:
    """Yield who moves by functions that are named for it, by flags that are, and by functions that are handed on to."""
    calls, codes, flags = evidence.log.calls, evidence.codes, evidence.flags
    turns: Turns = {code: side for code in codes if (side := guesses.side(code.co_name)) is not None}
    functions = [call.code for call in calls]
    is_named = evidence.by_name and len(turns) == len(codes)
    if is_named and (all(turns[code] == CHANCE for code in flags) or _is_borne_out(evidence, functions, turns)):
        turns = _as_values_have_it(evidence, functions, turns)
        yield Players("max", "function", turns=turns, words=("the functions' names say who moves",))
    if len(flags) == len(codes) and (named := named_players(evidence)) is not None:
        turns = _as_values_have_it(evidence, [call.entry_values[flags[call.code]] for call in calls], named[1])
        yield Players("max", "variable", flags, turns, words=(f"{next(iter(flags.values()))} says who moves",))
    names = {number: call.through.co_name for number, call in enumerate(calls) if call.through is not None}
    handed_on = {number: side for number, name in names.items() if (side := guesses.side(name)) is not None}
    for path, keys in evidence.variables.items() if not flags and len(set(handed_on.values())) == len(OTHER) else ():
        turns = {keys[number]: turn for number, turn in handed_on.items()}
        if len(set(keys)) <= TOGETHER and all(turns[keys[n]] == turn for n, turn in handed_on.items()):
            turns = _completed(evidence, keys, turns)
            said = f"{path} says who moves (by the functions handed on to {turns_in_words(turns)})"
            yield Players("max", "variable", dict.fromkeys(codes, path), turns, words=(said,))


def _is_borne_out(evidence: Evidence, keys: Keys, named: Turns) -> bool:
    """Whether each player's calls keep the best for that player, some of them, and none the other player's."""
    modes = evidence.modes(keys)
    players = {key: turn for key, turn in named.items() if turn in OTHER}
    counts = {key: modes.get(key, Counter()) for key in players}
    return all(
        counts[key][turn.name.lower()] and not counts[key][OTHER[turn].name.lower()] for key, turn in players.items()
    )


def _as_values_have_it(evidence: Evidence, keys: Keys, named: Turns) -> Turns:
    """Return what names tell, but chance where values are means, and the other way round where all contradict it."""
    modes = evidence.modes(keys)
    counts = {key: modes.get(key, Counter()) for key in named}
    named = {
        key: CHANCE if judge_turn(None, counts[key], evidence.few).turn == CHANCE else turn
        for key, turn in named.items()
    }
    players = {key: turn for key, turn in named.items() if turn in OTHER}
    contrary = {key: OTHER[turn] for key, turn in players.items()}
    contradicted = [
        counts[key][contrary[key].name.lower()] >= max(FEW, USUAL * counts[key].total())
        and not counts[key][turn.name.lower()]
        for key, turn in players.items()
    ]
    return named | contrary if len(set(contrary.values())) == len(OTHER) and all(contradicted) else named


def assign_turns(evidence: Evidence, keys: Keys) -> tuple[Turns, int | None]:
    """Who moves by what something held, as the values tell it, or as most have it where it is one of two.

    Returns:
        who moves, and how many values bear it out; None of them where it is a guess.
    """
    modes = evidence.modes(keys)
    known = [key for key in dict.fromkeys((*modes, *keys)) if key is not NONE]
    found = {key: judge_turn(key, modes.get(key, Counter()), evidence.few) for key in known}
    turns = {key: turn for key, (turn, _support) in found.items() if turn is not None}
    right, sides = sum(judged.support for judged in found.values()), set(turns.values())
    if len(known) == len(OTHER) and len(turns) == 1:
        (missing,), (turn,) = found.keys() - turns.keys(), sides
        is_chance = guesses.names_chance(missing) or (evidence.is_expectimax and turn == MAX)
        return turns | {missing: CHANCE if is_chance else OTHER.get(turn, MAX)}, right
    if len(sides) > 1 and 2 * len(turns) >= len(known):
        return _completed(evidence, keys, turns), right
    return (_of_two(keys, modes) if len(known) == len(OTHER) else {}), None


def _completed(evidence: Evidence, keys: Keys, turns: Turns) -> Turns:
    """Who moves also at keys whose values do not tell it: the other one than at most of the calls below.

    Of more than two numbered players one is alone against the others. Where chance moves by the first of two things,
    the second is of no account.
    """
    known = [key for key in dict.fromkeys(keys) if key is not NONE]
    numbered = len(known) > len(OTHER) and all(type(key) is int for key in known)
    others = {*turns.values()} - {MAX} if numbered and MAX in turns.values() else set[Turn]()
    found = dict(turns)
    for missing in [key for key in known if key not in turns]:
        made = [child for number, below in enumerate(evidence.log.below) if keys[number] == missing for child in below]
        below = Counter(turns[keys[child]] for child in made if turns.get(keys[child]))
        against = OTHER[below.most_common(1)[0][0]] if below else MAX
        alike = {turn for key, turn in turns.items() if type(key) is type(missing) is tuple and key[0] == missing[0]}
        found[missing] = CHANCE if alike == {CHANCE} else min(others) if len(others) == 1 else against
    return found


def _of_two(keys: Keys, modes: Mapping[Hashable, Counter[str]]) -> Turns:
    """Who moves by something that is one of two: as most values have it, and if none does MAX begins."""
    one, other = dict.fromkeys(key for key in keys if key is not NONE)
    counts = [modes.get(key, Counter()) for key in (one, other)]
    if all(judge_turn(None, count).turn == CHANCE for count in counts):  # each outcome has its own best
        return dict.fromkeys((one, other), CHANCE)
    if all(map(_takes_greatest, counts)):  # one is wrong, and MAX begins
        return {one: MAX, other: MIN}
    return {one: MAX, other: MIN} if _lead(modes, one, other) >= 0 else {other: MAX, one: MIN}


def _takes_greatest(count: Counter[str]) -> bool:
    """Return whether nearly all values are the greatest of those below them."""
    return count["max"] >= max(FEW, USUAL * count.total())


def _lead(modes: Mapping[Hashable, Counter[str]], one: Hashable, other: Hashable) -> int:
    """Return how many values more tell that one is MAX than that another is; below 0 for MIN."""
    mine, others = (modes.get(key, Counter()) for key in (one, other))
    return mine["max"] - mine["min"] - others["max"] + others["min"]


def best_reading(evidence: Evidence) -> tuple[str, Turns, int]:
    """What tells best by the values who moves, who it is, and how many bear it out: none of them if nothing tells."""
    every, best = len(evidence.informative_calls), ("", Turns(), 0)
    for name, keys in evidence.readings.items():
        last = re.split(r"[.\['\]]+", name.strip("']"))[-1].lower().lstrip("_")
        kinds = {type(key) for key in keys if key is not NONE}
        if tuple not in kinds and "," not in name and len(set(keys)) > TOGETHER + 1 and last not in _NUMBERED:
            continue
        turns, right = assign_turns(evidence, keys)
        if right is not None and right > best[2] + RARELY * every:
            best = name, turns, right
    return best


def learn_turns(evidence: Evidence) -> tuple[str, Turns] | None:
    """The same without the number; None where the values tell too little."""
    name, turns, right = best_reading(evidence)
    return (name, turns) if right >= max(FEW, USUAL * len(evidence.informative_calls)) else None


def _by_values(evidence: Evidence) -> Iterator[Players]:
    name, turns = learn_turns(evidence) or ("", Turns())
    if name == "in turn":
        pair = turns if CHANCE in turns.values() else {}
        how = f"{turns[1].name} takes turns with it" if pair else "the players take turns"
        words = (f"{turns[0].name} begins and {how}",)
        yield Players("max", turns=pair, first=turns[0], is_learned=True, words=words)
    elif name == "function":
        words = (f"by the values {turns_in_words(turns)}",)
        yield Players("max", "function", turns=turns, is_learned=True, words=words)
    elif name:
        yield _by_variable(evidence, name, turns)


def _by_values_beside_chance(evidence: Evidence) -> Iterator[Players]:
    """Yield who moves beside chance where two players, by a variable's words or by its name, take the greatest."""
    below = [value for one in evidence.informative_calls for value in one.below]
    for name, keys in evidence.readings.items():
        counts = evidence.modes(keys)
        players = [key for key, count in counts.items() if judge_turn(None, count, 1).turn != CHANCE]
        if len(counts) == len(players) or not all(_takes_greatest(counts[key]) for key in players):
            continue
        words = [key[-1] if isinstance(key, tuple) else key for key in players]
        sides = [side for word in words if isinstance(word, str) and (side := guesses.side(word)) is not None]
        # Values that are good for one and bad for the other are those of no single player, nor of two who help.
        is_named = re.split(r"[,.]", name)[-1].lower().strip("_") in _NAMED and min(below) < 0 < max(below)
        if len(players) == len(OTHER) and (is_named or {*sides} == {*OTHER}):
            movers = zip(players, sides if {*sides} == {*OTHER} else OTHER, strict=True)
            yield _by_variable(evidence, name, dict.fromkeys(counts, CHANCE) | dict(movers), OR_TURN)


def _by_variable(evidence: Evidence, name: str, turns: Turns, guess: str = "") -> Players:
    """Return who moves by the values of a variable, beside functions that are chance's."""
    name, chance = name.removeprefix(FUNCTION), [code for code in evidence.codes if code in turns]
    assumption = turns_in_words({key: turn for key, turn in turns.items() if key not in chance})
    words = [f"{name} says who moves (by the values {assumption}){guess}"]
    words += [turns_in_words({code: CHANCE}) for code in chance]
    variables = {code: name for code in evidence.codes if code not in chance}
    return Players("max", "variable", variables, turns, is_learned=not guess, words=tuple(words))


def _by_text(evidence: Evidence) -> Iterator[Players]:
    """Yield who moves by what functions and conditions do, by arguments that are named for it or that take turns."""
    codes, texts = evidence.codes, evidence.texts
    kinds = {code: text.kinds([text.root]) for code, text in texts.items()}
    turns: Turns = {code: Turn[min(kind).upper()] for code, kind in kinds.items() if len(kind) == 1}
    if len(turns) == len(codes) and len(set(turns.values())) == len(BOTH):
        yield Players(
            "max", "function", turns=turns, is_learned=True, words=(f"by their text {turns_in_words(turns)}",)
        )
    if (named := named_players(evidence)) is not None:
        yield Players("max", "variable", *named, words=("the argument for the player says who moves",))
    yield from _by_conditions(evidence)
    for path, keys in evidence.variables.items():
        often = HALF if path.lower().lstrip("_") in _NUMBERED else SURELY
        is_argument = all(path in parameters(code) for code in codes)
        is_known = len(set(keys)) == len(OTHER) and NONE not in keys
        if is_argument and is_known and len(evidence.edges) >= MANY and evidence.changing(keys) >= often:
            turns = assign_turns(evidence, keys)[0]
            said = f"{path} says who moves{who_is_who(evidence, keys, turns)}{OR_TURN}"
            yield Players("max", "variable", dict.fromkeys(codes, path), turns, words=(said,))


def _by_conditions(evidence: Evidence, least: int = 0) -> Iterator[Players]:
    """Yield who moves by a variable by which a condition decides between the greatest and the least.

    Args:
        evidence: the values.
        least: how many of them must bear it out, and more than contradict it.
    """
    texts = [*evidence.texts.values()]
    sides = [one for text in texts for one in text.sides]
    asked = {ast.unparse(part) for test, _kind in sides for part in ast.walk(test) if isinstance(part, ast.expr)}
    for path in evidence.paths:
        keys = evidence.keys(path) if path in asked else []
        if NONE in keys or not len(OTHER) <= len(set(keys)) <= TRIED:
            continue
        held = {key: key for key in keys}
        if (first := _first_again(texts, path)) is not None and {*map(type, keys)} == {int} and first not in held:
            held[max(keys)] = first  # type: ignore[type-var]  # they are ints
        turns, modes = _side_by(sides, held, path), evidence.modes(keys)
        chance = {key for key in turns if judge_turn(key, modes.get(key, Counter()))[0] == CHANCE}
        turns |= dict.fromkeys(chance, CHANCE)
        judged = [
            (turns[key], one.mode)
            for one in evidence.informative_calls
            if (key := keys[one.number]) in turns.keys() - chance
        ]
        right = sum(mode == turn.name.lower() for turn, mode in judged)
        wrong = sum(mode in (*BOTH, "mean") for turn, mode in judged) - right
        if {*OTHER} <= {*turns.values()} and right >= max(least, wrong):
            said = f"{path} says who moves (by the text {turns_in_words(turns)}){OR_TURN}"
            yield Players("max", "variable", dict.fromkeys(evidence.codes, path), turns, words=(said,))


def _first_again(texts: Iterable[Text], path: Path) -> int | None:
    """Return the number that functions put in the place of a variable's last one, as 0 where `agent == count`."""
    for node in (part for text in texts for part in ast.walk(text.root) if isinstance(part, ast.If)):
        for targets, value in assignments(node.body) if path in names_in(node.test) else ():
            if path in map(ast.unparse, targets) and isinstance(value, ast.Constant) and type(value.value) is int:
                return value.value
    return None


def _side_by(sides: Iterable[tuple[ast.expr, str]], held: Mapping[Hashable, Hashable], path: Path) -> Turns:
    """Return who moves by what a variable holds, as conditions on it decide; nothing unless they tell both players.

    Args:
        sides: the conditions, each with what is taken where it holds.
        held: what the variable holds as a call begins, each with what it is as the conditions are asked.
        path: the variable.
    """
    for test, kind in sides:
        holds = {key: truth_of(test, path, value) for key, value in held.items()}
        if set(holds.values()) == {True, False}:
            other = next(iter(BOTH - {kind}))
            return {key: Turn[(kind if true else other).upper()] for key, true in holds.items()}
    return {}


def turns_in_words(turns: Turns) -> str:
    """Return who is which player."""
    names = {key: key.co_name if isinstance(key, CodeType) else repr(key) for key in turns}
    return ", ".join(f"{names[key]} is {turn.name}" for key, turn in turns.items())


def who_is_who(evidence: Evidence, keys: Keys, turns: Turns) -> str:
    """Return in words who is which player, or that it is no more than a choice where no value tells it."""
    is_learned = any(judge_turn(None, count).turn is not None for count in evidence.modes(keys).values())
    if len(turns) == len(OTHER) and not is_learned:
        return f" (no value tells who is MAX: {next(iter(turns))!r} is chosen)"
    return f": {turns_in_words(turns)}"


def in_turn(keys: Keys) -> Turns:
    """Return who moves by something that is one of two where values are the mover's: MAX begins. Else nothing.

    >>> in_turn(["ann", "bob", "ann"]), in_turn(["ann"])
    ({'ann': <Turn.MAX: 1>, 'bob': <Turn.MIN: -1>}, {})
    """
    known = dict.fromkeys(key for key in keys if key is not NONE)
    return dict(zip(known, OTHER, strict=True)) if len(known) == len(OTHER) else {}
