"""How many nodes lie below some positions, estimated ply by ply, with an honest margin.

A lone random dive (Knuth 1975) multiplies the numbers of moves on its way. Few dives have nearly all the weight, so
their mean is mostly too small, and so is the error that they show. Here samples go down, all of them one ply at a time:
a sample looks at all moves at its positions, and of these so many are played as it is large, one at random within each
equal share of the weights; what was left out hands its weight on. This has no bias, and no line of play is lost where
the others end (the idea of stratified sampling: Chen 1992). What is known when they are stopped is of whole plies.

The margin is that of Student's t over the samples, wide enough for skewed ones, and never less than the rule of three
allows: where n positions were looked at and none of a kind was met, so many as 3 in n may be of that kind (95 in 100:
Hanley & Lippman-Hand 1983). Samples that agree are thus no certainty, as long as one of them left something out.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from random import Random
from typing import Any, NamedTuple

from tracer.count.layers import MAX_EXACT_FLOAT, MAX_PLIES, TooMany
from tracer.games.rules import AnyGame, BuiltIn, blame, optional, rules

SAMPLE_COUNT = 20
"""Samples that go down independently."""
MAX_SAMPLE_SIZE = 256
"""Positions of a sample at one ply, at most."""
MARGIN_FACTOR = 2.861
"""Standard errors to either side: 99 in 100 of Student's t of 20 samples. Few lines have many descendants, so that what
samples say is skewed, and 95 in 100 of t held but some 90 estimates of 100 at deep plies: with these it is 95."""
MIN_SAMPLE_SIZE = 16
"""Positions of a sample at one ply, at least, however far it has to go."""
ASSUMED_PLIES = 40
"""Plies for which the moves that may be looked at are to be enough, where nobody knows how many there are."""
MAX_NODES = 1e300
"""Nodes at which floats end, almost."""
RULE_OF_THREE = 3.0
"""A share of 3 in n is met by n looks 95 times in 100."""


@dataclass(frozen=True)
class Expansion:
    """How lines of play go on."""

    children: Callable[[Any], Sequence[Any]]
    """The positions one move below another; none where the game is over."""
    some: Callable[[Any, Sequence[int]], Sequence[Any]]
    """Those of them with some numbers."""
    amount: Callable[[Any], int]
    """How many they are."""


@dataclass(frozen=True)
class PlyEstimate:
    """The nodes of one ply as samples find them."""

    samples: list[float]
    """What each sample says."""
    looked_count: int
    """Positions, of all samples together, from which these nodes come."""
    is_complete: bool
    """Whether no sample left anything out."""

    @property
    def nodes(self) -> float:
        """What they say together."""
        return sum(self.samples) / len(self.samples)

    @property
    def is_exact(self) -> bool:
        """Whether it is no estimate."""
        return self.is_complete and self.nodes < MAX_EXACT_FLOAT

    @property
    def max_unseen_nodes(self) -> float:
        """So many nodes may be of a kind that no sample met."""
        return 0.0 if self.is_complete else self.nodes * RULE_OF_THREE / self.looked_count

    @property
    def margin(self) -> float:
        """95 of 100 such estimates lie so near the truth."""
        if self.is_exact:
            return 0.0
        nodes = self.nodes
        spread = sum((sample / nodes - 1) ** 2 for sample in self.samples) / max(1, len(self.samples) - 1)
        standard_error = math.sqrt(spread / len(self.samples))
        return nodes * max(MARGIN_FACTOR * standard_error, RULE_OF_THREE / self.looked_count)


def make_expansion(game: AnyGame, *, with_draw_rules: bool) -> Expansion:
    """How lines go on; quicker ways that some games know lead beyond draws by rule, unless the whole game is wanted."""
    game_rules = rules(game, chance=True, search="perft")
    is_builtin = isinstance(game, BuiltIn)

    def legal_moves(state: Any) -> Sequence[Any]:
        if game_rules.utility(state) is not None:
            return ()
        if not is_builtin:
            game_rules.turn(state)  # which refuses what is no player, and chance without its outcomes
        return game_rules.moves(state, math.inf)

    def play_all(state: Any) -> Sequence[Any]:
        return [game_rules.play(state, move) for move in legal_moves(state)]

    def play_some(state: Any, numbers: Sequence[int]) -> Sequence[Any]:
        all_moves = legal_moves(state)
        return [game_rules.play(state, all_moves[number]) for number in numbers]

    def count_moves(state: Any) -> int:
        return len(legal_moves(state))

    children, mobility = (optional(game, name) if is_builtin else None for name in ("children", "mobility"))
    if children is None or mobility is None:
        return Expansion(play_all, play_some, count_moves)

    def quick_children(state: Any) -> Sequence[Any]:
        return () if with_draw_rules and game_rules.utility(state) is not None else children(state)

    return Expansion(
        quick_children,
        lambda state, numbers: [*map(quick_children(state).__getitem__, numbers)],
        lambda state: 0 if with_draw_rules and game_rules.utility(state) is not None else mobility(state),
    )


WeightedSample = list[tuple[Any, float]]
"""Positions with their weights: how many nodes each stands for."""


def estimate_plies(
    expansion: Expansion,
    roots: Sequence[tuple[Any, int]],
    plies: float,
    spend_moves: Callable[[int], None],
    budget: int,
    seed: int = 0,
) -> Iterator[PlyEstimate]:
    """Nodes below some positions of one ply, by ply from the next one on, until none is met.

    `roots` are positions, each with the nodes for which it stands; `budget` moves may be looked at, about.
    """
    if sum(lines for _, lines in roots) > MAX_NODES:
        raise TooMany
    rng = Random(f"{len(roots)} {plies} {seed}")
    weighted_roots = [(state, float(lines)) for state, lines in roots]
    sample_size = _choose_sample_size(expansion, weighted_roots, min(plies, ASSUMED_PLIES), budget // SAMPLE_COUNT, rng)
    is_exact = True
    samples: list[WeightedSample] = []
    for _ in range(SAMPLE_COUNT):
        samples.append(
            [
                (weighted_roots[index][0], weight)
                for index, weight in resample([one for _, one in weighted_roots], sample_size, rng)
            ]
        )
        is_exact = len(weighted_roots) <= sample_size
    starts = [{0: sample} for sample in samples]
    for _, level in sample_plies(
        expansion, starts, plies, spend_moves, rng, sample_size=sample_size, is_exact=is_exact
    ):
        yield level


def sample_plies(
    expansion: Expansion,
    starts: Sequence[Mapping[int, WeightedSample]],
    last_ply: float,
    spend_moves: Callable[[int], None],
    rng: Random,
    *,
    sample_size: int = MAX_SAMPLE_SIZE,
    is_exact: bool = True,
) -> Iterator[tuple[int, PlyEstimate]]:
    """What samples find below some positions, with its ply, ply by ply until no move is met.

    `starts` are the positions at which each sample begins, by ply; `is_exact` is whether these are all.
    """
    plies = {ply for start in starts for ply in start}
    samples: list[WeightedSample] = [[] for _ in starts]
    ply = min(plies, default=0)
    while plies and ply < last_ply:
        samples = [sample + start.get(ply, []) for sample, start in zip(samples, starts, strict=True)]
        move_counts = [_count_moves(expansion, sample, spend_moves) for sample in samples]
        node_counts = [
            _count_children(sample, sample_counts) for sample, sample_counts in zip(samples, move_counts, strict=True)
        ]
        ply += 1
        if any(node_counts):
            if max(node_counts) > MAX_NODES / SAMPLE_COUNT:
                raise TooMany
            yield (
                ply,
                PlyEstimate(
                    node_counts, sum(amount > 0 for sample_counts in move_counts for amount in sample_counts), is_exact
                ),
            )
        elif not any(later >= ply for later in plies):
            return
        if ply < last_ply:
            is_exact = is_exact and all(sum(sample_counts) <= sample_size for sample_counts in move_counts)
            samples = [
                _sample_children(expansion, sample, sample_counts, sample_size, rng)
                for sample, sample_counts in zip(samples, move_counts, strict=True)
            ]


def resample(weights: Sequence[float], sample_size: int, rng: Random) -> list[tuple[int, float]]:
    """Places in weights with what each stands for: all where they are not too many, else one within each share."""
    if len(weights) <= sample_size:
        return list(enumerate(weights))
    weight_sums = list(accumulate(weights))
    share = weight_sums[-1] / sample_size
    return [
        (min(bisect_left(weight_sums, share * (n + rng.random())), len(weight_sums) - 1), share)
        for n in range(sample_size)
    ]


def _choose_sample_size(expansion: Expansion, roots: WeightedSample, plies: float, budget: int, rng: Random) -> int:
    """How many positions a sample may have at each of so many plies."""
    move_counts = [
        expansion.amount(roots[place][0])
        for place, _ in resample([weight for _, weight in roots], MIN_SAMPLE_SIZE, rng)
    ]
    mean_moves = max(1.0, sum(move_counts) / len(move_counts))
    return max(MIN_SAMPLE_SIZE, min(MAX_SAMPLE_SIZE, int(budget / (max(1.0, plies) * mean_moves))))


def _count_moves(expansion: Expansion, sample: WeightedSample, spend_moves: Callable[[int], None]) -> list[int]:
    move_counts = list[int]()
    for state, _ in sample:
        move_counts.append(expansion.amount(state))
        spend_moves(move_counts[-1] + 1)
    return move_counts


def _count_children(sample: WeightedSample, move_counts: Sequence[int]) -> float:
    return sum(move_count * weight for move_count, (_, weight) in zip(move_counts, sample, strict=True))


def _sample_children(
    expansion: Expansion, sample: WeightedSample, move_counts: Sequence[int], sample_size: int, rng: Random
) -> WeightedSample:
    """The sample one ply below: of all its moves as many as it may have."""
    parent_indices = [place for place, move_count in enumerate(move_counts) for _ in range(move_count)]
    first_children = [0, *accumulate(move_counts)]
    chosen = resample([sample[place][1] for place in parent_indices], sample_size, rng)
    children_sample: WeightedSample = []
    for place, chosen_moves in groupby(chosen, lambda one: parent_indices[one[0]]):
        moves, weights = zip(*chosen_moves, strict=True)
        children = expansion.some(sample[place][0], [move - first_children[place] for move in moves])
        children_sample += zip(children, weights, strict=True)
    return children_sample


MAX_LINES = 20
"""Lines of play, at most."""
MAX_LINE_MOVES = 60_000
"""Moves looked at for all of them: a second, of chess."""


class SizeForecast(NamedTuple):
    """What some lines of play show."""

    nodes: float
    """The decimal exponent of the nodes of the full tree, at least about."""
    positions: float
    """The same of different positions, where each side's moves lead to the same one in any order."""
    ends: bool
    """Whether a line ended before `LONGEST` plies."""


def forecast_size(game: AnyGame, start: Any) -> SizeForecast:
    """Estimate how large a game is. The same game gives the same estimate.

    >>> import tracer
    >>> game = tracer.game("random:b=10,d=12")
    >>> nodes, positions, ends = forecast_size(game, game.start())
    >>> round(nodes, 1), round(positions, 1), ends
    (12.0, 6.3, True)
    """
    expansion, rng, remaining_moves = make_expansion(game, with_draw_rules=True), Random(0), MAX_LINE_MOVES
    node_exponents: list[float] = []
    position_exponents: list[float] = []
    with blame(game):
        while len(node_exponents) < MAX_LINES and remaining_moves > 0:
            state, node_exponent, position_exponent = start, 0.0, 0.0
            for ply in range(1, MAX_PLIES + 1):
                move_count = expansion.amount(state)
                remaining_moves -= max(move_count, 1)
                if not move_count or remaining_moves < 0:
                    break
                state = expansion.some(state, [rng.randrange(move_count)])[0]
                node_exponent += math.log10(move_count)
                position_exponent = max(position_exponent, node_exponent - 2 * math.lgamma(ply / 2 + 1) / math.log(10))
            else:
                return SizeForecast(node_exponent, position_exponent, ends=False)
            node_exponents.append(node_exponent)
            position_exponents.append(position_exponent)
    return SizeForecast(
        sum(node_exponents) / len(node_exponents), sum(position_exponents) / len(node_exponents), ends=True
    )
