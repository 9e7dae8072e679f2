"""Games of more than two players: whose value is recorded, and who moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator

from tracer.deciding.answers_taken import compared_elements
from tracer.deciding.call import Log, Path
from tracer.deciding.players import Players
from tracer.deciding.seen_values import NONE, Evidence, Keys
from tracer.deciding.thresholds import FEW, SURELY
from tracer.games.rules import CHANCE, MAX, Turn


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
            said = f"{count} players: the value is the first one's, MAX, to whom the others stand as chance does"
            words = (f"{said}, and {name} says who moves",)
            variables = dict.fromkeys(log.codes(), name)
            return places[first], Players("max", "variable", variables, turns, cycle, is_learned=True, words=words)
    return None


def _variables(log: Log, places: list[Path]) -> Iterator[tuple[Path, Keys, int]]:
    """Yield what may tell who moves: its name, a key for each call, and `Players.cycle`.

    Of a number that goes up or down by one with each move, the key is its remainder by the number of players.
    """
    for name in log.calls[0].seen:
        numbers = [one for call in log.calls if type(one := call.seen.get(name)) is int]
        if len(numbers) == len(log.calls) and all(
            abs(call.seen[name] - above.seen[name]) == 1 for above, call in log.edges()
        ):
            yield name, [one % len(places) for one in numbers], len(places)
    for name, held in Evidence(log, dict.fromkeys(log.codes(), places[0])).variables.items():
        if NONE not in held:
            yield name, held, 0


def _assign_players(candidates: dict[Hashable, dict[int, int]]) -> dict[Hashable, int]:
    """Return who moves at each key: the player whose best is taken there most often; nobody where a key has none.

    Args:
        candidates: the players whose best is surely taken at each key, each with how often it is.
    """
    mover_at: dict[Hashable, int] = {}
    while left := candidates.keys() - mover_at.keys():
        assigned = {*mover_at.values()}
        choices = {key: len(candidates[key].keys() - assigned) or len(candidates) for key in candidates if key in left}
        key = min(choices, key=lambda one: choices[one])  # those that leave a choice last
        if not candidates[key]:
            return {}
        mover_at[key] = max(candidates[key], key=lambda player: (candidates[key][player], player not in assigned))
    return mover_at
