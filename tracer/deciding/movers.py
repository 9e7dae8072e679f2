"""Whose values a search returns, who moves at each call, and whether it is a game's: by values, or else by names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import permutations
from types import CodeType

from tracer.deciding import guesses
from tracer.deciding.call import IS_NONE, Path, parameters, plain
from tracer.deciding.choices_in_text import chooses_for_two, takes_turns, uses_its_window
from tracer.deciding.dice import Dice, with_dice
from tracer.deciding.passing import ends_of, several_numbers
from tracer.deciding.players import OTHER, Players, changed, named_players, told_by
from tracer.deciding.seen_values import Evidence, Inner, Keys, agreeing
from tracer.deciding.sides import decide_minimax, from_modes, learn
from tracer.deciding.thresholds import FEW, HALF, MANY, RARELY, SEVERAL, SURE, SURELY, TRIED, USUAL
from tracer.games.rules import CHANCE, MAX, MIN, Turn
from tracer.text import number


def decide_players(evidence: Evidence, view: str | None, game_turns: Sequence[Turn | None] | None) -> Players:
    """Who moves, and whose values they are.

    Args:
        evidence: what the values tell.
        view: whose values they are, if that was said.
        game_turns: who moves at each call by the rules of a game; None where there is none.
    """
    words: list[str] = []
    if view != "max" and (dice := _dice(evidence)) is not None:
        return replace(dice, total=evidence.passing.total)
    if view != "max" and (again := moving_again(evidence)) is not None:
        return replace(again, total=evidence.passing.total)
    if view is None:
        view, said = _point_of_view(evidence)
        if view == "max" and evidence.turned is not None and not _sides_seen(evidence):
            ends = ", ".join(evidence.turned)
            view, said = "mover", f"a negamax, as {ends} arrive swapped and negated: values are the mover's"
        words.append(said)
    if view == "mover":
        total = evidence.passing.total
        if total:
            words.append(f"the values of both players add up to {number(total)}: a trace has MAX's")
        return replace(_negamax(evidence, game_turns, tuple(words)), total=total)
    return decide_minimax(evidence, game_turns, words)


def _point_of_view(evidence: Evidence) -> tuple[str, str]:
    """Whose values, and what to say of it."""
    telling = evidence.worth
    negated = sum(one.negated for one in telling)
    single = [name for name in evidence.readings if "," not in name]
    both = [name for name in single if _two_sided(evidence, name)]
    plain = evidence.agreeing(both) if both else 0
    negates = not evidence.by_name and guesses.negates(evidence.with_between, evidence.kept)
    most = evidence.agreeing(single)
    named = any("nega" in code.co_name.lower() for code in evidence.codes)
    every, few = len(telling), len(telling) <= FEW
    if not few and most >= USUAL * every and every - negated >= SURE * every and not named:
        return "max", "values are MAX's"
    needed = every * (USUAL if negated > plain else HALF)
    if not few and abs(negated - plain) > every - SURE * every and max(negated, plain) >= needed:
        negates = negated > plain
        return ("mover", "a negamax: values are the mover's") if negates else ("max", "values are MAX's")
    if negates:
        return "mover", "a negamax: values are the mover's"
    unread = not evidence.by_name and guesses.unread(evidence.codes)
    return "max", "values are MAX's" + (' (no source to look at: view="mover" for a negamax)' if unread else "")


def _dice(evidence: Evidence) -> Players | None:
    """A negamax in which chance moves, too, unless values that are all MAX's fit as well.

    With a window bounds are among the values, so that these fit by chance where nothing in the text turns them over, or
    where each call hands its window on as a player does.
    """
    codes = evidence.codes
    if evidence.turned is not None:
        return None
    if any(map(guesses.window, codes)) and not guesses.negates(codes, evidence.kept) and not guesses.unread(codes):
        return None
    found = with_dice(evidence)
    if found is None:
        return None
    dice, right = found
    learned = learn(evidence)
    if learned is not None and evidence.agreeing((learned[0],)) >= right * len(evidence.worth):
        return None
    words = [f"a negamax with dice: values are the mover's, or his who rolls, and chance moves {_where(dice)}"]
    if dice.player is not None:
        words.append(f"{dice.player} says whose they are")
    variables = {} if dice.path is None else dict.fromkeys(evidence.codes, dice.path)
    return Players("mover", "dice", variables, learned=True, words=tuple(words), dice=dice)


def _where(dice: Dice) -> str:
    if dice.kind == "in turn":
        return "in turn with the players"
    if dice.kind == "function":
        return f"in {', '.join(plain(code) for code in dice.chance if isinstance(code, CodeType))}"
    kind = dice.kind.removesuffix(IS_NONE) if dice.kind.endswith(IS_NONE) else dice.kind
    held = [None if key else "something" for key in dice.chance] if kind != dice.kind else list(dice.chance)
    return f"where {kind} is {' or '.join(map(str, held))}"


def _sides_seen(evidence: Evidence) -> bool:
    """Whether some calls keep the best of their children's values and others the worst, as a variable tells them."""
    telling = [one for one in evidence.inner if one.tells]
    single = [name for name in evidence.readings if "," not in name and _two_sided(evidence, name)]
    most = max((agreeing(evidence.modes(name).values()) for name in single), default=0)
    return len(telling) > FEW and most >= USUAL * len(telling)


def _two_sided(evidence: Evidence, name: str) -> bool:
    """Whether there are both: values that are the best of the children's, and values that are the worst or the mean."""
    return from_modes(evidence.modes(name), set(evidence.readings[name])) is not None


def _negamax(evidence: Evidence, game_turns: Sequence[Turn | None] | None, words: tuple[str, ...]) -> Players:
    """Who moves where every value is the mover's: nothing in the values tells it."""
    if game_turns is not None:
        return Players("mover", "game", words=words)
    if (named := named_players(evidence)) is None:
        return Players("mover", words=words)
    variables, turns = named
    signs = all(path.lower().strip("_") in ("color", "colour", "sign") for path in variables.values())
    if len(set(turns.values())) < 2 and not signs:  # the player whose move is looked for, perhaps
        return Players("mover", words=words)
    return Players("mover", "variable", variables, turns, words=words)


_SAID = "a negamax in which a player may move again: values are the mover's"


def moving_again(evidence: Evidence) -> Players | None:
    """A negamax in which a player may move again: what is negated is where the other one moves."""
    worth = evidence.worth
    negated, plain = sum(one.negated for one in worth), evidence.agreeing(evidence.readings)
    if len(worth) <= FEW or max(negated, plain) >= (1 - RARELY) * len(worth):
        return None
    found = [one for one in (_by_variable(evidence, worth), _by_changes(evidence, worth)) if one is not None]
    if not found:
        return None
    most, players = max(found, key=lambda one: one[0])  # the first of the best
    return players if most >= USUAL * len(worth) and most > max(negated + len(worth) * RARELY, plain) else None


def _by_variable(evidence: Evidence, worth: list[Inner]) -> tuple[int, Players] | None:
    """The variable that says who moves, and at how many calls that is borne out."""
    most, found = 0, None
    for name, keys in evidence.readings.items():
        if name in ("in turn", "function") or "," in name or len(set(keys)) != len(OTHER):
            continue
        if _turned_at_one(evidence, keys):
            continue
        right = _right(evidence, worth, partial(_differ, keys))
        if right > most:
            most, found = right, name
    if found is None:
        return None
    keys = evidence.readings[found]
    turns = dict.fromkeys(keys, MIN) | {keys[0]: MAX}
    said = f"{_SAID}, and {found} says who that is"
    return most, Players("mover", "variable", dict.fromkeys(evidence.codes, found), turns, words=(said,))


def _by_changes(evidence: Evidence, worth: list[Inner]) -> tuple[int, Players] | None:
    """What is turned round where the other one moves, and at how many calls that is borne out."""
    calls = evidence.log.calls
    most, found = 0, None
    for path, change in _changing(evidence):
        right = _right(evidence, worth, partial(_change, change, [told_by(call, path) for call in calls]))
        if right > most:
            most, found = right, (path, change)
    if found is None or len(worth) < MANY or most < SURELY * len(worth):
        return None
    path, change = found
    said = f"{_SAID}, and the other one moves where {path} {'is' if ',' not in path else 'are'} {change}"
    return most, Players("mover", "changes", dict.fromkeys(evidence.codes, path), change=change, words=(said,))


def _changing(evidence: Evidence) -> Iterator[tuple[Path, str]]:
    """Numbers, and pairs of them, with how they may change."""
    held = several_numbers(evidence.log)
    several = list(held)[:TRIED]
    for path in several:
        if any(value < 0 for value in held[path]):
            yield path, "negated"
    for one, other in permutations(several, 2):
        yield f"{one},{other}", "swapped"
        yield f"{one},{other}", "swapped and negated"


def _differ(keys: Keys, above: int, below: int) -> bool:
    return keys[above] != keys[below]


def _change(how: str, told: Keys, above: int, below: int) -> bool:
    return changed(how, told[above], told[below])


def _right(evidence: Evidence, worth: list[Inner], turned: Callable[[int, int], bool]) -> int:
    """At how many calls the value is the best of those below, turned round where the other one moves."""
    right = 0
    for one in worth:
        below = zip(evidence.log.below[one.number], one.below, strict=True)
        right += one.value == max(-value if turned(one.number, child) else value for child, value in below)
    return right


def _turned_at_one(evidence: Evidence, keys: Keys) -> bool:
    """Whether windows are turned round where the same one moves again: he does not."""
    if (pair := evidence.turned) is None:
        return False
    calls = evidence.log.calls
    edges = [
        (above, below)
        for number, call in enumerate(calls)
        if call.above >= 0 and keys[number] == keys[call.above]
        and (above := ends_of(calls[call.above], pair)) is not None and (below := ends_of(call, pair)) is not None
    ]  # fmt: skip
    return 2 * sum(bool(below[0] == -above[1]) for above, below in edges) > len(edges)


_OF_GAMES = re.compile(
    r"mini?max|nega_?max|nega_?scout|alpha_?beta|expecti|maximi[sz](er|ing)|minimi[sz](er|ing)|pvs|mtdf?$|opponent"
)


def tells_of_players(evidence: Evidence, view: str, *, windowed: bool) -> bool | None:
    """Whether there are two sides: a best and a worst, or values that are negated on their way up, also in the text.

    Args:
        evidence: the values.
        view: whose values they seem to be: `"max"` or `"mover"`.
        windowed: whether the calls have a window.

    Returns:
        None if there is too little to tell by, and no name tells it.
    """
    branching = [one for one in evidence.inner if len(one.below) > 1]
    if (windowed and uses_its_window(evidence.with_between, evidence.kept)) or chooses_for_two(evidence):
        return True
    if not branching:
        return None if len(evidence.inner) < SEVERAL else False
    if view == "mover":
        negated = sum(one.negated for one in evidence.worth)
        if negated and negated >= HALF * len(evidence.worth):
            return True
    found = learn(evidence, 1)
    if found is not None:
        keys, turns = evidence.readings[found[0]], found[1]
        seen = {turns.get(keys[one.number]) for one in evidence.telling}
        modes = {one.mode for one in evidence.telling}
        if len(seen) > 1 and (CHANCE in seen or len(modes - {"neither"}) > 1):
            return True
    if evidence.by_name or any(map(_is_named, evidence.codes)):
        return True
    if len(evidence.telling) >= FEW:
        return False
    return True if evidence.telling and takes_turns(evidence) else None


def _is_named(code: CodeType) -> bool:
    names = [name.lower() for name in (code.co_name, *parameters(code))]
    player = guesses.turn_argument(code) or guesses.argument(code, ("player", "to_move", "current_player", "colour"))
    return player is not None or any(map(_OF_GAMES.search, names))
