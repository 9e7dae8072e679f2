"""Nim: take any number of counters from one heap; who takes the last wins (or, in misère play, loses).

A position is the heaps and who moves. Bouton (1901) solved it: the mover wins unless the heaps' exclusive or is 0.
"""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from functools import reduce
from operator import xor

from tracer.errors import PlyscopeError
from tracer.games.board import MAX_TEXT_SIDE, Board, board_from_text
from tracer.games.game_entry import DemoSearch, GameEntry, Parameter, parse_whole_number
from tracer.games.rules import MAX, MIN, BuiltIn, Turn

Heaps = tuple[tuple[int, ...], Turn]
Take = tuple[int, int]

MAX_HEAPS = 26
"""Heaps are named by one letter."""
MAX_HEAP = 1_000
COUNTER = "●"


class Nim(BuiltIn):
    """Nim with the given heaps. MAX begins; who wins gets 1 (MAX) or −1 (MIN)."""

    def __init__(self, heaps: Sequence[int] = (1, 3, 5, 7), misere: bool = False) -> None:
        if not 1 <= len(heaps) <= MAX_HEAPS or not all(0 <= heap <= MAX_HEAP for heap in heaps):
            raise PlyscopeError(f"nim: 1 to {MAX_HEAPS} heaps of 0 to {MAX_HEAP} counters, not {list(heaps)}")
        self.heaps, self.misere = tuple(heaps), misere
        self.spec = "nim:" + ",".join(map(str, heaps)) + (",misere" if misere else "")

    def start(self) -> Heaps:
        """The given heaps, MAX to move."""
        return (self.heaps, MAX)

    def turn(self, state: Heaps) -> Turn:
        """Who moves stands in the position."""
        return state[1]

    def utility(self, state: Heaps) -> float | None:
        """With all heaps empty, the player who took the last counter won; in misère play lost."""
        heaps, turn = state
        if any(heaps):
            return None
        return int(turn if self.misere else -turn)

    def moves(self, state: Heaps) -> Sequence[Take]:
        """(heap, counters): the first heap first, few counters before many.

        Raises:
            PlyscopeError: a heap has more counters than any may have.
        """
        if max(state[0]) > MAX_HEAP:
            raise PlyscopeError(f"a heap has at most {MAX_HEAP:,} counters, not {max(state[0]):,}")
        return [(heap, count) for heap, size in enumerate(state[0]) for count in range(1, size + 1)]

    def play(self, state: Heaps, move: Take) -> Heaps:
        """The heaps with the counters taken."""
        heaps, turn = state
        heap, count = move
        return ((*heaps[:heap], heaps[heap] - count, *heaps[heap + 1 :]), MIN if turn is MAX else MAX)

    def null(self, state: Heaps) -> Heaps:
        """The same heaps, the other player to move: as in a zugzwang, who may pass often wins."""
        heaps, turn = state
        return (heaps, MIN if turn is MAX else MAX)

    def evaluate(self, state: Heaps) -> float:
        """Half a win for the player whom Bouton's theorem says will win."""
        heaps, turn = state
        mover_wins = reduce(xor, heaps) != 0
        if self.misere and max(heaps) <= 1:
            mover_wins = not mover_wins
        return (turn if mover_wins else -turn) / 2

    def label(self, move: Take) -> str:
        """The heap's letter and the number of counters taken: `c5`."""
        return f"{string.ascii_lowercase[move[0]]}{move[1]}"

    def show(self, state: Heaps) -> str:
        """The heaps and who moves: `1,3,5,7 MAX`."""
        heaps, turn = state
        return ",".join(map(str, heaps)) + f" {turn.name}"

    def board(self, state: Heaps) -> Board:
        """A row a heap, its counters from the left; heaps that are too large to be drawn are the text of `show`."""
        max_heap = max(self.heaps)
        if max_heap > MAX_TEXT_SIDE:
            return board_from_text(self.show(state))
        return Board(tuple((COUNTER,) * heap + ("",) * (max_heap - heap) for heap in state[0]))

    def parse(self, text: str) -> Heaps:
        """Read what `show` writes; MAX moves where nobody is named."""
        match = re.fullmatch(r"\s*(\d+(?:\s*,\s*\d+)*)(?:\s+(MAX|MIN))?\s*", text, re.IGNORECASE | re.ASCII)
        if match is None or len(match[1]) > 200:
            raise ValueError("a position is the heaps and who moves, such as '1,3,0,2 MIN'")
        heaps = tuple(int(heap) for heap in match[1].split(","))
        if len(heaps) != len(self.heaps) or any(
            remaining > full for remaining, full in zip(heaps, self.heaps, strict=True)
        ):
            raise ValueError(f"the heaps {match[1]} cannot come from {','.join(map(str, self.heaps))}")
        turn = Turn[(match[2] or "MAX").upper()]
        taken_count = sum(self.heaps) - sum(heaps)
        changed_heaps = sum(remaining < full for remaining, full in zip(heaps, self.heaps, strict=True))
        if not any(count % 2 == (turn is MIN) for count in range(changed_heaps, taken_count + 1)):
            raise ValueError(f"{turn.name} cannot be to move after {taken_count} counters were taken")
        return (heaps, turn)


def _make_nim(text: str) -> Nim:
    items = [item.strip() for item in text.split(",")] if text else []
    misere = items[-1:] in (["misere"], ["misère"])
    heaps = [parse_whole_number("nim", "a heap", item) for item in (items[:-1] if misere else items)]
    return Nim(heaps or (1, 3, 5, 7), misere)


ENTRY = GameEntry(
    name="nim",
    make=_make_nim,
    form="nim:1,3,5,7[,misere]",
    summary="Nim: the heaps; who takes the last counter wins, or loses in misère",
    parameters=(
        Parameter("heaps", "the counters of each heap, with commas between", "1,3,5,7", 0, MAX_HEAP),
        Parameter("misere", "who takes the last counter loses; at the end: nim:1,2,misere", "no"),
    ),
    test_specs=("nim:1,2,2", "nim:2,3,misere"),
    demo_search=DemoSearch("nim:1,3,5", 6_077),
)
