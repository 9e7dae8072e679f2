"""Whose values a search returns, and who moves at its calls: of all hypotheses the one that is worth the most.

A hypothesis explains a part of the values by those below them, and has a price. Where the values are MAX's something
tells MAX's calls from MIN's and from chance's; where they are the mover's something tells which are turned over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, permutations, product
from operator import itemgetter
from types import CodeType

from tracer.deciding import guesses
from tracer.deciding.answers_taken import compared_elements, negates, unread
from tracer.deciding.backed_up_values import Inner
from tracer.deciding.call import IS, IS_NONE, Log, Path, plain
from tracer.deciding.players import OTHER, Dice, Players, has_changed, named_players
from tracer.deciding.position_parts import several_numbers, snapshot_of
from tracer.deciding.seen_values import NONE, Evidence, Keys
from tracer.deciding.sides import best_reading, minimax_players
from tracer.deciding.thresholds import CERTAIN, FEW, HALF, MANY, RARELY, SEVERAL, SOME, SURELY, TRIED, USUAL
from tracer.games.rules import CHANCE, MAX, MIN, Turn
from tracer.text import number

_MOVERS = ("turn", "player", "to_move", "current_player", "mover")
"""What is called after whoever moves."""
_AGAIN = "a negamax in which a player may move again: values are the mover's"

PRICES = {
    "swapped": -CERTAIN,  # the text hands a window on swapped and negated
    "arrives": -USUAL,  # a window arrives so at the calls
    "passed wrongly": -RARELY,  # the same, but nearly all values are those of a MAX and a MIN
    "called": -USUAL,  # a function is called a negamax
    "negated": -SOME,  # the text negates what was returned
    "named": SOME,  # the same, but functions are named for the players
    "plain": SOME,  # the text negates nothing, or cannot be read
    "flag": CERTAIN,  # it negates nothing, and each function has a flag that is named for MAX or a player
    "again": RARELY,  # somebody may move again: this is to explain more than if values were always negated
    "alone": HALF,  # all calls take the greatest value, in MAX's view
}
"""What a hypothesis costs, beside that of a MAX and a MIN: the mover's view by what speaks for it or against it."""


Hypothesis = tuple[float, Players]
"""The part of the values that follow from those below, less the price, and whose values calls return."""


def decide_players(evidence: Evidence, view: str | None, game_turns: Sequence[Turn | None] | None) -> Players:
    """Who moves, and whose values they are."""
    scored_hypotheses = [
        (score, players) for score, players in _hypotheses(evidence, view) if view in (None, players.view)
    ]
    players = max(scored_hypotheses, key=itemgetter(0))[1]  # the first of the best
    assumptions = players.words if view is None else ()
    if players.view == "max":
        players = next(minimax_players(evidence, has_game=game_turns is not None))
        return replace(players, words=(*assumptions, *players.words), handoffs=evidence.handoffs)
    if players.turn_source == "in turn":
        players = _negamax(evidence, game_turns, replace(players, words=assumptions))
    return replace(players, sum_of_values=evidence.passing.sum_of_values, handoffs=evidence.handoffs)


def _hypotheses(evidence: Evidence, view: str | None) -> list[Hypothesis]:
    """All that are worth a try: others than the first three only where these leave something unexplained.

    What only some values bear out counts for nothing where the text speaks against it, nor do few values.
    """
    every, reason = len(evidence.worth), _reason(evidence)
    price, enough = PRICES[reason], every > FEW
    right, negated = best_reading(evidence)[2], sum(one.negated for one in evidence.worth)
    never = sum(one.value == max(one.below) for one in evidence.worth)
    if reason == "swapped":
        right = never = 0
    right += sum(one.mode != "neither" for one in evidence.worth if not one.tells) if right else 0
    sides = right / every if enough and len(evidence.informative_calls) > FEW and right >= HALF * every else 0
    if reason == "arrives" and sides >= USUAL:
        price = PRICES["passed wrongly"]
    alone = never / every if enough and never >= USUAL * every else 0
    turned = negated / every if enough and (price < 0 or negated >= USUAL * every) else 0
    unsure = abs(max(sides, alone) - turned) <= SOME and not evidence.by_name and unread(evidence.codes)
    plain = Players(
        words=("values are MAX's" + (' (no source to look at: view="mover" for a negamax)' if unsure else ""),)
    )
    arrives = reason == "arrives" and not negates(evidence.with_between, evidence.kept)
    ends = f", as {', '.join(evidence.turned or ())} arrive swapped and negated" if arrives else ""
    negamax = Players("mover", words=(f"a negamax{ends}: values are the mover's",))
    found = [(sides, plain), (alone - PRICES["alone"], plain), (turned - price, negamax)]
    if view != "max" and enough and max(sides + price, turned) < 1 - RARELY:
        found += [*_moving_again(evidence, price, never), *_dice(evidence, price)]
    return found


def _reason(evidence: Evidence) -> str:
    """Return what speaks for the mover's view, or against it: a key of `PRICES`."""
    if any(map(guesses.turned_arguments, evidence.codes)):
        return "swapped"
    if evidence.turned is not None:
        return "arrives"
    if not evidence.by_name and any("nega" in code.co_name.lower() for code in evidence.codes):
        return "called"
    if negates(evidence.with_between, evidence.kept):
        return "named" if evidence.by_name else "negated"
    return "flag" if len(evidence.flags) == len(evidence.codes) and not unread(evidence.codes) else "plain"


def _moving_again(evidence: Evidence, price: float, never: int) -> Iterator[Hypothesis]:
    """Yield who moves in a negamax in which a player may move again: what is negated is where the other one moves."""
    every, codes = len(evidence.worth), evidence.codes
    found: list[tuple[Players, Keys, str]] = []
    for name, keys in evidence.variables.items():
        if len(set(keys)) == len(OTHER):
            turns, assumption = dict.fromkeys(keys, MIN) | {keys[0]: MAX}, f"{_AGAIN}, and {name} says who that is"
            players = Players("mover", "variable", dict.fromkeys(codes, name), turns, words=(assumption,))
            found.append((players, keys, "another"))
    several = dict(islice(several_numbers(evidence.log).items(), TRIED)) if every >= MANY else {}
    pairs = product((f"{one},{other}" for one, other in permutations(several, 2)), ("swapped", "swapped and negated"))
    for path, change in (*((path, "negated") for path, values in several.items() if min(values) < 0), *pairs):
        assumption = f"{_AGAIN}, and the other one moves where {path} {'is' if ',' not in path else 'are'} {change}"
        players = Players("mover", "changes", dict.fromkeys(codes, path), change=change, words=(assumption,))
        found.append((players, [snapshot_of(call, path, NONE) for call in evidence.log.calls], change))
    for players, keys, change in found:
        other = _others(evidence, keys, change)
        right = sum(one.value == max(_values_below(evidence, one, other)) for one in evidence.worth)
        if right >= (SURELY if players.change else USUAL) * every and right > never + RARELY * every:
            yield right / every - (price + PRICES["again"]), players


def _others(evidence: Evidence, keys: Keys, change: str = "another") -> list[bool]:
    """Return whether somebody else moves at each call than at its caller, by how something changes."""
    made = enumerate(evidence.log.calls)
    return [call.above >= 0 and has_changed(change, keys[call.above], keys[number]) for number, call in made]


def _values_below(evidence: Evidence, one: Inner, other: Sequence[bool]) -> list[float]:
    """Return the values below a call as they are seen from there: negated where somebody else moves."""
    below = zip(evidence.log.below[one.number], one.below, strict=True)
    return [-value if other[child] else value for child, value in below]


def _dice(evidence: Evidence, price: float) -> Iterator[Hypothesis]:
    """Yield where chance moves in a negamax, unless its window arrives as a player's.

    At a call of chance's the value is between those below, and at a player's it is the best of them: both as they are
    seen from there, as they are or negated. With a window bounds are among the values, so that this fits by chance
    where nothing in the text turns them over.
    """
    codes, every = evidence.codes, len(evidence.log)
    ends = [(abs(one.value), {abs(max(one.below)), abs(min(one.below))}) for one in evidence.worth if one.tells]
    if (strange := sum(value not in known for value, known in ends)) < FEW or evidence.turned is not None:
        return
    windowed = any(map(guesses.window, codes))
    if windowed and not negates(codes, evidence.kept) and not unread(codes):
        return
    owners: dict[str | None, list[Sequence[bool]]] = {None: [[False] * every, [True] * every]}
    owners |= {name: [_others(evidence, keys)] for name, keys in evidence.owners.items()}
    for name in sorted(evidence.readings, key=lambda name: name == "in turn"):
        for player, others in owners.items() if "," not in name or name.startswith("function") else ():
            found = None if player == name else _fit(evidence, name, player, others, windowed=windowed)
            if found is None or found[1] < (USUAL if strange >= SEVERAL else SURELY):
                continue
            dice, right = found
            view = "the mover's, or the roller's"
            words = [f"a negamax with dice: values are {view}, and chance moves {_where(dice)}"]
            words += [] if player is None else [f"{player} says whose they are"]
            variables = {} if dice.path is None else dict.fromkeys(codes, dice.path)
            players = Players("mover", "dice", variables, is_learned=True, words=tuple(words), dice=dice)
            yield right - price, players


def _fit(
    evidence: Evidence, name: str, player: str | None, others: list[Sequence[bool]], *, windowed: bool
) -> tuple[Dice, float] | None:
    """Where chance moves by one variable, and whose values they are by another one; and how well that fits."""
    kinds: dict[Hashable, list[Inner]] = {}
    for one in evidence.worth:
        kinds.setdefault(evidence.readings[name][one.number], []).append(one)
    values_by_key = {
        key: [[(one.value, _values_below(evidence, one, other)) for one in ones] for other in others]
        for key, ones in kinds.items()
    }
    found = {key: kind for key, ways in values_by_key.items() if (kind := _kind(ways, windowed=windowed)) is not None}
    chance = frozenset(key for key, (is_chance, _turns, _fits) in found.items() if is_chance)
    turning = frozenset(key for key, (_is_chance, turns, _fits) in found.items() if turns)
    if not chance or len(chance) == len(found) or not (turning or player):
        return None
    return Dice(name, chance, turning, player), sum(fits for *_, fits in found.values()) / len(evidence.worth)


def _kind(ways: list[list[tuple[float, list[float]]]], *, windowed: bool) -> tuple[bool, bool, int] | None:
    """Whether calls of one kind are chance's, whether values below are turned over, and how many bear that out.

    Args:
        ways: the values with those below, as they are and perhaps turned over.
        windowed: whether a value may be beyond those below.
    """
    best, means = (0, True), (0, True, 0, 0)
    for way, values_and_below in enumerate(ways):
        best = max(best, (sum(value == max(below) for value, below in values_and_below), not way))
        between = sum(min(below) < value < max(below) for value, below in values_and_below)
        alike = sum({value} == set(below) for value, below in values_and_below)
        outside = [not min(below) <= value <= max(below) for value, below in values_and_below if len(set(below)) > 1]
        means = max(means, (between + alike, not way, between, between + alike + windowed * sum(outside)))
    if best[0] >= max(means[3], USUAL * len(ways[0])):
        return False, not best[1], best[0]
    *_, between, fits = means
    return None if between < FEW or fits < USUAL * len(ways[0]) else (True, not means[1], fits)


def _where(dice: Dice) -> str:
    if dice.kind == "in turn":
        return "in turn with the players"
    if dice.kind == "function":
        return f"in {', '.join(plain(code) for code in dice.chance if isinstance(code, CodeType))}"
    if IS in dice.kind:
        return f"where {dice.kind} is {' or '.join(map(str, dice.chance))}"
    chance_keys = [None if key else "something" for key in dice.chance] if dice.kind.endswith(IS_NONE) else dice.chance
    return f"where {dice.kind.removesuffix(IS_NONE)} is {' or '.join(map(str, chance_keys))}"


def _negamax(evidence: Evidence, game_turns: Sequence[Turn | None] | None, players: Players) -> Players:
    """Who moves where every value is the mover's: nothing in the values tells it."""
    total = evidence.passing.sum_of_values
    if total:
        assumption = f"the values of both players add up to {number(total)}: a trace has MAX's"
        players = replace(players, words=(*players.words, assumption))
    if game_turns is not None:
        return replace(players, turn_source="game")
    if (named := named_players(evidence)) is not None:
        variables, turns = named
        signs = all(path.lower().strip("_") in ("color", "colour", "sign") for path in variables.values())
        if signs or len(set(turns.values())) > 1:  # else the player whose move is looked for, perhaps
            path = variables[evidence.log.calls[0].code]
            if turns[evidence.log.calls[0].entry_values[path]] == MIN:
                players = replace(players, words=(*players.words, f"MIN begins, by {path}"))
            return replace(players, turn_source="variable", variables=variables, turns=turns)
    calls = evidence.log.calls
    edges = [pair for pair in evidence.edges if (calls[pair[0]].code, calls[pair[1]].code) not in evidence.handoffs]
    for path, keys in evidence.readings.items():  # a negamax that negates all the same has the values wrong
        last = path.rpartition(".")[2].lower().lstrip("_")
        same = sum(keys[above] == keys[below] for above, below in edges)
        if last in _MOVERS and len(set(keys)) == len(OTHER) and FEW <= same <= len(edges) - FEW:
            turns, words = dict.fromkeys(keys, MIN) | {keys[0]: MAX}, f"{path} says who moves ({keys[0]!r} is MAX)"
            players = replace(players, variables=dict.fromkeys(evidence.codes, path), words=(*players.words, words))
            return replace(players, turn_source="variable", turns=turns)
    return players


def decide_several_players(log: Log) -> tuple[Path, Players] | None:
    """Return where the value of the first player is, and who moves; None if the calls show no third player.

    A call returns a number for each player, and takes over what the move returned that is best for whoever moves. The
    other players are neither MAX nor MIN to the first one, who gets whatever they leave: they are recorded as chance.
    """
    returned = [call for call in log.calls if call.numbers is not None]
    places = list(returned[0].numbers or ()) if returned else []
    count = len(places)
    if compared_elements(log.codes()):
        return None  # the text says which of the numbers is the value
    if count < FEW or any((call.numbers or {}).keys() != {*places} or call.length > count for call in returned):
        return None
    at = [None if call.numbers is None else tuple(call.numbers[place] for place in places) for call in log.calls]
    inner = [(number, value, below) for number, value, below in log.inner(at) if len(set(below)) > 1]
    if sum(value in below for _number, value, below in inner) < SURELY * len(inner):
        return None
    for name, keys, cycle in _variables(log, places):
        moves_of = Counter(keys[number] for number, *_ in inner)
        best_of = Counter(
            (keys[number], player)
            for number, value, below in inner
            for player in range(count)
            if value[player] == max(one[player] for one in below)
        )
        candidates = {
            key: {player: times for player in range(count) if (times := best_of[key, player]) >= SURELY * moves_of[key]}
            for key in moves_of
        }
        mover_at = _assign_players(candidates)
        if len(set(mover_at.values())) >= FEW and (first := mover_at.get(keys[0])) is not None:
            turns: dict[Hashable, Turn] = {key: MAX if mover_at.get(key) == first else CHANCE for key in keys}
            assumption = f"{count} players: the value is the first one's, MAX, to whom the others stand as chance does"
            words = (f"{assumption}, and {name} says who moves",)
            variables = dict.fromkeys(log.codes(), name)
            return places[first], Players("max", "variable", variables, turns, cycle, is_learned=True, words=words)
    return None


def _variables(log: Log, places: list[Path]) -> Iterator[tuple[Path, Keys, int]]:
    """Yield what may tell who moves: its name, a key for each call, and `Players.cycle`.

    Of a number that goes up or down by one with each move, the key is its remainder by the number of players.
    """
    for name in log.calls[0].entry_values:
        numbers = [one for call in log.calls if type(one := call.entry_values.get(name)) is int]
        if len(numbers) == len(log.calls) and all(
            abs(call.entry_values[name] - above.entry_values[name]) == 1 for above, call in log.edges()
        ):
            yield name, [one % len(places) for one in numbers], len(places)
    for name, keys in Evidence(log, dict.fromkeys(log.codes(), places[0])).variables.items():
        if NONE not in keys:
            yield name, keys, 0


def _assign_players(candidates: dict[Hashable, dict[int, int]]) -> dict[Hashable, int]:
    """Return who moves at each key: the player whose best is taken there most often; nobody where a key has none."""
    mover_at: dict[Hashable, int] = {}
    while left := candidates.keys() - mover_at.keys():
        assigned = {*mover_at.values()}
        choices = {key: len(candidates[key].keys() - assigned) or len(candidates) for key in candidates if key in left}
        key = min(choices, key=lambda one: choices[one])  # those that leave a choice last
        if not candidates[key]:
            return {}
        mover_at[key] = max(candidates[key], key=lambda player: (candidates[key][player], player not in assigned))
    return mover_at
