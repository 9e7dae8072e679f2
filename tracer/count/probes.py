"""How many nodes lie below the positions of one ply, estimated ply by ply, with an honest margin.

Crowds go down as in `estimate`, all of them one ply at a time, so that what is known when they are stopped is known of
whole plies. A move that is played is chosen at random within its share of the weights: moves at even distances would be
the same column at every position of a board on which each has as many.

The margin is that of Student's t over the crowds, wide enough for skewed ones, and never less than the rule of three
allows: where n positions were looked at and none of a kind was met, so many as 3 in n may be of that kind (95 in 100:
Hanley & Lippman-Hand 1983). Crowds that agree are thus no certainty, as long as one of them left something out.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from random import Random
from typing import Any

from tracer.count.estimate import BATCHES, CROWD
from tracer.count.layers import EXACT, TooMany

SKEWED = 2.861
"""Standard errors to either side: 99 in 100 of Student's t of 20 crowds. Few lines have many descendants, so that what
crowds say is skewed, and 95 in 100 of t held but some 90 estimates of 100 at deep plies: with these it is 95."""
FEWEST = 16
"""Positions of a crowd at one ply, at least, however far it has to go."""
FAR = 40
"""Plies for which the moves that may be looked at are to be enough, where nobody knows how many there are."""
GREATEST = 1e300
"""Nodes at which floats end, almost."""
UNSEEN = 3.0
"""A share of 3 in n is met by n looks 95 times in 100."""


@dataclass(frozen=True)
class Ways:
    """How lines of play go on."""

    children: Callable[[Any], Sequence[Any]]
    """The positions one move below another; none where the game is over."""
    some: Callable[[Any, Sequence[int]], Sequence[Any]]
    """Those of them with some numbers."""
    amount: Callable[[Any], int]
    """How many they are."""


@dataclass(frozen=True)
class Guess:
    """The nodes of one ply."""

    nodes: float
    margin: float
    """95 of 100 such estimates lie so near the truth."""
    exact: bool
    """Whether nothing was left out: then it is no estimate."""


Crowd = list[tuple[Any, float]]
"""Positions with their weights: how many nodes each stands for."""


def guesses(
    ways: Ways,
    roots: Sequence[tuple[Any, int]],
    plies: float,
    spend: Callable[[int], None],
    budget: int,
    seed: int = 0,
) -> Iterator[Guess]:
    """Nodes below some positions of one ply, by ply from the next one on, until none is met.

    Args:
        ways: how lines go on.
        roots: positions, each with the number of nodes for which it stands.
        plies: how many plies are counted; ∞ goes to the end of the game.
        spend: called again and again with how many moves were looked at since; may raise.
        budget: moves that may be looked at, about: by it the crowds are made as small as they have to be.
        seed: of the chance by which moves are chosen.

    Raises:
        TooMany: there are more nodes than a float can say.
    """
    if sum(lines for _, lines in roots) > GREATEST:
        raise TooMany
    luck = Random(f"{len(roots)} {plies} {seed}")
    first = [(state, float(lines)) for state, lines in roots]
    size, exact = _size(ways, first, min(plies, FAR), budget // BATCHES, luck), True
    crowds: list[Crowd] = []
    for _ in range(BATCHES):
        crowds.append([(first[place][0], weight) for place, weight in thin([one for _, one in first], size, luck)])
        exact = len(first) <= size
    ply = 0
    while ply < plies:
        amounts = [_amounts(ways, crowd, spend) for crowd in crowds]
        nodes = [_lines(crowd, some) for crowd, some in zip(crowds, amounts, strict=True)]
        if not any(nodes):
            return
        if max(nodes) > GREATEST / BATCHES:
            raise TooMany
        yield _guess(nodes, sum(amount > 0 for some in amounts for amount in some), exact=exact)
        ply += 1
        if ply < plies:
            exact = exact and sum(amounts[0]) <= size
            crowds = [_after(ways, crowd, some, size, luck) for crowd, some in zip(crowds, amounts, strict=True)]


def thin(weights: Sequence[float], size: int, luck: Random) -> list[tuple[int, float]]:
    """Places in weights with what each stands for: all where they are not too many, else one within each share."""
    if len(weights) <= size:
        return list(enumerate(weights))
    sums = list(accumulate(weights))
    share = sums[-1] / size
    return [(min(bisect_left(sums, share * (n + luck.random())), len(sums) - 1), share) for n in range(size)]


def _size(ways: Ways, roots: Crowd, plies: float, budget: int, luck: Random) -> int:
    """How many positions a crowd may have at each of so many plies."""
    some = [ways.amount(roots[place][0]) for place, _ in thin([weight for _, weight in roots], FEWEST, luck)]
    moves = max(1.0, sum(some) / len(some))
    return max(FEWEST, min(CROWD, int(budget / (max(1.0, plies) * moves))))


def _amounts(ways: Ways, crowd: Crowd, spend: Callable[[int], None]) -> list[int]:
    found = list[int]()
    for state, _ in crowd:
        found.append(ways.amount(state))
        spend(found[-1] + 1)
    return found


def _lines(crowd: Crowd, amounts: Sequence[int]) -> float:
    """How many nodes are one move below a crowd."""
    return sum(amount * weight for amount, (_, weight) in zip(amounts, crowd, strict=True))


def _after(ways: Ways, crowd: Crowd, amounts: Sequence[int], size: int, luck: Random) -> Crowd:
    """The crowd one ply below: of all its moves as many as it may have."""
    places = [place for place, amount in enumerate(amounts) for _ in range(amount)]
    firsts = [0, *accumulate(amounts)]
    chosen = thin([crowd[place][1] for place in places], size, luck)
    after: Crowd = []
    for place, played in groupby(chosen, lambda one: places[one[0]]):
        moves, weights = zip(*played, strict=True)
        children = ways.some(crowd[place][0], [move - firsts[place] for move in moves])
        after += zip(children, weights, strict=True)
    return after


def _guess(nodes: Sequence[float], looked: int, *, exact: bool) -> Guess:
    """The mean of the crowds and its margin.

    Args:
        nodes: what each crowd says.
        looked: positions, of all crowds together, from which these nodes come.
        exact: whether no crowd left anything out.
    """
    middle = sum(nodes) / len(nodes)
    if exact and middle < EXACT:
        return Guess(middle, 0.0, exact=True)
    spread = sum((one / middle - 1) ** 2 for one in nodes) / max(1, len(nodes) - 1)
    return Guess(middle, middle * max(SKEWED * math.sqrt(spread / len(nodes)), UNSEEN / looked), exact=False)
