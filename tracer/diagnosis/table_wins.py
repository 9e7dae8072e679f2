"""Wins in a table, where they are counted by the plies from the root: a win of a position has a number at each ply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from tracer.deciding.thresholds import FEW, SURE, TWICE
from tracer.diagnosis.case import INFINITY, Case
from tracer.diagnosis.finding import ERROR, Disease, Symptom
from tracer.recording.status import TABLE, TERMINAL
from tracer.text import number

BOUND_AS_EXACT = Disease(
    "bound-as-exact",
    ERROR,
    "The table answers with a number that was only a bound, at or outside the window of the visit that stored it, as "
    "if it were the position's exact value.",
    "Store with each value whether it is exact, a lower or an upper bound (compare it with the window the call began "
    "with, not with the narrowed one), and use a bound only where it alone decides: a lower one that reaches beta, an "
    "upper one that reaches alpha.",
)
WINDOW_VALUE_AS_EXACT = Disease(
    "window-value-as-exact",
    ERROR,
    "A fail-hard search keeps its clamped value, which is an end of the window of that visit and says nothing more, "
    "and the table answers with it inside other windows.",
    "Store a clamped value as the bound that it is (alpha as an upper, beta as a lower bound), or make the search "
    "fail-soft; keep no value that belongs to one window only as exact.",
)
ENTRY_BEYOND_DEPTH = Disease(
    "entry-beyond-depth",
    ERROR,
    "The table answers with the value of a shallower search where more depth was asked for.",
    "Store the remaining depth with each value and use it only if it is at least the depth asked for, or make the "
    "depth part of the key.",
)
KEY_WITHOUT_PLAYER = Disease(
    "key-without-player",
    ERROR,
    "The table takes the same board with the other player to move for the same position, or a board on which the same "
    "places are taken by other players' pieces.",
    "Make the player to move part of the key, and whose each piece is; a null move changes the player, too.",
)
WRONG_TABLE_VALUE = Disease(
    "wrong-table-value",
    ERROR,
    "The table answers with a value that is wrong and that no earlier visit of the position gave it.",
    "Look at what the key leaves out, at what is stored (the best value, after the last move, from the right player's "
    "view) and at whether an entry may be that of another position.",
)


OF_ANOTHER_PLY = Disease(
    "win-of-another-ply",
    ERROR,
    "Wins are counted by the plies from the root, and the table answers with the number that was stored for the "
    "position at another ply: a win of another length.",
    "Store wins by the plies from the position: before storing add the ply to the number of a win and take it off that "
    "of a loss; where the table answers, the other way round.",
)


class Wins(NamedTuple):
    """How a search counts its wins."""

    won: float
    """What a win at the root counts, less a ply for each ply to it; infinite where wins are not counted so."""
    deepest: int
    """The most plies from the root."""

    def is_win(self, value: float) -> bool:
        """Whether a value is a win or a loss.

        >>> [Wins(1000, 9).is_win(value) for value in (995, -1000, 12)]
        [True, True, False]
        """
        return self.won - 2 * self.deepest <= abs(value) <= self.won

    def from_position(self, value: float, ply: int) -> float:
        """A value as the position has it at any ply: a win is counted by the plies from there.

        >>> Wins(1000, 9).from_position(995, 3), Wins(1000, 9).from_position(-995, 3), Wins(1000, 9).from_position(5, 3)
        (998, -998, 5)
        """
        return value + (ply if value > 0 else -ply) if self.is_win(value) else value

    def from_root(self, value: float, ply: int) -> float:
        """The other way round.

        >>> Wins(1000, 9).from_root(998, 4)
        994
        """
        return value - (ply if value > 0 else -ply) if self.is_win(value) else value


def wins_of(case: Case) -> Wins:
    """How a search counts its wins by its leaves; draws, and what is clamped to a window, do not count."""
    leaves = [
        (abs(case.value[node]) + case.ply[node], case.ply[node])
        for node in case.leaves()
        if case.status[node] == TERMINAL and case.value[node] not in (0, case.alpha[node], case.beta[node])
    ]
    deepest = max(case.ply)
    if leaves:
        won, count = Counter(one for one, _ in leaves).most_common(1)[0]
        decided = sum(one > won / 2 for one, _ in leaves)
        plies = {ply for one, ply in leaves if one == won}
        if count >= SURE * decided and len(plies) >= TWICE and won > 4 * deepest:
            return Wins(won, deepest)
    return Wins(INFINITY, deepest)


class _Answer(NamedTuple):
    """An answer of the table, and the visit from which its number is."""

    node: int
    earlier: int


def wins_of_other_plies(case: Case, positions: list[int]) -> Iterator[Symptom]:
    """The answers that have a win as it was stored at another ply.

    Args:
        case: the search.
        positions: the number of each node's position; −1 where it is not known.
    """
    wins = case.once(wins_of)
    seen: dict[int, list[int]] = {}
    found: list[_Answer] = []
    right = 0
    for node in case.in_time if wins.won < INFINITY else ():
        value, ply = case.value[node], case.ply[node]
        if positions[node] < 0 or not wins.is_win(value):
            continue
        visits = seen.setdefault(positions[node], [])
        if visits and case.status[node] == TABLE:
            sound = [one for one in visits if _own(case, one, wins) == _own(case, node, wins)]
            as_stored = [one for one in visits if case.value[one] == value and case.ply[one] != ply]
            right += bool(sound) and all(case.ply[one] != ply for one in sound)
            if as_stored and not sound:
                found.append(_Answer(node, as_stored[-1]))
        visits.append(node)
    if len(found) >= max(FEW * right, 1) and (len(found) >= TWICE or _is_before(case, found[0].node, wins)):
        yield from (Symptom(OF_ANOTHER_PLY, one.node, partial(_say, case, one, wins)) for one in found)


def _own(case: Case, node: int, wins: Wins) -> float:
    """What a node returned, as its position has it."""
    return wins.from_position(case.value[node], case.ply[node])


def _is_before(case: Case, node: int, wins: Wins) -> bool:
    """Whether a win is said to have been before the position itself."""
    return abs(_own(case, node, wins)) > wins.won


def _say(case: Case, answer: _Answer, wins: Wins) -> str:
    node, earlier = answer
    own = _own(case, earlier, wins)
    right = number(wins.from_root(own, case.ply[node]))
    where = f"node {earlier:,} ({'/'.join(case.path(earlier)) or 'root'})"
    left = wins.won - abs(own)
    plies = f"{number(left)} {'ply' if left == 1 else 'plies'}"
    return (
        f"the table answered {number(case.value[node])} at ply {case.ply[node]}, as {where} had stored it at ply "
        f"{case.ply[earlier]}; a win in {plies} from the position counts {right} here"
    )
