"""Move ordering: the same legal moves in another order. What alpha-beta saves depends on nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from tracer.errors import GameError, PlyscopeError
from tracer.games.rules import AnyGame, Move, Rules, State, describe, optional
from tracer.searches.contract import Bare
from tracer.searches.expectiminimax import expectiminimax
from tracer.searches.minimax_memo import minimax_memo
from tracer.searches.table import Table
from tracer.text import clean, nearest

NATURAL = "natural"
ORDERS = (NATURAL, "reversed", "best", "worst", "random:SEED", "root-random:SEED")
_ROOT = re.compile(r"(?:([^,]+),)?root-random:(-?\d{1,18})", re.ASCII)


def with_order(rules: Rules[State, Move], order: str, game: AnyGame, root: State) -> Rules[State, Move]:
    """The same rules with the moves in the wished order.

    `best` and `worst` sort by the true values to the remaining depth, found by minimax with a table, or with chance by
    expectiminimax (which takes as long as that takes); equal values keep the game's own order. `random:SEED` depends on
    the seed and the position alone.

    `root-random:SEED` shuffles the moves of the root alone, so that the first best one is at random one of those that
    are equal; another order may stand before it, as `best,root-random:7`, and holds below. The root is known by its
    position: each iteration and re-search sees it in one order, as does the game where it comes back to it.

    Raises:
        PlyscopeError: neither this package nor the game knows the order.
    """
    own: dict[str, Callable[[State, Sequence[Move]], Sequence[Move]]] = getattr(game, "orders", {})
    if order not in own and (found := _ROOT.fullmatch(order)) is not None:
        return _shuffled_root(with_order(rules, found[1] or NATURAL, game, root), root, int(found[2]))
    natural = rules.moves
    word, _, seed = order.partition(":")
    if order == NATURAL:
        return rules
    if order == "reversed":
        return replace(rules, moves=lambda state, depth: natural(state, depth)[::-1])
    if order in ("best", "worst"):
        chance = optional(game, "outcomes") is not None
        return replace(rules, moves=_by_value(rules, worst_first=order == "worst", chance=chance))
    if word == "random" and re.fullmatch(r"-?\d{1,18}", seed, re.ASCII):
        return replace(rules, moves=_shuffled(rules, int(seed)))
    if order in own:
        return replace(rules, moves=_own(game, order, own[order], natural))
    known = [*ORDERS, *own]
    raise PlyscopeError(
        f"{describe(game)} has no order {clean(order)!r}{nearest(order, known)}; there are: {', '.join(known)}"
    )


def _shuffled_root(rules: Rules[State, Move], root: State, seed: int) -> Rules[State, Move]:
    below, key = rules.moves, rules.key
    shuffled = _shuffled(rules, seed)

    def moves(state: State, depth: float) -> Sequence[Move]:
        return shuffled(state, depth) if state is root or key(state) == of_root else below(state, depth)

    of_root = key(root)
    return replace(rules, moves=moves)


def _own(
    game: AnyGame,
    order: str,
    reorder: Callable[[State, Sequence[Move]], Sequence[Move]],
    natural: Callable[[State, float], Sequence[Move]],
) -> Callable[[State, float], Sequence[Move]]:
    """A game's own order, held to being one: a move lost or invented there is the hardest bug to see."""

    def moves(state: State, depth: float) -> Sequence[Move]:
        legal = natural(state, depth)
        found = list(reorder(state, legal))
        if len(found) != len(legal) or set(found) != set(legal):
            raise GameError(f"{describe(game)}: the order {order!r} loses or invents moves: {len(legal)} are legal")
        return found

    return moves


def _by_value(
    rules: Rules[State, Move], *, worst_first: bool, chance: bool
) -> Callable[[State, float], Sequence[Move]]:
    table: Table[Move] = Table()

    def moves(state: State, depth: float) -> Sequence[Move]:
        sign = rules.turn(state) if worst_first else -rules.turn(state)

        def value(move: Move) -> float:
            after = rules.play(state, move)
            if chance:
                return sign * expectiminimax(rules, after, Bare(), depth=depth - 1)[0]
            return sign * minimax_memo(rules, after, Bare(), depth=depth - 1, table=table)[0]

        return sorted(rules.moves(state, depth), key=value)

    return moves


def _shuffled(rules: Rules[State, Move], seed: int) -> Callable[[State, float], Sequence[Move]]:
    def moves(state: State, depth: float) -> Sequence[Move]:
        found = list(rules.moves(state, depth))
        Random(f"{seed} {rules.key(state)!r}").shuffle(found)
        return found

    return moves
