"""What the visits that had returned by a moment say of each position: all that a table could have held then.

A table may have held more: values of earlier searches, of positions that its key takes for the same. So a node that
the table answered without support from here is a suspect, and no more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Any

import numpy as np

from tracer.diagnosis.bounds import Limits
from tracer.diagnosis.case import INFINITY, UNKNOWN, Case
from tracer.diagnosis.identity import (
    boards,
    boards_but_for_null_moves,
    boards_of_either,
    nodes_by_path,
    positions,
    with_boards_of_null_moves,
    with_paths,
)
from tracer.diagnosis.table_wins import wins_of
from tracer.recording.columns import NO_DEPTH, Ints
from tracer.recording.no_moves import Null
from tracer.recording.remaining import remaining_depths
from tracer.recording.status import EXPANDED, HORIZON, OPEN, PRUNED, TABLE, TERMINAL

Numbers = dict[float, int]
"""Values that visits returned, each with the first such visit."""


@dataclass(slots=True)
class Entry:
    """What is known of one position at one remaining depth."""

    low: float = -INFINITY
    high: float = INFINITY
    numbers: Numbers = field(default_factory=dict)

    def learn(self, limits: Limits) -> None:
        """A visit says where the true value lies."""
        self.low, self.high = max(self.low, limits[0]), min(self.high, limits[1])


class Kind(Enum):
    """Why it is known which visits had the position of a suspect."""

    KNOWN = "by the game or by texts"
    AGAIN = "the move was just searched before"
    OTHER_MOVER = "it is the board before a null move"


@dataclass(frozen=True, slots=True)
class Suspect:
    """A node that the table answered with more than the visits before it could have told it."""

    node: int
    enough: Numbers
    """What visits of the position returned that looked far enough."""
    shallow: Numbers
    """What visits of the position returned that looked less far than was asked here."""
    daring: bool
    """Whether it is more even if all values lie between the least and the greatest leaf."""
    other: Numbers
    """What visits returned that have the same board with the other player to move."""
    kind: Kind


class Ledger:
    """The whole trace read in the order of time, with what was known of each position whenever it was entered again.

    Args:
        case: the search.
        known: what stands on the board at each node, as far as a table tells boards apart.
    """

    def __init__(self, case: Case, known: list[Hashable] | None = None) -> None:
        self.case = case
        self._known = boards(case) if known is None else known
        self.wins = case.once(wins_of)
        self.limits: list[Limits] = list(case.claims)
        """Where the true value of each node lies by its claim and by all that is below it."""
        if _is_strict(case):
            ends = zip(case.value, case.alpha, case.beta, strict=True)
            for node, (value, alpha, beta) in enumerate(ends):
                if value in (alpha, beta) and case.status[node] == EXPANDED:
                    self.limits[node] = value, value
        self.suspects: list[Suspect] = []
        self.again: Counter[tuple[int, bool]] = Counter()
        """How often a position was searched again as only a bound was known: by player, and whether a lower one."""
        self.deeper = 0
        """How often a position was searched again as only a shallower value was known."""
        self.deeper_inside = 0
        """The same but for the position of the iterations, at which many tables are not asked."""
        self.turned = 0
        """How often a position was searched though the other player's value on the same board was known exactly."""
        self.foreign = 0
        """How often the table answered for a board that this trace had not met before."""
        self.strangers = 0
        """Of a search without a game: leaves whose board had been searched with the other player alone to move."""
        self._entries: dict[int, dict[float, Entry]] = {}
        self._last: dict[int, int] = {}
        """The last search of each position: what a table has most likely kept."""
        self._last_on_board: dict[Hashable, int] = {}
        """The same by the board."""
        self._unsolved = [0]
        self._read()

    @cached_property
    def by_path(self) -> set[int]:
        """The nodes of which only the path tells which others had their position."""
        return set(self._by_path.tolist())

    @cached_property
    def _by_path(self) -> Ints:
        return nodes_by_path(self.case, positions(self.case))

    @cached_property
    def positions(self) -> list[int]:
        """The number of each node's position, who moves included; −1 where it is not known."""
        return with_paths(self.case, positions(self.case), self._by_path)

    @cached_property
    def boards(self) -> list[Hashable]:
        """What stands on the board at each node, whoever moves; None where it is not known."""
        return with_boards_of_null_moves(self.case, self._known, self.positions, self._by_path)

    @cached_property
    def depths(self) -> list[float]:
        """The depth each node was asked for; 0 everywhere in a search without depth."""
        return depths(self.case)

    @cached_property
    def _beyond(self) -> list[bool]:
        """Whether a node is at the horizon or beyond it, where a leaf is not the end of a game that nobody knows."""
        case, found = self.case, [False] * len(self.case)
        if case.game is not None or case.remaining(0) is None:
            return found
        for node in case.visited[1:]:
            above = case.parent[node]
            handed_on = above > 0 and above in case.trace.drivers
            found[node] = found[above] or handed_on or self.depths[node] <= 0
        return found

    def own_value(self, node: int) -> float:
        """What a visit returned, as its position has it at any ply."""
        return self.wins.from_position(self.case.value[node], self.case.ply[node])

    def own_limits(self, node: int, limits: Limits) -> Limits:
        """Between which numbers a node's value lies, as its position has it at any ply."""
        ply = self.case.ply[node]
        return self.wins.from_position(limits[0], ply), self.wins.from_position(limits[1], ply)

    @cached_property
    def ends(self) -> Limits:
        """The least and the greatest value of a leaf: nothing beyond them needs to be known."""
        found = [self.own_value(node) for node in self.case.leaves()]
        return (min(found), max(found)) if found else UNKNOWN

    @cached_property
    def _sides(self) -> dict[Hashable, set[int]]:
        """The positions that have each board."""
        found: dict[Hashable, set[int]] = {}
        for node in self.case.visited:
            if self.boards[node] is not None:
                found.setdefault(self.boards[node], set()).add(self.positions[node])
        return {board: places for board, places in found.items() if len(places) > 1}

    @cached_property
    def _legal(self) -> list[int]:
        """How many legal moves each node has; −1 where it is not known."""
        return [-1] * len(self.case) if self.case.game is None else self.case.listed(self.case.legal_counts)

    @cached_property
    def _again(self) -> list[bool]:
        """Whether a visit is the second one by the same move: nothing came between that the table could have learnt."""
        return self.case.listed(self.case.trace.searched_again)

    def _read(self) -> None:
        case, time, done = self.case, self.case.in_time, 0
        for node in case.walk(range(len(case))):
            while done < len(time) and case.end[time[done]] <= node:
                self._returned(time[done])
                done += 1
            unsolved = case.status[node] != PRUNED and self._entered(node)
            self._unsolved.append(self._unsolved[-1] + unsolved)

    def acquit(self, nodes: set[int]) -> None:
        """Suspect some nodes no more: another cause is known."""
        self.suspects = [suspect for suspect in self.suspects if suspect.node not in nodes]

    def _returned(self, node: int) -> None:
        """A visit is over, and could have been stored."""
        case, place = self.case, self.positions[node]
        low, high = self.limits[node]
        if case.status[node] == EXPANDED and low < high:
            self.limits[node] = self._proof(node)
        if place < 0 or case.status[node] == TABLE:
            return
        solved = self._unsolved[case.end[node]] == self._unsolved[node]
        depth = INFINITY if solved else self.depths[node]
        entry = self._entries.setdefault(place, {}).setdefault(depth, Entry())
        entry.learn(self.own_limits(node, self.limits[node]))
        entry.numbers.setdefault(self.own_value(node), node)
        if case.status[node] == EXPANDED:
            self._last[place] = node
            if self.boards[node] is not None:
                self._last_on_board[self.boards[node]] = node

    def _proof(self, node: int) -> Limits:
        """What an expanded node claims and what is below it, together, if they agree."""
        case, known = self.case, dict[int, Limits]()
        for child in case.children(node):
            limits = UNKNOWN if case.status[child] in (PRUNED, OPEN) else self.limits[child]
            before = known.get(case.move[child], UNKNOWN)
            known[case.move[child]] = max(before[0], limits[0]), min(before[1], limits[1])
        found = list(known.values())
        if not case.turn[node] or not found:
            return self.limits[node]
        if len(found) < self._legal[node] or (case.game is None and case.cutoff[node]):
            found.append(UNKNOWN)
        best = max if case.turn[node] > 0 else min
        low, high = best(limits[0] for limits in found), best(limits[1] for limits in found)
        claim = self.limits[node]
        low, high = max(low, claim[0]), min(high, claim[1])
        return (low, high) if low <= high else claim

    def _entered(self, node: int) -> bool:
        """A visit begins; tells whether its value may depend on the depth."""
        case, place = self.case, self.positions[node]
        status = case.status[node]
        if status not in (EXPANDED, TABLE) or place < 0:
            if status == TERMINAL and case.game is None and place >= 0 and not case.tells_table:
                self._maybe_stranger(node, place)
            return status in (HORIZON, TABLE) or (status == TERMINAL and self._beyond[node])
        known = self._entries.get(place, {})
        asked = self.depths[node]
        enough = [entry for depth, entry in known.items() if depth >= asked]
        low = max([-INFINITY, *(entry.low for entry in enough)])
        high = min([INFINITY, *(entry.high for entry in enough)])
        within = max(low, self.ends[0]), min(high, self.ends[1])
        if status == EXPANDED:
            self._searched_again(node, bool(enough), within[0] < within[1])
            return False
        other, claim = self._turned(node), self.own_limits(node, case.claims[node])
        repeats = self._again[node] and claim[0] == claim[1]
        if node in self.by_path and not other and not repeats:
            return INFINITY not in known  # another path may have led there
        self.foreign += not known and not other
        if claim[0] > low or claim[1] < high:
            shallow = _numbers(entry for depth, entry in known.items() if depth < asked)
            daring = claim[0] > within[0] or claim[1] < within[1]
            kind = Kind.KNOWN if node not in self.by_path else Kind.OTHER_MOVER if other else Kind.AGAIN
            self.suspects.append(Suspect(node, _numbers(enough), shallow, daring, other, kind))
        return INFINITY not in known

    def _searched_again(self, node: int, enough: bool, unknown: bool) -> None:
        """Count what a table that mistakes bounds or depths would have answered here."""
        case, last = self.case, self._last.get(self.positions[node])
        if last is not None and unknown and self.depths[last] >= self.depths[node]:
            (low, high), value = case.claims[last], self.wins.from_root(self.own_value(last), case.ply[node])
            if low < high and case.alpha[node] < value < case.beta[node]:
                self.again[case.turn[node], low > -INFINITY] += 1
        if last is not None and not enough:
            low, high = case.claims[last]
            deeper = low == high or low >= case.beta[node] or high <= case.alpha[node]
            self.deeper += deeper
            self.deeper_inside += deeper and not (case.parent[node] == 0 and 0 in case.trace.drivers)
        last = self._last_on_board.get(self.boards[node])
        if last is not None and self.positions[last] != self.positions[node]:
            low, high = case.claims[last]
            self.turned += low == high and self.depths[last] >= self.depths[node]

    def _turned(self, node: int) -> Numbers:
        """What visits returned that had the same board with another player to move."""
        board, place = self.boards[node], self.positions[node]
        others = self._sides.get(board, ()) if board is not None else ()
        return _numbers(entry for other in others if other != place for entry in self._entries.get(other, {}).values())

    def _maybe_stranger(self, node: int, place: int) -> None:
        """Without a game, a leaf that had been searched with the other player to move may be the table's answer."""
        if place in self._entries:
            return
        other = {number: visit for number, visit in self._turned(node).items() if self.case.status[visit] == EXPANDED}
        if other:
            self.strangers += 1
            self.suspects.append(Suspect(node, {}, {}, daring=True, other=other, kind=Kind.KNOWN))


def other_ledgers(case: Case, ledger: Ledger) -> Iterator[Ledger]:
    """The same by what a table may take for a board: any player's pieces, or the player that no null move has changed.

    The first is looked at where the table answered for boards that the trace had not met before, the second where null
    moves were made.
    """
    if ledger.foreign:
        yield from (Ledger(case, boards) for boards in boards_of_either(case))
    if any(isinstance(move, Null) for move in case.trace.no_moves.values()):
        yield Ledger(case, boards_but_for_null_moves(case))


def _is_strict(case: Case) -> bool:
    """Whether the search cuts only beyond the window, so that a value at its end is exact; empty windows show it."""
    options = case.trace.header.options
    if not case.windowed or options.get("fail") == "hard":
        return False
    return options.get("cut") == ">" or any(alpha == beta for alpha, beta in zip(case.alpha, case.beta, strict=True))


def _numbers(entries: Any) -> Numbers:
    found: Numbers = {}
    for entry in entries:
        for number, node in entry.numbers.items():
            found.setdefault(number, node)
    return found


def depths(case: Case) -> list[float]:
    """The depth each node was asked for; 0 everywhere in a search without depth."""
    limit, ply = case.remaining(0), case.column(case.ply, np.int64)
    found = remaining_depths(case.trace, ply)
    if found is None:
        return [0] * len(case) if limit is None else (limit - ply).tolist()
    whole = np.full(len(case), INFINITY) if limit is None else limit - ply
    known: list[float] = np.where(found == NO_DEPTH, whole, found).tolist()
    return known
