"""Whose values a search returns, and who moves at each call: seen in its values, or else told by names."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from types import CodeType

from tracer.deciding import guesses
from tracer.deciding.again import moving_again
from tracer.deciding.call import IS_NONE, Path, plain
from tracer.deciding.dice import Dice, with_dice
from tracer.deciding.players import Players, as_named, player_named
from tracer.deciding.seen_values import Evidence, agreeing
from tracer.deciding.sides import decide_minimax, from_modes, learn
from tracer.deciding.thresholds import FEW, HALF, SURE, USUAL
from tracer.games.rules import Turn
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
        return dice
    if view != "max" and (again := moving_again(evidence)) is not None:
        return again
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
    telling = [one for one in evidence.inner if one.tells or one.value]
    negated = sum(one.negated for one in telling)
    single = [name for name in evidence.readings if "," not in name]
    alike = {name: agreeing(evidence.modes(name).values()) for name in single}
    equal = sum(one.mode != "neither" for one in telling if not one.tells)
    plain = max((alike[name] + equal for name in single if _two_sided(evidence, name)), default=0)
    negates = not evidence.by_name and guesses.negates(evidence.codes)
    most = max(alike.values(), default=0) + equal
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
    if any(map(guesses.window, codes)) and not guesses.negates(codes) and not guesses.unread(codes):
        return None
    found = with_dice(evidence)
    if found is None:
        return None
    dice, right = found
    if (learned := learn(evidence, FEW)) is not None:
        worth = [one for one in evidence.inner if one.tells or one.value]
        plain_ones = agreeing(evidence.modes(learned[0]).values())
        plain_ones += sum(one.mode != "neither" for one in worth if not one.tells)
        if plain_ones >= right * len(worth):
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
    variables: dict[CodeType, Path] = {}
    turns: dict[Hashable, Turn] = {}
    for call in evidence.log.calls:
        path = variables.get(call.code) or player_named(call.code)
        if path is None or (mover := as_named(path, call)) is None:
            return Players("mover", words=words)
        variables[call.code] = path
        turns[call.seen[path]] = mover
    signs = all(path.lower().strip("_") in ("color", "colour", "sign") for path in variables.values())
    if len(set(turns.values())) < 2 and not signs:  # the player whose move is looked for, perhaps
        return Players("mover", words=words)
    return Players("mover", "variable", variables, turns, words=words)
