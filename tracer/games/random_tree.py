"""Uniform random game trees: b moves everywhere, d plies deep, every value known in advance and nothing stored.

A position carries its own minimax value. One of its moves keeps the value, the others lose something to the mover, by
amounts drawn from a hash of the seed and the path. So the tree is the same whatever part of it is searched, the minimax
value of every position is known, and the three orders are arrangements of one and the same tree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from tracer.errors import PlyscopeError
from tracer.games.entry import Entry, Offer, example_in, whole_number
from tracer.games.move_names import name_move
from tracer.games.rules import MAX, MIN, BuiltIn, Turn
from tracer.text import clean

ORDERS = ("random", "best", "worst")
MOST_MOVES, DEEPEST = 1_000, 10_000
SPREAD = 20
"""The most that one wrong move can cost its player."""


@dataclass(frozen=True, slots=True)
class RandomNode:
    """A position of a random tree."""

    path: bytes
    """The hash of the moves that lead here: what makes the position itself."""
    ply: int
    value: int
    """The minimax value, MAX's view."""


class RandomTree(BuiltIn):
    """A uniform tree of b moves and d plies with integer leaf values, reproducible from the seed alone."""

    transposes = False
    places_name_moves = True

    def __init__(
        self, branching: int = 3, depth: int = 4, seed: int = 0, order: str = "random", turn: Turn = MAX
    ) -> None:
        if not 1 <= branching <= MOST_MOVES or not 0 <= depth <= DEEPEST:
            raise PlyscopeError(f"random: b is 1 to {MOST_MOVES} and d 0 to {DEEPEST}, not b={branching}, d={depth}")
        if order not in ORDERS:
            raise PlyscopeError(f"random: order is one of {', '.join(ORDERS)}, not {clean(order, 40)!r}")
        self.branching, self.depth, self.seed, self.order, self.first = branching, depth, seed, order, turn
        self.spec = f"random:b={branching},d={depth},seed={seed},order={order}"
        self.spec += ",turn=MIN" if turn is MIN else ""
        self._arranged = lru_cache(1 << 14)(self._arrange)

    def start(self) -> RandomNode:
        """The root."""
        path = blake2b(str(self.seed).encode(), digest_size=8).digest()
        return RandomNode(path, 0, path[0] % (2 * SPREAD + 1) - SPREAD)

    def turn(self, state: RandomNode) -> Turn:
        """The players alternate."""
        return self.first if state.ply % 2 == 0 else MIN if self.first is MAX else MAX

    def utility(self, state: RandomNode) -> float | None:
        """The value at the last ply, and beyond it, where a recording without sense may go."""
        return state.value if state.ply >= self.depth else None

    def moves(self, state: RandomNode) -> Sequence[int]:
        """Numbers from ply · b on; where the best one stands is the tree's order."""
        first = state.ply * self.branching
        return range(first, first + self.branching)

    def play(self, state: RandomNode, move: int) -> RandomNode:
        """The child; deterministic in seed, path and move."""
        rank, loss = self._arranged(state.path)[move % self.branching]
        path = blake2b(state.path + rank.to_bytes(4, "little"), digest_size=8).digest()
        return RandomNode(path, state.ply + 1, state.value - self.turn(state) * loss)

    def evaluate(self, state: RandomNode) -> float:
        """The minimax value itself: a perfect heuristic."""
        return state.value

    def key(self, state: RandomNode) -> bytes:
        """The path: no two paths lead to one position."""
        return state.path

    def label(self, move: int) -> str:
        """The letter of the ply and the place, as in a tree that was typed."""
        return name_move(*divmod(move, self.branching))

    def show(self, state: RandomNode) -> str:
        """The ply and the path's hash."""
        return f"ply {state.ply} {state.path.hex()}"

    def _arrange(self, path: bytes) -> list[tuple[int, int]]:
        """For each move of a position, its rank (0 the best) and what it costs its player.

        Rank 0 costs nothing, the others 1 … SPREAD, rising with the rank.
        """
        noise = _noise(path, 3 * self.branching)
        losses = [0, *sorted(1 + byte % SPREAD for byte in noise[1 : self.branching])]
        ranked = list(enumerate(losses))
        if self.order == "worst":
            ranked.reverse()
        elif self.order == "random":
            luck = noise[self.branching :]
            ranked.sort(key=lambda move: (luck[2 * move[0]], luck[2 * move[0] + 1]))
        return ranked


def _noise(path: bytes, length: int) -> bytes:
    """Bytes that depend on the path alone."""
    blocks = range(-(-length // 64))
    return b"".join(
        blake2b(path + block.to_bytes(4, "little"), digest_size=64, person=b"tree").digest() for block in blocks
    )


_FORM = "random:b=3,d=4,seed=7,order=best"
_WORDS = {"b": "branching", "d": "depth", "seed": "seed", "order": "order", "turn": "turn"}


def _make(text: str) -> RandomTree:
    given: dict[str, Any] = {}
    for item in text.split(",") if text else []:
        word, equals, value = (part.strip() for part in item.partition("="))
        if word not in _WORDS or not equals or _WORDS[word] in given:
            raise PlyscopeError(f"random: parameters are {', '.join(_WORDS)}, such as random:{example_in(_FORM)}")
        if word == "turn" and value not in ("MAX", "MIN"):
            raise PlyscopeError(f"random: turn is MAX or MIN, not {clean(value, 40)!r}")
        kinds: dict[str, Callable[[str], Any]] = {"order": str, "turn": Turn.__getitem__}
        given[_WORDS[word]] = kinds[word](value) if word in kinds else whole_number("random", word, value)
    return RandomTree(**given)


ENTRY = Entry(
    name="random",
    make=_make,
    form=_FORM,
    summary="Uniform random tree: b moves, d plies; order random, best or worst; turn=MIN lets MIN begin",
    small=("random:b=3,d=4,seed=7", "random:b=2,d=5,seed=1,order=worst,turn=MIN", "random:b=1,d=0"),
    offer=Offer("random:b=3,d=6,seed=7", 385),
)
