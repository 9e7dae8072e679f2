"""How many nodes lie below some positions, estimated ply by ply, with an honest margin.

A lone random dive (Knuth 1975) multiplies the numbers of moves on its way. Few dives have nearly all the weight, so
their mean is mostly too small, and so is the error that they show. Here crowds go down, all of them one ply at a time:
a crowd looks at all moves at its positions, and of these so many are played as it is large, one at random within each
equal share of the weights; what was left out hands its weight on. This has no bias, and no line of play is lost where
the others end (the idea of stratified sampling: Chen 1992). What is known when they are stopped is of whole plies.

The margin is that of Student's t over the crowds, wide enough for skewed ones, and never less than the rule of three
allows: where n positions were looked at and none of a kind was met, so many as 3 in n may be of that kind (95 in 100:
Hanley & Lippman-Hand 1983). Crowds that agree are thus no certainty, as long as one of them left something out.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from random import Random
from typing import Any, NamedTuple

from tracer.count.layers import EXACT, LONGEST, TooMany
from tracer.games.rules import AnyGame, BuiltIn, blame, optional, rules

BATCHES = 20
"""Crowds."""
CROWD = 256
"""Positions of a crowd at one ply, at most."""
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
class Level:
    """The nodes of one ply as crowds find them."""

    nodes: list[float]
    """What each crowd says."""
    looked: int
    """Positions, of all crowds together, from which these nodes come."""
    exact: bool
    """Whether no crowd left anything out."""

    @property
    def mean(self) -> float:
        """What they say together."""
        return sum(self.nodes) / len(self.nodes)

    @property
    def unseen(self) -> float:
        """So many nodes may be of a kind that no crowd met."""
        return 0.0 if self.exact else self.mean * UNSEEN / self.looked


@dataclass(frozen=True)
class Guess:
    """The nodes of one ply."""

    nodes: float
    margin: float
    """95 of 100 such estimates lie so near the truth."""
    exact: bool
    """Whether nothing was left out: then it is no estimate."""


def ways_of(game: AnyGame, *, whole: bool) -> Ways:
    """How lines go on; quicker ways that some games know lead beyond draws by rule, unless the whole game is wanted."""
    base = rules(game, chance=True, search="perft")
    quick = isinstance(game, BuiltIn)

    def moves(state: Any) -> Sequence[Any]:
        if base.utility(state) is not None:
            return ()
        if not quick:
            base.turn(state)  # which refuses what is no player, and chance without its outcomes
        return base.moves(state, math.inf)

    def played(state: Any) -> Sequence[Any]:
        return [base.play(state, move) for move in moves(state)]

    def some(state: Any, numbers: Sequence[int]) -> Sequence[Any]:
        found = moves(state)
        return [base.play(state, found[number]) for number in numbers]

    def amount(state: Any) -> int:
        return len(moves(state))

    children, mobility = (optional(game, name) if quick else None for name in ("children", "mobility"))
    if children is None or mobility is None:
        return Ways(played, some, amount)

    def onward(state: Any) -> Sequence[Any]:
        return () if whole and base.utility(state) is not None else children(state)

    return Ways(
        onward,
        lambda state, numbers: [*map(onward(state).__getitem__, numbers)],
        lambda state: 0 if whole and base.utility(state) is not None else mobility(state),
    )


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
    starts = [{0: crowd} for crowd in crowds]
    for _, level in descend(ways, starts, plies, spend, luck, size=size, exact=exact):
        yield _guess(level)


def descend(
    ways: Ways,
    starts: Sequence[Mapping[int, Crowd]],
    last: float,
    spend: Callable[[int], None],
    luck: Random,
    *,
    size: int = CROWD,
    exact: bool = True,
) -> Iterator[tuple[int, Level]]:
    """What crowds find below some positions, with its ply, ply by ply until no move is met.

    Args:
        ways: how lines go on.
        starts: of each crowd the positions at which it begins, by ply.
        last: the ply at which lines end.
        spend: called again and again with how many moves were looked at since; may raise.
        luck: by which moves are chosen.
        size: positions of a crowd at one ply, but for those at which it begins.
        exact: whether the crowds begin with all that there is.

    Raises:
        TooMany: there are more nodes than a float can say.
    """
    plies = {ply for start in starts for ply in start}
    crowds: list[Crowd] = [[] for _ in starts]
    ply = min(plies, default=0)
    while plies and ply < last:
        crowds = [crowd + start.get(ply, []) for crowd, start in zip(crowds, starts, strict=True)]
        amounts = [_amounts(ways, crowd, spend) for crowd in crowds]
        nodes = [_lines(crowd, some) for crowd, some in zip(crowds, amounts, strict=True)]
        ply += 1
        if any(nodes):
            if max(nodes) > GREATEST / BATCHES:
                raise TooMany
            yield ply, Level(nodes, sum(amount > 0 for some in amounts for amount in some), exact)
        elif not any(later >= ply for later in plies):
            return
        if ply < last:
            exact = exact and all(sum(some) <= size for some in amounts)
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


def _guess(level: Level) -> Guess:
    """The mean of the crowds and its margin."""
    middle, nodes = level.mean, level.nodes
    if level.exact and middle < EXACT:
        return Guess(middle, 0.0, exact=True)
    spread = sum((one / middle - 1) ** 2 for one in nodes) / max(1, len(nodes) - 1)
    return Guess(middle, middle * max(SKEWED * math.sqrt(spread / len(nodes)), UNSEEN / level.looked), exact=False)


LINES = 20
"""Lines of play, at most."""
MOVES = 60_000
"""Moves looked at for all of them: a second, of chess."""


class Outlook(NamedTuple):
    """What some lines of play show."""

    nodes: float
    """The decimal exponent of the nodes of the full tree, at least about."""
    positions: float
    """The same of different positions, where each side's moves lead to the same one in any order."""
    ends: bool
    """Whether a line ended before `LONGEST` plies."""


def outlook(game: AnyGame, start: Any) -> Outlook:
    """Estimate how large a game is. The same game gives the same estimate.

    Raises:
        GameError: the game misbehaved.

    >>> import tracer
    >>> game = tracer.game("random:b=10,d=12")
    >>> nodes, positions, ends = outlook(game, game.start())
    >>> round(nodes, 1), round(positions, 1), ends
    (12.0, 6.3, True)
    """
    ways, random, left = ways_of(game, whole=True), Random(0), MOVES
    nodes: list[float] = []
    positions: list[float] = []
    with blame(game):
        while len(nodes) < LINES and left > 0:
            state, line, most = start, 0.0, 0.0
            for ply in range(1, LONGEST + 1):
                moves = ways.amount(state)
                left -= max(moves, 1)
                if not moves or left < 0:
                    break
                state = ways.some(state, [random.randrange(moves)])[0]
                line += math.log10(moves)
                most = max(most, line - 2 * math.lgamma(ply / 2 + 1) / math.log(10))
            else:
                return Outlook(line, most, ends=False)
            nodes.append(line)
            positions.append(most)
    return Outlook(sum(nodes) / len(nodes), sum(positions) / len(nodes), ends=True)
