"""What searches with certain faults return where their children are right, and which of them explains a trace.

A signature predicts a node's value from its children's. It can be told from a sound search only where that differs
from the best child's value. It is believed where it holds at nearly all those nodes and explains most of the nodes
that are wrong: one node may be so by chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from tracer.diagnosis.case import INFINITY
from tracer.diagnosis.choices import Choice
from tracer.diagnosis.finding import Disease
from tracer.games.rules import MAX, MIN

NEARLY = 0.9
"""Of the nodes where a signature could show, the part at which it must hold."""
MOST = 0.8
"""Of the nodes that are wrong, the part that it must explain."""
_ROUNDING = 1e-9
_WON = 50
"""Values from which on people take a step off them."""
_DISCOUNTS = (0.9, 0.95, 0.98, 0.99, 0.999)
"""The parts of a value that people leave it on its way up."""
SIDES = ((MAX, MIN), (MAX,), (MIN,))
"""A fault may be in the moves of both players or of one."""
STAND_INS = frozenset(
    sign * (whole - less)
    for whole in (*(10**power for power in range(2, 19)), 2**15, 2**31, 2**63)
    for less in (0, 1)
    for sign in (1, -1)
) | {INFINITY, -INFINITY}
"""Numbers that people write where they mean infinity."""

Predict = Callable[[Choice], float | None]
"""What a search with the fault returns, but for the window of a fail-hard one; None where that is not known."""


class Signature(NamedTuple):
    """A fault, by what it does to values."""

    disease: Disease
    predict: Predict
    natural: Callable[[Choice], bool] = lambda choice: True
    """Whether the fault may be believed of a single node."""


class Explanation(NamedTuple):
    """A signature with the wrong nodes that it explains."""

    signature: Signature
    nodes: list[Choice]
    held: float
    """At which part of the nodes where it could have shown it did."""


def turned_over(choice: Choice) -> float:
    """The best of the children's values, each with the wrong sign."""
    return -min(choice.values) if choice.turn == MAX else -max(choice.values)


def last(choice: Choice) -> float:
    """The value of the last child, whatever the others were."""
    return choice.values[-1]


def other_end(choice: Choice) -> float | None:
    """The end of the window at which the player may stop, though nothing reaches it."""
    return None if choice.reaches(choice.best) else choice.far


def started_too_well(choices: Iterable[Choice]) -> Predict:
    """Best begins at a number that is better for the mover than real values: the commonest such number."""
    start = _commonest(one for one in choices if one.turn * one.value > one.turn * one.best)

    def predict(choice: Choice) -> float | None:
        begun = start.get(choice.turn)
        return None if begun is None else choice.turn * max(choice.turn * begun, choice.turn * choice.best)

    return predict


def taken_the_worst(choices: Iterable[Choice]) -> Predict:
    """The worst child's value is taken, from the commonest of the numbers that are worse than all children on."""
    start = _commonest(one for one in choices if one.turn * one.value < one.turn * one.worst)

    def predict(choice: Choice) -> float:
        begun = start.get(choice.turn, choice.worst)
        return choice.turn * min(choice.turn * begun, choice.turn * choice.worst)

    return predict


def left_too_early(choices: Iterable[Choice]) -> Predict:
    """The child that reaches the end of the window is not counted among the values."""
    start = _commonest(one for one in choices if len(one.values) == 1 and one.reaches(one.best))

    def predict(choice: Choice) -> float | None:
        if not choice.reaches(choice.values[-1]):
            return None
        if len(choice.values) == 1:
            return start.get(choice.turn)
        before = choice.values[:-1]
        return max(before) if choice.turn == MAX else min(before)

    return predict


def _commonest(choices: Iterable[Choice]) -> dict[int, float]:
    """The commonest value of each player's nodes."""
    counts: dict[int, Counter[float]] = {MAX: Counter(), MIN: Counter()}
    for choice in choices:
        counts[choice.turn][choice.value] += 1
    return {turn: counter.most_common(1)[0][0] for turn, counter in counts.items() if counter}


def explain(signatures: list[Signature], choices: list[Choice], wrong: Collection[int]) -> Iterator[Explanation]:
    """The signatures that explain the wrong nodes, those that explain most first."""
    shown = [(signature, _shown(signature, choices)) for signature in signatures]
    left = set(wrong)
    while left:
        found = [
            explanation
            for signature, shows in shown
            for turns in SIDES
            if (explanation := _explained(signature, shows, turns, choices, left)) is not None
        ]
        if not found:
            return
        best = max(found, key=lambda one: (len(one.nodes), one.held))
        yield best
        left -= {choice.node for choice in best.nodes}


def _shown(signature: Signature, choices: list[Choice]) -> list[bool | None]:
    """For each node whether the signature holds there; None where it cannot be told from a sound search."""
    found: list[bool | None] = []
    for choice in choices:
        predicted = signature.predict(choice)
        if predicted is None or predicted == choice.best:
            found.append(None)
            continue
        sick, sound = choice.value in choice.returns(predicted), choice.value in choice.returns(choice.best)
        found.append(None if sick and sound else sick)
    return found


def _explained(
    signature: Signature, shows: list[bool | None], turns: tuple[int, ...], choices: list[Choice], wrong: set[int]
) -> Explanation | None:
    """The wrong nodes of these players that a signature explains; None where it is not to be believed."""
    told = held = affected = 0
    explained: list[Choice] = []
    for choice, holds in zip(choices, shows, strict=True):
        if choice.turn not in turns:
            continue
        affected += choice.node in wrong
        if holds is None:
            continue
        told += 1
        held += holds
        if holds and choice.node in wrong:
            explained.append(choice)
    if not explained or held < NEARLY * told or len(explained) < MOST * affected:
        return None
    if len(explained) == 1 and not signature.natural(explained[0]):
        return None
    return Explanation(signature, explained, held / told)


def shrinks(choices: list[Choice]) -> bool:
    """Whether values are made smaller on their way up, always in the same way, as some searches do on purpose.

    By a part of them, or by a step. Values that are too small to be wins may stay as they are.
    """
    seen: dict[float, float] = {}
    for choice in choices:
        if abs(seen.setdefault(choice.best, choice.value) - choice.value) > _ROUNDING:
            return False
    rising = sorted((best, value) for best, value in seen.items() if abs(best) < INFINITY)
    smaller = [(best, value) for best, value in rising if abs(best) - abs(value) > _ROUNDING]
    steps = [abs(best) - abs(value) for best, value in smaller]
    parts = [value / best for best, value in smaller]
    usual = [abs(step - 1) < _ROUNDING and abs(best) >= _WON for step, (best, _) in zip(steps, smaller, strict=True)]
    usual += [abs(part - discount) < _ROUNDING for part in parts for discount in _DISCOUNTS]
    if not smaller or (len(smaller) < 2 and not any(usual)):
        return False
    if any(one[1] > other[1] + _ROUNDING for one, other in pairwise(rising)):
        return False
    regular = any(max(sizes) - min(sizes) <= _ROUNDING for sizes in (steps, parts))
    strict = len({value for _, value in rising}) == len(rising) > 2
    return (regular or (strict and len(smaller) == sum(best != 0 for best in seen))) and all(
        best * value >= 0 and abs(value) <= abs(best) for best, value in rising
    )
