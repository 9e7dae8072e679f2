"""Uniform random game trees: b moves everywhere, d plies deep, nothing stored, the same whatever part is searched.

In an *ordered* tree a position carries its own minimax value. One of its moves keeps the value, each other one
costs the mover 1 to 20, drawn from a hash of the seed and the path. So the minimax value of every position is known in
advance, and all orders are arrangements of one and the same tree. How often the best move stands first is a number:
`order=0.7`; `order=strong` is what Marsland & Campbell (1982) call a strongly ordered tree: the best move is first in
70 % of the positions, and in the first quarter in 90 %. Where it stands in one position says nothing of another, so
killers and history, which carry moves over, have nothing to learn but from a position that is searched again.

In an *independent* tree each leaf has a value of its own, uniform over a range, as in Knuth & Moore (1975) and Pearl
(1984). What the positions above are worth is not known before they are searched: there is no evaluation and no order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from tracer.errors import PlyscopeError
from tracer.games.game_entry import DemoSearch, GameEntry, Parameter, example_in_form, parse_whole_number
from tracer.games.move_names import name_move
from tracer.games.rules import MAX, MIN, BuiltIn, Turn
from tracer.text import clean

ORDERS = ("random", "best", "worst", "strong")
MAX_BRANCHING, MAX_DEPTH = 1_000, 10_000
MAX_LOSS = 20
"""The most that one wrong move can cost its player."""
MAX_LEAF_VALUE = 1_000_000
"""The greatest leaf value of an independent tree."""
FIRST_IS_BEST_RATE, BEST_IN_QUARTER_RATE = 0.7, 0.9
"""In a strongly ordered tree: how often the first move is best, and how often the best is in the first quarter."""


@dataclass(frozen=True, slots=True)
class RandomNode:
    """A position of a random tree."""

    path: bytes
    """The hash of the moves that lead here: what makes the position itself."""
    ply: int
    value: int | None = None
    """The minimax value, MAX's view; None where it is not known in advance."""


class RandomTree(BuiltIn):
    """The shape of a uniform tree of b moves and d plies, reproducible from the seed alone."""

    transposes = False
    names_moves_by_index = True

    def __init__(self, branching: int = 3, depth: int = 4, seed: int = 0, turn: Turn = MAX) -> None:
        if not 1 <= branching <= MAX_BRANCHING or not 0 <= depth <= MAX_DEPTH:
            raise PlyscopeError(
                f"random: b is 1 to {MAX_BRANCHING} and d 0 to {MAX_DEPTH}, not b={branching}, d={depth}"
            )
        self.branching, self.depth, self.seed, self.first_turn = branching, depth, seed, turn

    def start(self) -> RandomNode:
        """The root."""
        return RandomNode(blake2b(str(self.seed).encode(), digest_size=8).digest(), 0)

    def turn(self, state: RandomNode) -> Turn:
        """The players alternate."""
        return self.first_turn if state.ply % 2 == 0 else MIN if self.first_turn is MAX else MAX

    def moves(self, state: RandomNode) -> Sequence[int]:
        """Numbers from ply · b on; where the best one stands is the tree's order."""
        first = state.ply * self.branching
        return range(first, first + self.branching)

    def key(self, state: RandomNode) -> bytes:
        """The path: no two paths lead to one position."""
        return state.path

    def label(self, move: int) -> str:
        """The letter of the ply and the place, as in a tree that was typed."""
        return name_move(*divmod(move, self.branching))

    def show(self, state: RandomNode) -> str:
        """The ply and the path's hash."""
        return f"ply {state.ply} {state.path.hex()}"

    def _spec(self, values: str) -> str:
        """The text from which it is made again."""
        turn_suffix = ",turn=MIN" if self.first_turn is MIN else ""
        return f"random:b={self.branching},d={self.depth},seed={self.seed},{values}{turn_suffix}"


class OrderedTree(RandomTree):
    """A random tree with integer values that are known at every position, and with a degree of order.

    Args:
        branching: moves everywhere.
        depth: plies.
        seed: of everything in it.
        order: `best` or `worst` moves first, a `random` place for each, the best first with a probability from 0 to 1
            and else anywhere behind, or `strong`: first in 70 % of the positions and in the first quarter of the moves
            in 90 %, where a quarter is taken to be two moves at least.
        turn: who begins.

    Raises:
        PlyscopeError: there is no such tree.
    """

    def __init__(
        self,
        branching: int = 3,
        depth: int = 4,
        seed: int = 0,
        order: str | float = "random",
        turn: Turn = MAX,
    ) -> None:
        super().__init__(branching, depth, seed, turn)
        if order not in ORDERS if isinstance(order, str) else not 0 <= order <= 1:
            raise PlyscopeError(
                f"random: order is one of {', '.join(ORDERS)}, or from 0 to 1 how often the best move is the first, "
                f"not {clean(str(order), 40)!r}"
            )
        self.order = order
        self.spec = self._spec(f"order={order}")
        self._cached_ranking = lru_cache(1 << 14)(self._rank_moves)

    def start(self) -> RandomNode:
        """The root."""
        path = super().start().path
        return RandomNode(path, 0, path[0] % (2 * MAX_LOSS + 1) - MAX_LOSS)

    def utility(self, state: RandomNode) -> float | None:
        """The value at the last ply, and beyond it, where a recording without sense may go."""
        return state.value if state.ply >= self.depth else None

    def play(self, state: RandomNode, move: int) -> RandomNode:
        """The child; deterministic in seed, path and move."""
        assert state.value is not None, "every position of an ordered tree has one"
        rank, loss = self._cached_ranking(state.path)[move % self.branching]
        path = blake2b(state.path + rank.to_bytes(4, "little"), digest_size=8).digest()
        return RandomNode(path, state.ply + 1, state.value - self.turn(state) * loss)

    def evaluate(self, state: RandomNode) -> float:
        """The minimax value itself: a perfect heuristic."""
        assert state.value is not None, "every position of an ordered tree has one"
        return state.value

    def _rank_moves(self, path: bytes) -> list[tuple[int, int]]:
        """For each move of a position, its rank (0 the best) and what it costs its player.

        Rank 0 costs nothing, the others 1 … SPREAD, rising with the rank.
        """
        noise = _random_bytes(path, 3 * self.branching + 8)
        losses = [0, *sorted(1 + byte % MAX_LOSS for byte in noise[1 : self.branching])]
        ranked = list(enumerate(losses))
        if self.order == "worst":
            ranked.reverse()
        elif self.order != "best":
            sort_bytes = noise[self.branching :]
            ranked.sort(key=lambda move: (sort_bytes[2 * move[0]], sort_bytes[2 * move[0] + 1]))
            if self.order != "random":
                best = ranked.pop(next(index for index, (rank, _) in enumerate(ranked) if rank == 0))
                ranked.insert(self._best_move_index(noise[-8:]), best)
        return ranked

    def _best_move_index(self, noise: bytes) -> int:
        """Where the best move stands, by eight random bytes."""
        random_share, random_offset = (
            int.from_bytes(four_bytes, "little") / 2**32 for four_bytes in (noise[:4], noise[4:])
        )
        first_rate, quarter_size, move_count = self.order, 1, self.branching
        if first_rate == "strong":
            first_rate, quarter_size = FIRST_IS_BEST_RATE, min(move_count, max(2, -(-move_count // 4)))
        assert not isinstance(first_rate, str), "the other orders have no place for it"
        if random_share < first_rate or move_count == 1:
            return 0
        if quarter_size > 1 and (random_share < BEST_IN_QUARTER_RATE or quarter_size == move_count):
            return 1 + int(random_offset * (quarter_size - 1))
        return quarter_size + int(random_offset * (move_count - quarter_size))


class IndependentTree(RandomTree):
    """A random tree whose leaves have values of their own, each uniform from -max_value to max_value."""

    def __init__(
        self, branching: int = 3, depth: int = 4, seed: int = 0, max_value: int = 100, turn: Turn = MAX
    ) -> None:
        super().__init__(branching, depth, seed, turn)
        if not 1 <= max_value <= MAX_LEAF_VALUE:
            raise PlyscopeError(
                f"random: independent is the greatest leaf value, 1 to {MAX_LEAF_VALUE}, not {max_value}"
            )
        self.max_value, self.bounds = max_value, (-max_value, max_value)
        self.spec = self._spec(f"independent={max_value}")

    def utility(self, state: RandomNode) -> float | None:
        """The value that the path's hash gives the last ply, and what is beyond it."""
        if state.ply < self.depth:
            return None
        random_number = int.from_bytes(blake2b(state.path, digest_size=8, person=b"leaf").digest(), "little")
        return random_number % (2 * self.max_value + 1) - self.max_value

    def play(self, state: RandomNode, move: int) -> RandomNode:
        """The child; deterministic in seed, path and move."""
        move_index = (move % self.branching).to_bytes(4, "little")
        return RandomNode(blake2b(state.path + move_index, digest_size=8).digest(), state.ply + 1)


def _random_bytes(path: bytes, length: int) -> bytes:
    """Bytes that depend on the path alone."""
    blocks = range(-(-length // 64))
    return b"".join(
        blake2b(path + block.to_bytes(4, "little"), digest_size=64, person=b"tree").digest() for block in blocks
    )


_FORM = "random:b=3,d=4,seed=7,order=best"
_ARGUMENT_NAMES = {
    "b": "branching",
    "d": "depth",
    "seed": "seed",
    "order": "order",
    "turn": "turn",
    "independent": "max_value",
}


def _parse_order(text: str) -> str | float:
    """An order by its name or as a number, which may not be one.

    >>> [_parse_order(text) for text in ("best", "0.7", "1", ".5", "nan", "1e3")]
    ['best', 0.7, 1.0, 0.5, 'nan', '1e3']
    """
    return float(text) if re.fullmatch(r"\d?\.\d{1,9}|\d", text, re.ASCII) else text


def _make_tree(text: str) -> OrderedTree | IndependentTree:
    arguments: dict[str, Any] = {}
    for item in text.split(",") if text else []:
        word, has_equals, value = (part.strip() for part in item.partition("="))
        if word not in _ARGUMENT_NAMES or not has_equals or _ARGUMENT_NAMES[word] in arguments:
            raise PlyscopeError(
                f"random: parameters are {', '.join(_ARGUMENT_NAMES)}, such as random:{example_in_form(_FORM)}"
            )
        if word == "turn" and value not in ("MAX", "MIN"):
            raise PlyscopeError(f"random: turn is MAX or MIN, not {clean(value, 40)!r}")
        converters: dict[str, Callable[[str], Any]] = {"order": _parse_order, "turn": Turn.__getitem__}
        arguments[_ARGUMENT_NAMES[word]] = (
            converters[word](value) if word in converters else parse_whole_number("random", word, value)
        )
    if "max_value" not in arguments:
        return OrderedTree(**arguments)
    if arguments.pop("order", "random") != "random":
        raise PlyscopeError("random: which move is best in a tree of independent values is not known: leave order out")
    return IndependentTree(**arguments)


ENTRY = GameEntry(
    name="random",
    make=_make_tree,
    form=_FORM,
    summary="Uniform random tree; order random, best, worst, strong or 0 to 1; turn=MIN; or independent=100",
    parameters=(
        Parameter("b", "moves everywhere", "3", 1, MAX_BRANCHING),
        Parameter("d", "plies", "4", 0, MAX_DEPTH),
        Parameter("seed", "what everything in it follows from", "0"),
        Parameter(
            "order",
            f"where the best move stands: {', '.join(ORDERS)}, or from 0 to 1 how often it is the first",
            "random",
        ),
        Parameter("turn", "who begins: MAX or MIN", "MAX"),
        Parameter(
            "independent",
            "leaves of values of their own, from 0 to this; there is no order and no evaluation then",
            "no",
            1,
            MAX_LEAF_VALUE,
        ),
    ),
    test_specs=(
        "random:b=3,d=4,seed=7",
        "random:b=2,d=5,seed=1,order=worst,turn=MIN",
        "random:b=1,d=0",
        "random:b=5,d=3,seed=2,order=strong",
        "random:b=3,d=4,seed=3,independent=9",
    ),
    demo_search=DemoSearch("random:b=3,d=6,seed=7", 385),
)
