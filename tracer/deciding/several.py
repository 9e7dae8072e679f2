"""Searches of more than two players: what a call returns has a value for each of them, and who moves takes its best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable

from tracer.deciding.call import Log, Path
from tracer.deciding.players import Players
from tracer.deciding.seen_values import NONE, Evidence, Keys
from tracer.deciding.thresholds import FEW, SEVERAL, SURELY
from tracer.games.rules import CHANCE, MAX, Turn

_Inner = tuple[int, tuple[float, ...], list[tuple[float, ...]]]
"""A call, what it returned, and what those below it did."""


def several_players(log: Log) -> tuple[Path, Players] | None:
    """Where the value of the one is who moves first, and who moves; None where there are not so many players.

    The others are neither MAX nor MIN to that one, who gets whatever they leave: they stand as chance does.
    """
    lengths = {call.length for call in log.calls if call.numbers is not None}
    count = next(iter(lengths), 0)
    if len(lengths) != 1 or count < FEW:
        return None
    inner = _inner(log, count)
    if len(inner) < SEVERAL or sum(value in below for _number, value, below in inner) < SURELY * len(inner):
        return None
    evidence = Evidence(log, dict.fromkeys(log.codes(), "[0]"))
    for name, keys in evidence.readings.items():
        if name in ("in turn", "function") or "," in name or NONE in keys:
            continue
        whose = _whose(inner, keys, count)
        if whose is None:
            continue
        mine = whose.get(keys[0])
        if mine is None:
            continue
        turns: dict[Hashable, Turn] = {key: MAX if whose.get(key) == mine else CHANCE for key in set(keys)}
        said = f"{count} players: the value is the first one's, MAX, to whom the others stand as chance does"
        words = (f"{said}, and {name} says who moves",)
        return f"[{mine}]", Players(
            "max", "variable", dict.fromkeys(log.codes(), name), turns, learned=True, words=words
        )
    return None


def _inner(log: Log, count: int) -> list[_Inner]:
    """The calls whose value and children's are known, of which not all are alike."""
    places = [f"[{place}]" for place in range(count)]
    at = [
        tuple(call.numbers[place] for place in places) if call.numbers and call.numbers.keys() >= set(places) else None
        for call in log.calls
    ]
    found: list[_Inner] = []
    for number, children in enumerate(log.below):
        value, below = at[number], [one for child in children if (one := at[child]) is not None]
        if value is not None and len(set(below)) > 1 and len(below) == len(children):
            found.append((number, value, below))
    return found


def _whose(inner: list[_Inner], keys: Keys, count: int) -> dict[Hashable, int] | None:
    """Whose best is taken at each key, where that is one and the same and there are several such players."""
    best: dict[Hashable, Counter[int]] = {}
    times: Counter[Hashable] = Counter()
    for number, value, below in inner:
        times[keys[number]] += 1
        for place in range(count):
            best.setdefault(keys[number], Counter())[place] += value[place] == max(one[place] for one in below)
    able = {key: [place for place in range(count) if best[key][place] >= SURELY * times[key]] for key in best}
    whose: dict[Hashable, int] = {}
    for key in sorted(able, key=lambda key: len(able[key])):  # those that leave a choice last
        free = [place for place in able[key] if place not in whose.values()] or able[key]
        if not free:
            return None
        whose[key] = free[0]
    return whose if len(set(whose.values())) >= FEW else None
