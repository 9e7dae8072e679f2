"""Whose values a search returns, and who moves at its calls: of all hypotheses the one that is worth the most.

A hypothesis explains a part of the values by those below them, and has a price. Where the values are MAX's something
tells MAX's calls from MIN's and from chance's; where they are the mover's something tells which are turned over.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import permutations
from types import CodeType

from tracer.deciding import guesses
from tracer.deciding.answers_taken import negates, unread
from tracer.deciding.backed_up_values import Inner
from tracer.deciding.call import IS_NONE, Path, plain
from tracer.deciding.function_text import text_of_function, truth_of
from tracer.deciding.players import OTHER, Dice, Players, changed, named_players, told_by
from tracer.deciding.position_parts import several_numbers
from tracer.deciding.seen_values import NONE, Evidence, Keys
from tracer.deciding.sides import decide_minimax, whose
from tracer.deciding.thresholds import CERTAIN, FEW, HALF, MANY, RARELY, SEVERAL, SOME, SURELY, TRIED, USUAL
from tracer.deciding.turned_arguments import turned_arguments
from tracer.games.rules import MAX, MIN, Turn
from tracer.text import number

_MOVERS = ("turn", "player", "to_move", "current_player", "mover")
"""What is called after whoever moves."""
_AGAIN = "a negamax in which a player may move again: values are the mover's"


@dataclass(frozen=True)
class Hypothesis:
    """Whose values calls return."""

    share: float
    """The part of the values that tell something which follow from those below."""
    price: float
    """What that has to be worth more than another's; below 0 where the text speaks for it."""
    players: Players
    """Who moves, where the values tell that as well, with what to say."""

    @property
    def worth(self) -> float:
        """What is left of the share."""
        return self.share - self.price


def decide_players(evidence: Evidence, view: str | None, game_turns: Sequence[Turn | None] | None) -> Players:
    """Who moves, and whose values they are.

    Args:
        evidence: what the values tell.
        view: whose values they are, if that was said.
        game_turns: who moves at each call by the rules of a game; None where there is none.
    """
    found = [one for one in _hypotheses(evidence, view) if view in (None, one.players.view)]
    players = max(found, key=lambda one: one.worth).players  # the first of the best
    words = players.words if view is None else ()
    if players.view == "max":
        return decide_minimax(evidence, game_turns, list(words))
    players = replace(players, total=evidence.passing.total)
    return players if players.by != "in turn" else _negamax(evidence, game_turns, replace(players, words=words))


def _hypotheses(evidence: Evidence, view: str | None) -> list[Hypothesis]:
    """All that are worth a try: others than the first two only where both leave something unexplained."""
    every, (lean, why) = len(evidence.worth), _lean(evidence)
    most, negated = _most_by_sides(evidence), sum(one.negated for one in evidence.worth)
    few = every <= FEW
    sides = 0 if few or most < HALF * every or lean == CERTAIN else most / every
    turned = 0 if few or (lean < 0 and negated < USUAL * every) else negated / every
    unsure = abs(sides - turned) <= SOME and (few or negated > SOME * every)
    said = (
        ' (no source to look at: view="mover" for a negamax)'
        if unsure and not evidence.by_name and unread(evidence.codes)
        else ""
    )
    found = [
        Hypothesis(sides, 0, Players("max", words=(f"values are MAX's{said}",))),
        Hypothesis(turned, -lean, Players("mover", words=(f"a negamax{why}: values are the mover's",))),
    ]
    if view != "max" and not few and max(sides - lean, turned) < 1 - RARELY:
        found += [*_moving_again(evidence, lean), *_dice(evidence, lean)]
    return found


def _most_by_sides(evidence: Evidence) -> int:
    """Return how many values are the best of those below or the worst, by what tells both from one another best."""
    told = [whose(evidence, keys) for name, keys in evidence.readings.items() if "," not in name]
    right = max((one.right for one in told if one.by_values), default=0) if len(evidence.telling) > FEW else 0
    return right and right + sum(one.mode != "neither" for one in evidence.worth if not one.tells)


def _lean(evidence: Evidence) -> tuple[float, str]:
    """How much more than MAX's view the text and the windows let one expect the mover's, and why if not by the text."""
    if any(map(turned_arguments, evidence.codes)):
        return CERTAIN, ""
    turned = negates(evidence.with_between, evidence.kept)
    if evidence.turned is not None:
        return USUAL, "" if turned else f", as {', '.join(evidence.turned)} arrive swapped and negated"
    if not turned and _decides_by_its_flag(evidence):
        return -CERTAIN, ""
    return SOME if turned and not evidence.by_name else -SOME, ""


def _decides_by_its_flag(evidence: Evidence) -> bool:
    """Whether each function has a flag that is called after MAX or a player, and asks for it."""
    if len(evidence.flags) < len(evidence.codes):
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


def _moving_again(evidence: Evidence, lean: float) -> Iterator[Hypothesis]:
    """Yield who moves in a negamax in which a player may move again: what is negated is where the other one moves."""
    worth, codes = evidence.worth, evidence.codes
    never = 0 if lean == CERTAIN else sum(one.value == max(one.below) for one in worth)

    def hypothesis(turned: Turned, players: Players, needed: float) -> Iterator[Hypothesis]:
        right = sum(one.value == max(_values_below(evidence, one, turned)) for one in worth)
        if right >= needed * len(worth) and right > never + RARELY * len(worth):
            yield Hypothesis(right / len(worth), RARELY - lean, players)

    for name, keys in evidence.readings.items():
        if name not in ("in turn", "function") and "," not in name and len(set(keys)) == len(OTHER):
            turns, said = dict.fromkeys(keys, MIN) | {keys[0]: MAX}, f"{_AGAIN}, and {name} says who that is"
            players = Players("mover", "variable", dict.fromkeys(codes, name), turns, words=(said,))
            yield from hypothesis(_is_another(keys), players, USUAL)
    for path, change in _changing(evidence) if len(worth) >= MANY else ():
        told = [told_by(call, path) for call in evidence.log.calls]
        said = f"{_AGAIN}, and the other one moves where {path} {'is' if ',' not in path else 'are'} {change}"
        players = Players("mover", "changes", dict.fromkeys(codes, path), change=change, words=(said,))
        yield from hypothesis(partial(_is_changed, change, told), players, SURELY)


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


Turned = Callable[[int, int], bool]
"""Whether values are turned over between a call and one below, by their numbers."""


def _is_another(keys: Keys | None, *, always: bool = False) -> Turned:
    """Return whether somebody else moves at a call below another: where a key changes; without keys at all or none."""
    return lambda above, below: always if keys is None else keys[above] != keys[below]


def _is_changed(how: str, told: Keys, above: int, below: int) -> bool:
    return changed(how, told[above], told[below])


def _values_below(evidence: Evidence, one: Inner, turned: Turned) -> list[float]:
    """Return the values below a call as they are seen from there: negated where somebody else moves."""
    below = zip(evidence.log.below[one.number], one.below, strict=True)
    return [-value if turned(one.number, child) else value for child, value in below]


def _dice(evidence: Evidence, lean: float) -> Iterator[Hypothesis]:
    """Yield where chance moves in a negamax, unless its window arrives as a player's.

    At a call of chance's the value is between those below, and at a player's it is the best of them: both as they are
    seen from there, as they are or negated. With a window bounds are among the values, so that this fits by chance
    where nothing in the text turns them over.
    """
    codes = evidence.codes
    ends = [(abs(one.value), {abs(max(one.below)), abs(min(one.below))}) for one in evidence.worth if one.tells]
    if (strange := sum(value not in known for value, known in ends)) < FEW or evidence.turned is not None:
        return
    if any(map(guesses.window, codes)) and not negates(codes, evidence.kept) and not unread(codes):
        return
    for name in sorted(evidence.readings, key=lambda name: name == "in turn"):
        if "," in name and not name.startswith("function"):
            continue
        for player in (None, *(owner for owner in _owners(evidence) if owner != name)):
            found = _fit(evidence, name, player)
            if found is None or found[1] < (USUAL if strange >= SEVERAL else SURELY):
                continue
            dice, right = found
            words = [f"a negamax with dice: values are the mover's, or his who rolls, and chance moves {_where(dice)}"]
            words += [] if player is None else [f"{player} says whose they are"]
            variables = {} if dice.path is None else dict.fromkeys(codes, dice.path)
            players = Players("mover", "dice", variables, learned=True, words=tuple(words), dice=dice)
            yield Hypothesis(right, -lean, players)


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


def _negamax(evidence: Evidence, game_turns: Sequence[Turn | None] | None, players: Players) -> Players:
    """Who moves where every value is the mover's: nothing in the values tells it."""
    total = evidence.passing.total
    if total:
        said = f"the values of both players add up to {number(total)}: a trace has MAX's"
        players = replace(players, words=(*players.words, said))
    if game_turns is not None:
        return replace(players, by="game")
    if (named := named_players(evidence)) is not None:
        variables, turns = named
        signs = all(path.lower().strip("_") in ("color", "colour", "sign") for path in variables.values())
        if signs or len(set(turns.values())) > 1:  # else the player whose move is looked for, perhaps
            return replace(players, by="variable", variables=variables, turns=turns)
    calls = evidence.log.calls
    edges = [pair for pair in evidence.edges if (calls[pair[0]].code, calls[pair[1]].code) not in evidence.handed]
    for path, keys in evidence.readings.items():  # a negamax that negates all the same has the values wrong
        last = path.rpartition(".")[2].lower().lstrip("_")
        same = sum(keys[above] == keys[below] for above, below in edges)
        if last in _MOVERS and len(set(keys)) == len(OTHER) and FEW <= same <= len(edges) - FEW:
            variables, told = dict.fromkeys(evidence.codes, path), dict.fromkeys(keys, MIN) | {keys[0]: MAX}
            words = (*players.words, f"{path} says who moves ({keys[0]!r} is MAX)")
            return replace(players, by="variable", variables=variables, turns=told, words=words)
    return players
