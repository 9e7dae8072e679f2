"""How likely the outcomes of chance are: by what the caller held as it searched each, or by the values alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import floor, isfinite, trunc
from types import CodeType

import numpy as np
from numpy.typing import NDArray

from tracer.deciding.call import Log, Path
from tracer.deciding.returned import is_number, plain_number
from tracer.deciding.thresholds import DIGITS, FEW, HALF, TINY


@dataclass(frozen=True)
class Weights:
    """How the outcomes of one function's chance nodes are weighed."""

    name: str | None = None
    """The caller's variable that holds a weight while an outcome is searched."""
    whole: bool = False
    """Whether what it holds adds up to 1."""
    bare: bool = False
    """Whether the values are multiplied with what it holds though that does not add up to 1, by a mistake."""
    by_place: Mapping[int, tuple[float, ...]] | None = None
    """The weights by the number of outcomes, in their order; None where all are equally likely."""
    rounded: bool = False
    """Whether the means are rounded to whole numbers."""

    def of(self, fractions: Sequence[float | None]) -> list[float] | None:
        """The weights of a node's outcomes, their probabilities unless they are bare; None where they are not known.

        Args:
            fractions: what the variable held at each.
        """
        if self.name is not None:
            known = [one for one in fractions if one is not None]
            total = sum(known)
            if self.bare:
                return known if len(known) == len(fractions) else None
            if self.whole and abs(total - 1) > TINY:
                return None  # a cutoff left some
            return [one / total for one in known] if len(known) == len(fractions) and total > 0 else None
        if self.by_place is None:
            return [1 / len(fractions)] * len(fractions)
        found = self.by_place.get(len(fractions))
        return None if found is None else list(found)

    def bear_out(self, value: float, below: Sequence[float], weights: Sequence[float]) -> bool:
        """Whether a value is the weighted mean of those below, rounded if the means are rounded.

        >>> Weights().bear_out(2.5, [1, 4], [0.5, 0.5]), Weights().bear_out(2.5, [1, 4], [0.4, 0.6])
        (True, False)
        """
        mean = sum(one * weight for one, weight in zip(below, weights, strict=True))
        if not self.rounded:
            return abs(mean - value) <= TINY * max(1.0, abs(value), *map(abs, below))
        mean = round(mean, DIGITS)
        return value in (floor(mean), trunc(mean), round(mean))


def fraction(value: object) -> float | None:
    """What may be a probability, or a part of one; None for anything else.

    >>> fraction(0.25), fraction(1), fraction(2), fraction(True), fraction("0.5")
    (0.25, 1.0, None, None, None)
    """
    if type(value) is bool or not is_number(value):
        return None
    number = plain_number(value)
    return float(number) if number is not None and 0 < number <= 1 else None


def weights_of(
    log: Log, places: Mapping[CodeType, Path], chance: Collection[int], turned: Collection[int] = ()
) -> dict[CodeType, Weights]:
    """How each function's outcomes are weighed, as far as the values determine it."""
    nodes: dict[CodeType, list[_Node]] = {}
    for number, value, values in log.inner(log.values(places)):
        if number in chance and all(map(isfinite, values)):
            children = log.below[number]
            below = tuple(-one if child in turned else one for child, one in zip(children, values, strict=True))
            fractions = tuple(log.calls[child].fractions for child in children)
            nodes.setdefault(log.calls[number].code, []).append(_Node(value, below, fractions))
    found = {code: _weights(ones) for code, ones in nodes.items()}
    return {code: weights for code, weights in found.items() if weights is not None}


@dataclass(frozen=True)
class _Node:
    value: float
    below: tuple[float, ...]
    held: tuple[Mapping[str, float], ...]
    """The fractions that the caller held at each outcome."""

    @property
    def tells(self) -> bool:
        return len(set(self.below)) > 1


def _weights(nodes: list[_Node]) -> Weights | None:
    """The first way of weighing that the nodes bear out whose outcomes differ in value; None if there is none."""
    names = dict.fromkeys(name for node in nodes for fractions in node.held for name in fractions)
    sums = {name: [sum(one.get(name, 0.0) for one in node.held) for node in nodes] for name in names}
    bare = [Weights(name, bare=True) for name in names if max(sums[name]) > 1 + TINY]  # a cutoff may leave less than 1
    for one in (Weights(), *bare, *(Weights(name, whole) for name in names for whole in (True, False))):
        if _fits(one, nodes):
            return one
    found = {}
    for size in {len(node.below) for node in nodes}:
        alike = [node for node in nodes if len(node.below) == size and node.tells]
        weights = solved(
            np.array([node.below for node in alike]).reshape(-1, size), np.array([node.value for node in alike])
        )
        if weights is not None and abs(weights.sum() - 1) < TINY * size:
            found[size] = tuple(round(float(one), DIGITS) for one in weights)
    if found:
        return Weights(by_place=found)
    rounded = (Weights(name, whole=True, rounded=True) for name in names)
    return next((one for one in rounded if _fits(one, nodes)), None)


def _fits(weights: Weights, nodes: list[_Node]) -> bool:
    good = possible = 0
    for node in nodes:
        if not node.tells:
            continue
        fractions = [None if weights.name is None else one.get(weights.name) for one in node.held]
        known = weights.of(fractions)
        possible += known is not None or not weights.whole  # else a cutoff left outcomes
        good += known is not None and weights.bear_out(node.value, node.below, known)
    needed = possible if not weights.whole else HALF * possible  # the last one may have been cut inside
    return good >= FEW and good >= needed


FITS = 1e-7
"""What weights that were worked out may miss, as a part of the values."""


def solved(
    below: NDArray[np.float64], values: NDArray[np.float64], *, some_left_out: bool = False
) -> NDArray[np.float64] | None:
    """Return the only positive weights with which values follow from those below them, a row each.

    None where there are none, or too few rows to tell. Some of them may be 0 if `some_left_out`.
    """
    finite = np.isfinite(below).all(axis=1) & np.isfinite(values)
    below, values, width = below[finite], values[finite], below.shape[1]
    if width < 2 or len(below) < width + FEW:
        return None
    found, _, rank, _ = np.linalg.lstsq(below, values, rcond=None)
    weights = found.astype(np.float64)
    if some_left_out:
        weights[np.abs(weights) < FITS] = 0.0
    missed = np.abs(below @ weights - values) > FITS * (1 + np.abs(values))
    is_wrong = (weights < 0) | ((weights == 0) & (not some_left_out))
    return None if rank < width or missed.any() or is_wrong.any() else weights
