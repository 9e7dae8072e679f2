"""The nodes of a full game tree by ply, as chess programmers count them by perft, and the positions that they are.

A node at a ply is a line of so many moves. Equal positions at one ply have equal trees below them, so each is looked at
once, with how many lines lead to it: exact, and far less work than there are nodes. At the last ply moves are only
counted. Where a ply has too many positions to be held, they go on in parts, and equal ones are told within a part.
As programs of chess count, a draw by rule, such as by too few pieces, ends no line; where the whole game is asked for,
with its positions, lines end where the game does.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from tracer.count.counts import uniform_branching
from tracer.count.layers import MAX_PLIES, MAX_PLY_POSITIONS, TooMany, make_endless_game_error
from tracer.count.sizes import LONG_BUDGET
from tracer.count.tree_size_estimate import estimate_plies, make_expansion
from tracer.errors import PlyscopeError
from tracer.games.game_variants import untimed_state, without_preference
from tracer.games.rules import AnyGame, blame, describe, key, label, rules

PART = 50_000
"""Positions that a part of a ply leads to, about, where a ply has too many to be held."""
PROBED = 1_000_000
"""Moves looked at for an estimate, at least; what is then not reached is cut off."""
LONGEST_PROBE = 1_000
"""Plies of an estimate at most, where nobody says how many are wanted."""

Layer = dict[Hashable, tuple[Any, int]]
"""Positions of a ply by their keys: each a pair, the position and the number of lines that lead to it."""


@dataclass(frozen=True)
class Ply:
    """What is at one ply of a full game tree."""

    nodes: float
    """Lines of so many moves; a whole number unless it is estimated."""
    over: int | None = None
    """Those of them at whose end the game is over; None where nobody has looked."""
    positions: int | None = None
    """Different positions; None where they are not known."""
    margin: float = 0.0
    """95 of 100 such estimates lie so near the truth; 0 where it is exact."""
    exact: bool = True
    """Whether the nodes were counted, not estimated."""


@dataclass(frozen=True)
class Space:
    """A full game tree, or its first plies."""

    plies: tuple[Ply, ...]
    """From the root, which is ply 0, down."""
    ended: bool
    """Whether all lines that were looked at have come to their end; beside estimates there may be longer ones."""
    positions: int | None = None
    """Different positions at all plies together; None where they are not known."""

    @property
    def exact(self) -> bool:
        """Whether nothing was estimated."""
        return all(one.exact for one in self.plies)

    @property
    def nodes(self) -> float:
        """Nodes at all plies."""
        return sum(one.nodes for one in self.plies)

    @property
    def over(self) -> int | None:
        """Nodes at which the game is over; None where they are not all known."""
        known = [one.over for one in self.plies if one.over is not None]
        return sum(known) if len(known) == len(self.plies) else None

    @property
    def branching_factor(self) -> float | None:
        """Moves of a node that has some, the mean; None where that is not known."""
        above = [(one.nodes, one.over) for one in self.plies[:-1]]
        inner = sum(nodes - over for nodes, over in above if over is not None)
        known = self.exact and inner and all(over is not None for _, over in above)
        return (self.nodes - 1) / inner if known else None

    @property
    def effective_branching_factor(self) -> float | None:
        """The b of a uniform tree as deep as this one that has as many nodes; None at a lone root."""
        return uniform_branching(round(self.nodes), len(self.plies) - 1) if self.exact and len(self.plies) > 1 else None


class Perft:
    """Counts a full tree. What was counted when it is ended early, as by Ctrl-C, can be asked for.

    Args:
        game: the rules.
        state: the root.
        depth: the last ply; None counts to the end of the game.
        whole: whether positions are counted too, of the game as searches play it, and the last ply is looked at for
            them and for games that are over; otherwise no draw by rule ends a line of chess.
        moves: moves looked at before the rest is estimated; None has no limit, and counts all.
        probed: moves looked at for the estimate; None is as many as above, but not too few.
        heard: called again and again with how many moves were looked at; may raise.
    """

    def __init__(
        self,
        game: AnyGame,
        state: Any,
        depth: int | None = None,
        *,
        whole: bool = False,
        moves: int | None = None,
        probed: int | None = None,
        heard: Callable[[int], None] = lambda _: None,
    ) -> None:
        game, state = without_preference(game), untimed_state(state)  # when a payoff comes changes no count
        self._game, self._whole, self._most, self._heard = game, whole, moves, heard
        self._probed = max(PROBED, moves or 0) if probed is None else probed
        self._last = math.inf if depth is None else depth
        self._ways = make_expansion(game, with_draw_rules=whole)
        self._key = key(game, "perft keeps positions in a table")
        self._looked = 0
        self._plies = [Ply(1)]
        """What is known of each; only those before `_open` are counted to their end."""
        self._guessed: list[Ply] = []
        """What is estimated below."""
        self._open = 1
        self._done = self._ended = False
        self._seen: set[Hashable] | None = set() if whole else None
        with blame(game):
            self._layer: Layer = {self._key(state): (state, 1)}
        """The last ply that could be held at once."""

    def run(self) -> Space:
        """Count.

        Raises:
            GameError: the game misbehaved, or does not end.
        """
        try:
            with blame(self._game):
                self._count()
        except TooMany:
            with blame(self._game):
                self._estimate()
            return self.so_far()
        self._open, self._done = len(self._plies), True
        self._ended = len(self._plies) - 1 < self._last
        return self.so_far()

    def so_far(self) -> Space:
        """The plies that are counted to their end, the root's at least, and those that are estimated."""
        plies = self._plies[: self._open]
        if not self._done:
            held = self._whole and self._seen is not None
            plies[-1] = Ply(plies[-1].nodes, positions=len(self._layer) if held else None)
        return Space((*plies, *self._guessed), self._ended, len(self._seen) if self._done and self._seen else None)

    def _count(self) -> None:
        stack, wide = [(0, self._layer)], MAX_PLY_POSITIONS
        while stack:
            ply, layer = stack.pop()
            if ply > MAX_PLIES:
                raise make_endless_game_error(self._game)
            found = self._look(ply, layer, wide)
            if isinstance(found, float):  # too many: its positions go on in parts, and are met in several
                if self._most is not None:
                    raise TooMany
                wide, size, pairs = PART, max(1, int(PART / found / 2)), list(layer.items())
                self._seen = None
                stack += [(ply, dict(pairs[first : first + size])) for first in reversed(range(0, len(pairs), size))]
                continue
            if found:
                stack.append((ply + 1, found))
                if wide == MAX_PLY_POSITIONS:
                    self._layer, self._open = found, ply + 2

    def _look(self, ply: int, layer: Layer, most: int) -> Layer | float:
        """Those that follow positions of a ply, none at the last; or where they are too many, how many follow one."""
        goes_on, bulk = ply < self._last, ply + 1 == self._last and not self._whole
        nodes = over = 0
        after: Layer = {}
        for looked, (state, lines) in enumerate(layer.values(), 1):
            children = self._ways.children(state) if goes_on and not bulk else ()
            amount = (
                len(children) if goes_on and not bulk else self._ways.amount(state) if goes_on or self._whole else 0
            )
            self._spend(amount)
            nodes += lines * amount
            over += 0 if amount else lines
            for child in children:
                name = self._key(child)
                met = after.get(name)
                after[name] = (child, lines) if met is None else (met[0], met[1] + lines)
            if len(after) > most and len(layer) > 1:
                return len(after) / looked
        self._tell(ply, layer, nodes if goes_on else 0, over if goes_on or self._whole else None)
        return after

    def _tell(self, ply: int, layer: Layer, nodes: int, over: int | None) -> None:
        known = self._plies[ply]
        if self._seen is not None:
            self._seen.update(layer)
        alone = self._whole and self._seen is not None
        overs = None if over is None else (known.over or 0) + over
        self._plies[ply] = replace(known, over=overs, positions=len(layer) if alone else None)
        if nodes:
            if ply + 1 == len(self._plies):
                self._plies.append(Ply(0))
            self._plies[ply + 1] = replace(self._plies[ply + 1], nodes=self._plies[ply + 1].nodes + nodes)

    def _spend(self, moves: int) -> None:
        self._looked += moves
        self._heard(self._looked)
        if self._most is not None and self._looked > self._most:
            raise TooMany

    def _estimate(self) -> None:
        """What lies below what is counted, as far as so many moves lead."""
        moves_probed = 0

        def spend(moves: int) -> None:
            nonlocal moves_probed
            moves_probed += moves
            self._heard(self._looked + moves_probed)
            if moves_probed > self._probed:
                raise TooMany

        plies_left = self._last - self._open + 1
        plies_ahead = LONGEST_PROBE if plies_left == math.inf else plies_left
        try:
            for estimate in estimate_plies(self._ways, list(self._layer.values()), plies_ahead, spend, self._probed):
                self._guessed.append(
                    Ply(
                        round(estimate.nodes) if estimate.is_exact else estimate.nodes,
                        margin=estimate.margin,
                        exact=estimate.is_exact,
                    )
                )
        except TooMany:
            return
        self._ended = len(self._guessed) < plies_ahead


def least_exponent(game: AnyGame, state: Any, depth: int | None, *, moves: int, probed: int) -> float:
    """Return the decimal exponent of the nodes that a full tree has at least, by an estimate."""
    plies = Perft(game, state, depth, whole=True, moves=moves, probed=probed).run().plies
    return math.log10(max(1.0, *(ply.nodes - ply.margin for ply in plies)))


def divided(
    game: AnyGame, state: Any, depth: int | None, heard: Callable[[int], None] = lambda _: None
) -> Iterator[tuple[str, int]]:
    """The moves of a position, each with the nodes at the depth that follow it: perft, divided.

    Without a depth each has all nodes of its tree, itself among them.

    Raises:
        GameError: the game misbehaved.
        PlyscopeError: there is no depth, and the game is too large to be counted to its end.
    """
    game, state = without_preference(game), untimed_state(state)
    base, looked = rules(game, chance=True, search="perft"), 0
    with blame(game):
        goes_on = depth != 0 and make_expansion(game, with_draw_rules=False).amount(state)
        moves = base.moves(state, math.inf if depth is None else depth) if goes_on else []
    for move in moves:
        with blame(game):
            child = base.play(state, move)
        before = looked

        def add(moves: int, before: int = before) -> None:
            nonlocal looked
            looked = before + moves
            heard(looked)
            if depth is None and looked > LONG_BUDGET:
                raise TooMany

        found = Perft(game, child, None if depth is None else depth - 1, heard=add).run()
        if depth is None and not found.ended:
            raise PlyscopeError(f"{describe(game)} is too large to be counted to its end: --divide needs a --depth")
        if depth is None:
            yield label(game, move), int(found.nodes)
        else:
            yield label(game, move), int(found.plies[depth - 1].nodes) if len(found.plies) == depth else 0
