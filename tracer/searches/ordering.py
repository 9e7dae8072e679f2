"""Move ordering: the same legal moves in another order. What alpha-beta saves depends on nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from tracer.errors import GameError, PlyscopeError
from tracer.games.rules import AnyGame, Move, Rules, State, describe, optional
from tracer.searches.contract import NullRecorder
from tracer.searches.minimax import minimax
from tracer.searches.transposition_table import TranspositionTable
from tracer.text import clean, nearest

NATURAL = "natural"
ORDERS = (NATURAL, "reversed", "best", "worst", "random:SEED", "root-random:SEED")
_ROOT_ORDER = re.compile(r"(?:([^,]+),)?root-random:(-?\d{1,18})", re.ASCII)


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
    game_orders: dict[str, Callable[[State, Sequence[Move]], Sequence[Move]]] = getattr(game, "orders", {})
    if order not in game_orders and (match := _ROOT_ORDER.fullmatch(order)) is not None:
        return _shuffle_root_moves(with_order(rules, match[1] or NATURAL, game, root), root, int(match[2]))
    natural_moves = rules.moves
    word, _, seed = order.partition(":")
    if order == NATURAL:
        return rules
    if order == "reversed":
        return replace(rules, moves=lambda state, depth: natural_moves(state, depth)[::-1])
    if order in ("best", "worst"):
        chance = optional(game, "outcomes") is not None
        return replace(rules, moves=_order_by_value(rules, worst_first=order == "worst", with_chance=chance))
    if word == "random" and re.fullmatch(r"-?\d{1,18}", seed, re.ASCII):
        return replace(rules, moves=_shuffle_moves(rules, int(seed)))
    if order in game_orders:
        return replace(rules, moves=_checked_game_order(game, order, game_orders[order], natural_moves))
    order_names = [*ORDERS, *game_orders]
    raise PlyscopeError(
        f"{describe(game)} has no order {clean(order)!r}{nearest(order, order_names)}; "
        f"there are: {', '.join(order_names)}"
    )


def _shuffle_root_moves(rules: Rules[State, Move], root: State, seed: int) -> Rules[State, Move]:
    natural_moves, key = rules.moves, rules.key
    shuffled_moves = _shuffle_moves(rules, seed)

    def moves(state: State, depth: float) -> Sequence[Move]:
        return shuffled_moves(state, depth) if state is root or key(state) == root_key else natural_moves(state, depth)

    root_key = key(root)
    return replace(rules, moves=moves)


def _checked_game_order(
    game: AnyGame,
    order: str,
    reorder: Callable[[State, Sequence[Move]], Sequence[Move]],
    natural_moves: Callable[[State, float], Sequence[Move]],
) -> Callable[[State, float], Sequence[Move]]:
    """A game's own order, held to being one: a move lost or invented there is the hardest bug to see."""

    def moves(state: State, depth: float) -> Sequence[Move]:
        legal_moves = natural_moves(state, depth)
        ordered = list(reorder(state, legal_moves))
        if len(ordered) != len(legal_moves) or set(ordered) != set(legal_moves):
            raise GameError(
                f"{describe(game)}: the order {order!r} loses or invents moves: {len(legal_moves)} are legal"
            )
        return ordered

    return moves


def _order_by_value(
    rules: Rules[State, Move], *, worst_first: bool, with_chance: bool
) -> Callable[[State, float], Sequence[Move]]:
    table: TranspositionTable[Move] | None = None if with_chance else TranspositionTable()

    def moves(state: State, depth: float) -> Sequence[Move]:
        sign = rules.turn(state) if worst_first else -rules.turn(state)

        def value(move: Move) -> float:
            next_state = rules.play(state, move)
            return sign * minimax(rules, next_state, NullRecorder(), depth=depth - 1, table=table)[0]

        return sorted(rules.moves(state, depth), key=value)

    return moves


def _shuffle_moves(rules: Rules[State, Move], seed: int) -> Callable[[State, float], Sequence[Move]]:
    def moves(state: State, depth: float) -> Sequence[Move]:
        shuffled_moves = list(rules.moves(state, depth))
        Random(f"{seed} {rules.key(state)!r}").shuffle(shuffled_moves)
        return shuffled_moves

    return moves
