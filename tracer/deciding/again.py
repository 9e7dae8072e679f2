"""A negamax in which a player may move again: who moves is told by a variable, or by how some change with a call."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import permutations

from tracer.deciding.arrivals import ends_of, several_numbers
from tracer.deciding.call import Path
from tracer.deciding.players import OTHER, Players, changed, told_by
from tracer.deciding.seen_values import Evidence, Inner, Keys, agreeing
from tracer.deciding.thresholds import FEW, MANY, RARELY, SURELY, TRIED, USUAL
from tracer.games.rules import MAX, MIN

_SAID = "a negamax in which a player may move again: values are the mover's"


def moving_again(evidence: Evidence) -> Players | None:
    """A negamax in which a player may move again: what is negated is where the other one moves."""
    worth = [one for one in evidence.inner if one.tells or one.value]
    negated = sum(one.negated for one in worth)
    plain = max((agreeing(evidence.modes(name).values()) for name in evidence.readings), default=0)
    plain += sum(one.mode != "neither" for one in worth if not one.tells)
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
