"""Whose values a search returns, who moves at each call, and whether it is a game's: by values, or else by names."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import permutations
from types import CodeType

from tracer.deciding import guesses
from tracer.deciding.answers_taken import BOTH, negates, text_of, unread, uses_its_window
from tracer.deciding.backed_up_values import Inner
from tracer.deciding.call import IS_NONE, Path, parameters, plain
from tracer.deciding.function_text import called_name, names_of, text_of_function, truth_of
from tracer.deciding.players import OTHER, Dice, Players, changed, named_players, told_by
from tracer.deciding.seen_values import NONE, Evidence, Keys, agreeing, several_numbers
from tracer.deciding.sides import decide_minimax, from_modes, learn
from tracer.deciding.thresholds import FEW, HALF, MANY, RARELY, SEVERAL, SURE, SURELY, TRIED, USUAL
from tracer.deciding.turned_arguments import turned_arguments
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
    if view is None and _decides_by_its_flag(evidence):
        return decide_minimax(evidence, game_turns, ["values are MAX's"])
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


def _decides_by_its_flag(evidence: Evidence) -> bool:
    """Whether each function has a flag that is called after MAX or a player, asks for it, and negates no value."""
    if len(evidence.flags) < len(evidence.codes) or evidence.turned or negates(evidence.with_between, evidence.kept):
        return False
    texts = {code: text_of_function(code) for code in evidence.codes}
    return all(
        text is not None
        and any(
            truth_of(node.test, evidence.flags[code], True) is not None
            for node in text.parts
            if isinstance(node, ast.If | ast.IfExp)
        )
        for code, text in texts.items()
    )


def _point_of_view(evidence: Evidence) -> tuple[str, str]:
    """Whose values, and what to say of it."""
    if any(map(turned_arguments, evidence.codes)):
        return "mover", "a negamax: values are the mover's"
    telling = evidence.worth
    negated = sum(one.negated for one in telling)
    single = [name for name in evidence.readings if "," not in name]
    both = [name for name in single if _two_sided(evidence, name)]
    plain = evidence.agreeing(both) if both else 0
    most = evidence.agreeing(single)
    named = any("nega" in code.co_name.lower() for code in evidence.codes)
    every, few = len(telling), len(telling) <= FEW
    if not few and most >= USUAL * every and every - negated >= SURE * every and not named:
        return "max", "values are MAX's"
    needed = every * (USUAL if negated > plain else HALF)
    if not few and abs(negated - plain) > every - SURE * every and max(negated, plain) >= needed:
        return ("mover", "a negamax: values are the mover's") if negated > plain else ("max", "values are MAX's")
    if not evidence.by_name and negates(evidence.with_between, evidence.kept):
        return "mover", "a negamax: values are the mover's"
    no_source = not evidence.by_name and unread(evidence.codes)
    return "max", "values are MAX's" + (' (no source to look at: view="mover" for a negamax)' if no_source else "")


def _dice(evidence: Evidence) -> Players | None:
    """A negamax in which chance moves, too, unless values that are all MAX's fit as well.

    With a window bounds are among the values, so that these fit by chance where nothing in the text turns them over, or
    where each call hands its window on as a player does.

    At a call of chance's the value is between those below, and at a player's it is the best of them: both as they are
    seen from there, as they are or negated.
    """
    codes = evidence.codes
    if evidence.turned is not None:
        return None
    if any(map(guesses.window, codes)) and not negates(codes, evidence.kept) and not unread(codes):
        return None
    ends = [(abs(one.value), {abs(max(one.below)), abs(min(one.below))}) for one in evidence.worth if one.tells]
    if (strange := sum(value not in known for value, known in ends)) < FEW:
        return None
    dice, right = None, 0.0
    for name in sorted(evidence.readings, key=lambda name: name == "in turn"):
        if "," in name and not name.startswith("function"):
            continue
        for player in (None, *(owner for owner in _owners(evidence) if owner != name)):
            found = _fit(evidence, name, player)
            if found is not None and found[1] > right + (RARELY if dice is not None else 0):
                dice, right = found
    learned = learn(evidence)
    fits = 0 if learned is None else evidence.agreeing((learned[0],))
    if (
        dice is None
        or right < (USUAL if strange >= SEVERAL else SURELY)
        or (learned and fits >= right * len(evidence.worth))
    ):
        return None
    words = [f"a negamax with dice: values are the mover's, or his who rolls, and chance moves {_where(dice)}"]
    if dice.player is not None:
        words.append(f"{dice.player} says whose they are")
    variables = {} if dice.path is None else dict.fromkeys(evidence.codes, dice.path)
    return Players("mover", "dice", variables, learned=True, words=tuple(words), dice=dice)


def _owners(evidence: Evidence) -> Iterator[str]:
    """The variables that may say whose values they are, elements of a position among them."""
    for name, keys in (evidence.readings | evidence.elements).items():
        if name not in ("function", "in turn") and "," not in name and " " not in name and len(set(keys) - {NONE}) == 2:
            yield name


def _fit(evidence: Evidence, name: str, player: str | None) -> tuple[Dice, float] | None:
    """Where chance moves by one variable, and whose values they are by another one; and how well that fits."""
    kinds: dict[Hashable, list[Inner]] = {}
    for one in evidence.worth:
        kinds.setdefault(evidence.readings[name][one.number], []).append(one)
    found = {key: kind for key, ones in kinds.items() if (kind := _kind(evidence, ones, player)) is not None}
    chance = frozenset(key for key, (is_chance, _turns, _fits) in found.items() if is_chance)
    turning = frozenset(key for key, (_is_chance, turns, _fits) in found.items() if turns)
    if not chance or len(chance) == len(found) or not (turning or player):
        return None
    return Dice(name, chance, turning, player), sum(fits for *_, fits in found.values()) / len(evidence.worth)


def _kind(evidence: Evidence, ones: list[Inner], player: str | None) -> tuple[bool, bool, int] | None:
    """Whether calls of one kind are chance's, whether values below are turned over, and how many bear that out.

    With a window a value may be beyond those below.
    """
    windowed, keys = any(map(guesses.window, evidence.codes)), None if player is None else evidence.players_at(player)
    best, means = (0, True), (0, True, 0, 0)
    for as_it_is in (True, False) if player is None else (True,):
        turned = _is_another(keys, always=not as_it_is)
        seen = [(one.value, _values_below(evidence, one, turned)) for one in ones]
        best = max(best, (sum(value == max(below) for value, below in seen), as_it_is))
        between = sum(min(below) < value < max(below) for value, below in seen)
        alike = sum({value} == set(below) for value, below in seen)
        outside = [not min(below) <= value <= max(below) for value, below in seen if len(set(below)) > 1]
        means = max(means, (between + alike, as_it_is, between, between + alike + windowed * sum(outside)))
    if best[0] >= max(means[3], USUAL * len(ones)):
        return False, not best[1], best[0]
    *_, between, fits = means
    return None if between < FEW or fits < USUAL * len(ones) else (True, not means[1], fits)


def _where(dice: Dice) -> str:
    if dice.kind == "in turn":
        return "in turn with the players"
    if dice.kind == "function":
        return f"in {', '.join(plain(code) for code in dice.chance if isinstance(code, CodeType))}"
    held = [None if key else "something" for key in dice.chance] if dice.kind.endswith(IS_NONE) else dice.chance
    return f"where {dice.kind.removesuffix(IS_NONE)} is {' or '.join(map(str, held))}"


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
    if (named := named_players(evidence)) is not None:
        variables, turns = named
        signs = all(path.lower().strip("_") in ("color", "colour", "sign") for path in variables.values())
        if signs or len(set(turns.values())) > 1:  # else the player whose move is looked for, perhaps
            return Players("mover", "variable", variables, turns, words=words)
    return _by_attribute(evidence, words) or Players("mover", words=words)


def _by_attribute(evidence: Evidence, words: tuple[str, ...]) -> Players | None:
    """Return who moves by what is called after whoever moves, where some calls are for the same one as their callers'.

    No value tells it there: a negamax that negates all the same has them wrong.
    """
    calls = evidence.log.calls
    edges = [pair for pair in evidence.edges if (calls[pair[0]].code, calls[pair[1]].code) not in evidence.handed]
    for path, keys in evidence.readings.items():
        named = path.rpartition(".")[2].lower().lstrip("_") in ("turn", "player", "to_move", "current_player", "mover")
        same = sum(keys[above] == keys[below] for above, below in edges)
        if named and len(set(keys)) == len(OTHER) and FEW <= same <= len(edges) - FEW:
            turns = dict.fromkeys(keys, MIN) | {keys[0]: MAX}
            said = f"{path} says who moves ({keys[0]!r} is MAX)"
            return Players("mover", "variable", dict.fromkeys(evidence.codes, path), turns, words=(*words, said))
    return None


_AGAIN = "a negamax in which a player may move again: values are the mover's"


def moving_again(evidence: Evidence) -> Players | None:
    """Return who moves in a negamax in which a player may move again: what is negated is where the other one moves."""
    worth, calls, codes = evidence.worth, evidence.log.calls, evidence.codes
    negated = sum(one.negated for one in worth)
    plain = 0 if any(map(turned_arguments, codes)) else evidence.agreeing(evidence.readings)
    if len(worth) <= FEW or max(negated, plain) >= (1 - RARELY) * len(worth):
        return None
    most, found = 0, None
    for name, keys in evidence.readings.items():
        if name in ("in turn", "function") or "," in name or len(set(keys)) != len(OTHER):
            continue
        if (right := _right(evidence, _is_another(keys))) > most:
            turns, said = dict.fromkeys(keys, MIN) | {keys[0]: MAX}, f"{_AGAIN}, and {name} says who that is"
            most, found = right, Players("mover", "variable", dict.fromkeys(codes, name), turns, words=(said,))
    for path, change in _changing(evidence) if len(worth) >= MANY else ():
        right = _right(evidence, partial(_is_changed, change, [told_by(call, path) for call in calls]))
        if right > most and right >= SURELY * len(worth):
            said = f"{_AGAIN}, and the other one moves where {path} {'is' if ',' not in path else 'are'} {change}"
            most, found = right, Players("mover", "changes", dict.fromkeys(codes, path), change=change, words=(said,))
    return found if most >= USUAL * len(worth) and most > max(negated + len(worth) * RARELY, plain) else None


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


def _is_another(keys: Keys | None, *, always: bool = False) -> Callable[[int, int], bool]:
    """Return whether somebody else moves at a call below another: where a key changes; without keys at all or none."""
    return lambda above, below: always if keys is None else keys[above] != keys[below]


def _is_changed(how: str, told: Keys, above: int, below: int) -> bool:
    return changed(how, told[above], told[below])


def _values_below(evidence: Evidence, one: Inner, turned: Callable[[int, int], bool]) -> list[float]:
    """Return the values below a call as they are seen from there: negated where somebody else moves."""
    below = zip(evidence.log.below[one.number], one.below, strict=True)
    return [-value if turned(one.number, child) else value for child, value in below]


def _right(evidence: Evidence, turned: Callable[[int, int], bool]) -> int:
    """Return at how many calls the value is the best of those below, turned round where the other one moves."""
    return sum(one.value == max(_values_below(evidence, one, turned)) for one in evidence.worth)


_WHO_MOVES = re.compile(r"player|(?<!re)turn|mover|to_?move(?![a-z])|joueur|jugador|spieler", re.IGNORECASE)
"""In the name of a function, what says that it tells who moves; a side and a colour may be anything's."""
_OF_GAMES = re.compile(
    r"mini?max|nega_?max|nega_?scout|alpha_?beta|expecti|maximi[sz](er|ing)|minimi[sz](er|ing)|pvs|mtdf?$|opponent"
)


def chooses_for_two(evidence: Evidence) -> bool:
    """Return whether the text of a search's functions chooses for two players, which the calls bear out.

    What somebody moves earns may be added on the way up, so that no value is one of those below it. So it is the text
    that tells: of two functions one takes the greatest and the other the least; a condition decides between the two,
    and something takes turns, or it asks a function who moves; or what is chosen from is negated or subtracted first,
    as in a negamax, perhaps in a function that only makes the move.
    """
    names = names_of(evidence.with_between)
    texts = [text for code in evidence.codes if (text := text_of(code, names, evidence.kept)) is not None]
    pure = {next(iter(kinds)) for text in texts if len(kinds := text.kinds([text.root])) == 1}
    if pure == BOTH or (len(pure) == 1 and negates(evidence.with_between, evidence.kept)):
        return True
    sides = (test for text in texts for test, _ in text.sides)
    return any(text.is_two_sided for text in texts) and (evidence.takes_turns or any(map(_names_a_player, sides)))


def _names_a_player(test: ast.expr) -> bool:
    """Return whether a condition calls what is named for who moves, as `game.player() == X` does."""
    return any(isinstance(node, ast.Call) and _WHO_MOVES.search(called_name(node.func)) for node in ast.walk(test))


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
    if view == "mover" and sum(one.negated for one in evidence.worth) >= max(1, HALF * len(evidence.worth)):
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
    return True if evidence.telling and evidence.takes_turns else None


def _is_named(code: CodeType) -> bool:
    names = [name.lower() for name in (code.co_name, *parameters(code))]
    player = guesses.turn_argument(code) or guesses.argument(code, ("player", "to_move", "current_player", "colour"))
    return player is not None or any(map(_OF_GAMES.search, names))
