"""What the visits that had returned by a moment say of each position: all that a table could have held then.

A table may have held more: values of earlier searches, of positions that its key takes for the same. So a node that
the table answered without support from here is a suspect, and no more.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from enum import Enum
from typing import Any, NamedTuple

import numpy as np

from tracer.deciding.thresholds import SURE, TWICE
from tracer.diagnosis.call_columns import LEFT, UNKNOWN
from tracer.diagnosis.case import INFINITY, Case
from tracer.diagnosis.identity import boards, boards_but_for_null_moves, boards_of_either, positions_or_paths
from tracer.recording.columns import NO_DEPTH, Array, Bools, Floats, Ints
from tracer.recording.no_moves import Null
from tracer.recording.node import remaining_depths
from tracer.recording.status import EXPANDED, HORIZON, TABLE, TERMINAL

Numbers = dict[float, int]
"""Values that visits returned, each with the first such visit."""


class Wins(NamedTuple):
    """How a search counts its wins."""

    won: float
    """What a win at the root counts, less a ply for each ply to it; infinite where wins are not counted so."""
    deepest: int
    """The most plies from the root."""

    def plies(self, values: Array | float, ply: Ints | int) -> Array:
        """Return what a win has more where it is counted by the plies from its position; 0 for all other values.

        >>> Wins(1000, 9).plies(np.array([995, -995, 5]), 3)
        array([ 3, -3,  0])
        """
        size = np.abs(values)
        plies: Array = np.where((self.won - 2 * self.deepest <= size) & (size <= self.won), np.sign(values), 0) * ply
        return plies


def wins_of(case: Case) -> Wins:
    """Return how a search counts its wins by its leaves; draws, and what is clamped to a window, do not count."""
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


class Kind(Enum):
    """Why it is known which visits had the position of a suspect."""

    KNOWN = "by the game or by texts"
    AGAIN = "the move was just searched before"
    OTHER_MOVER = "it is the board before a null move"


class Suspect(NamedTuple):
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


class VisitsInTime:
    """Visits that share something, such as the position, side by side in the order in which they returned."""

    def __init__(self, visits: Ints, shared: Ints, end: Ints) -> None:
        self._shared, self._size = shared, len(end) + 1
        self.visits = visits[np.argsort(shared[visits], kind="stable")]
        self._returned = shared[self.visits] * self._size + end[self.visits]

    def before(self, nodes: Ints | int) -> tuple[Any, Any]:
        """Return where the visits begin and end that share it with each node and had returned when that was entered."""
        begin = self._shared[nodes] * self._size
        return np.searchsorted(self._returned, begin), np.searchsorted(self._returned, begin + nodes, "right")

    def last(self, nodes: Ints) -> Ints:
        """Return the last of these visits for each node; −1 where there is none."""
        first, end = self.before(nodes)
        found: Ints = np.append(self.visits, -1)[np.where(end > first, end - 1, -1)]
        return found

    def greatest(self, ranks: Ints, nodes: Ints) -> Ints:
        """Return for each node the greatest rank of these visits, of which each has one; 0 where there is none."""
        group = np.cumsum(np.diff(self._shared[self.visits], prepend=-1) > 0) * (1 + ranks.max(initial=0))
        greatest = np.append(np.maximum.accumulate(group + ranks) - group, 0)
        first, end = self.before(nodes)
        return np.where(end > first, greatest[end - 1], 0)


class TableEntries:
    """What was known of each position whenever it was entered again, and the answers of the table that need more."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.wins = case.once(wins_of)
        self.positions, self.by_path = positions_or_paths(case)
        """The number of each node's position, who moves included, −1 where it is not known; and whether only the path
        tells which other nodes had its position."""
        self.depths, self.status = depths(case), case.columns.status
        self.ply, value = np.asarray(case.ply), case.columns.value
        self.own: Floats = value + self.wins.plies(value, self.ply)
        """What each visit returned, as its position has it at any ply."""
        self.own_limits: Floats = self._proven()
        """Between which numbers the true value of each node lies, by its claim and by all below it; at any ply too."""
        for ends in self.own_limits.T:
            np.add(ends, self.wins.plies(ends, self.ply), out=ends)
        visits = case.returned[(self.positions[case.returned] >= 0) & (self.status[case.returned] != TABLE)]
        self._visits, self._searched = visits, visits[self.status[visits] == EXPANDED]
        self._held, self.searched = (
            VisitsInTime(some, self.positions, case.columns.end) for some in (self._visits, self._searched)
        )
        self._reach: Floats = np.where(self._solved(), INFINITY, self.depths)
        """How far each visit looked: to the end of the game where its value depends on no depth."""
        leaves = (self.status == TERMINAL) | (self.status == HORIZON)
        found = self.own[case.returned[leaves[case.returned]]]
        self._ends = (found.min(), found.max()) if len(found) else (-INFINITY, INFINITY)
        self._look_up(boards(case))

    def with_boards(self, known: list[Hashable]) -> TableEntries:
        """Return the same entries of a table that tells boards apart so: what stands on the board at each node."""
        other = copy.copy(self)
        other._look_up(known)
        return other

    def _look_up(self, on_board: list[Hashable]) -> None:
        """Find the suspects among the answers, and what speaks for a sound table, by boards."""
        case, end = self.case, self.case.columns.end
        met: dict[Hashable, int] = {}
        numbers = (-1 if one is None else met.setdefault(one, len(met)) for one in on_board)
        self.boards: Ints = np.fromiter(numbers, np.int64, len(case))
        """The number of what stands on the board at each node, whoever moves; −1 where it is not known."""
        unknown = self.by_path & (self.boards < 0)
        self.boards[unknown] = len(met) + self.positions[unknown]
        for node in np.flatnonzero(self.by_path & case.visits_by(Null)).tolist():  # which changes no board
            self.boards[node] = self.boards[case.parent[node]]
        self._held_on_board, self.searched_on_board = (
            VisitsInTime(some, self.boards, end) for some in (self._visits, self._searched)
        )
        self.strangers = self._strangers()
        self.suspects = list(self._suspects())
        self._count_searched()

    def _proven(self) -> Floats:
        """Return what each node claims and what is below it, together, if they agree."""
        case, columns, found = self.case, self.case.columns, np.stack(self.case.claimed, 1)
        if case.windowed and case.trace.header.options.get("fail") != "hard" and (columns.alpha == columns.beta).any():
            # Empty windows show that it cuts only beyond them, so a value at an end is exact.
            at_end = (columns.value == columns.alpha) | (columns.value == columns.beta)
            at_end &= self.status == EXPANDED
            found[at_end] = columns.value[at_end, None]
        changed = True
        while changed:
            changed = False
            for calls in case.walk([*case.calls.values()], 1):
                if len(calls):
                    best, open_end = (np.maximum, 1) if calls.turn > 0 else (np.minimum, 0)
                    limits = best.reduceat(found[calls.child], calls.first)
                    left = (calls.left == LEFT) | ((calls.left == UNKNOWN) & case.trace.columns.cutoff[calls.node])
                    limits[left, open_end] = calls.turn * INFINITY
                    (low, high), claimed = limits.T, found[calls.node]
                    both = np.stack([np.maximum(low, claimed[:, 0]), np.minimum(high, claimed[:, 1])], 1)
                    both = np.where(both[:, :1] <= both[:, 1:], both, claimed)
                    changed |= not np.array_equal(both, claimed)
                    found[calls.node] = both
        return found

    def _solved(self) -> Bools:
        """Return the visits whose value depends on no depth: by the rules, or by what solved visits had returned."""
        case, status, end = self.case, self.status, self.case.columns.end
        depends = (status == HORIZON) | (status == TABLE)
        if case.game is None and case.remaining(0) is not None:
            depends |= (status == TERMINAL) & (self.depths <= 0)  # nobody knows whether the game is over there
        answers = np.flatnonzero((status == TABLE) & (self.positions >= 0))
        held = self._held.visits
        while True:
            before = np.concatenate([[0], np.cumsum(depends)])
            solved: Bools = before[end] == before[:-1]
            first = np.full(self.positions.max(initial=0) + 1, len(case) + 1)
            np.minimum.at(first, self.positions[held[solved[held]]], end[held[solved[held]]])
            now = answers[depends[answers] & (first[self.positions[answers]] <= answers)]
            if not len(now):
                return solved
            depends[now] = False

    def _told_by_sound_table(self, nodes: Ints) -> tuple[Floats, Floats, Bools]:
        """Return what a sound table could tell of each node's position: its limits, and whether anything at all."""
        held, found = self._held, np.zeros((3, len(nodes)), np.int64)
        low, high = self.own_limits[held.visits].T
        known, ranks = zip(
            *(np.unique(np.append(ends, -INFINITY), return_inverse=True) for ends in (low, -high)), strict=True
        )
        first, end = held.before(nodes)
        met = first < end
        for asked in self.case.walk(np.unique(self.depths[nodes[met]]).tolist(), 1):
            mine, far = met & (self.depths[nodes] == asked), self._reach[held.visits] >= asked
            for row, rank in enumerate((ranks[0][:-1], ranks[1][:-1], 1)):
                found[row, mine] = held.greatest(far * rank, nodes[mine])
        return known[0][found[0]], -known[1][found[1]], found[2] > 0

    def _strangers(self) -> Ints:
        """Return the leaves, without a game, whose board had been searched with the other player alone to move."""
        case, leaves = self.case, np.flatnonzero((self.status == TERMINAL) & (self.positions >= 0))
        if case.game is not None or case.tells_table:
            return leaves[:0]
        first, end = self._held.before(leaves)
        last = self.searched_on_board.last(leaves)
        found: Ints = leaves[(first == end) & (self.boards[leaves] >= 0) & (last >= 0)]
        return found

    def _suspects(self) -> Iterator[Suspect]:
        """Find the answers that claim more than a sound table could have told."""
        case = self.case
        answers = np.flatnonzero((self.status == TABLE) & (self.positions >= 0))
        low, high, _ = self._told_by_sound_table(answers)
        first, end = self._held.before(answers)
        board_first, board_end = self._held_on_board.before(answers)
        claim = np.stack([ends[answers] for ends in case.claimed], 1)
        claim += self.wins.plies(claim, self.ply[answers, None])
        turned = board_end - board_first > np.where(self.boards[answers] >= 0, end - first, 0)
        again = case.trace.searched_again[answers] & (claim[:, 0] == claim[:, 1])
        known = ~self.by_path[answers]
        told = known | turned | again  # of others another path may have led there
        self.foreign = int((told & (first == end) & ~turned).sum())
        """How often the table answered for a board that this trace had not met before."""
        last = self.searched.last(answers)
        won = self.wins.plies(case.columns.value[answers], self.ply[answers]) != 0
        won &= (last >= 0) & (self.ply[last] != self.ply[answers])
        self.right_wins = int((won & (self.own[last] == self.own[answers])).sum())
        """How often the table answered with a win that is another number at the ply where it was stored."""
        as_stored = won & (case.columns.value[last] == case.columns.value[answers])
        more = told & (answers < case.lost) & (as_stored | (claim[:, 0] > low) | (claim[:, 1] < high))
        daring = (claim[:, 0] > np.maximum(low, self._ends[0])) | (claim[:, 1] < np.minimum(high, self._ends[1]))
        found = dict.fromkeys(self.strangers.tolist(), (True, Kind.KNOWN))
        for at in np.flatnonzero(more).tolist():
            kind = Kind.KNOWN if known[at] else Kind.OTHER_MOVER if turned[at] else Kind.AGAIN
            found[answers.item(at)] = bool(daring[at]), kind
        for node in case.walk(sorted(found)):
            here, on_board = self.visits_before(node)
            far = self._reach[here] >= self.depths[node]
            enough, shallow, other = map(self._numbers, (here[far], here[~far], on_board))
            yield Suspect(node, enough, shallow, found[node][0], other, found[node][1])

    def visits_before(self, node: int) -> tuple[Ints, Ints]:
        """Return the visits of a node's position that had returned, and those of its board with another one to move."""
        here, on_board = (kept.visits[slice(*kept.before(node))] for kept in (self._held, self._held_on_board))
        return here, on_board[self.positions[on_board] != self.positions[node]]

    def _numbers(self, visits: Ints) -> Numbers:
        _, first = np.unique(self.own[visits], return_index=True)
        visits = visits[np.sort(first)]
        return dict(zip(self.own[visits].tolist(), visits.tolist(), strict=True))

    def _count_searched(self) -> None:
        """Count the positions that were searched again though a table that mistakes something would have answered.

        A quiescence search in which it never answers has none.
        """
        case, columns = self.case, self.case.columns
        asks = np.full(len(case), (columns.beyond & (self.status == TABLE)).any()) | ~columns.beyond
        nodes = np.flatnonzero((self.status == EXPANDED) & (self.positions >= 0) & asks)
        low, high, enough = self._told_by_sound_table(nodes)
        alpha, beta, asked = columns.alpha[nodes], columns.beta[nodes], self.depths[nodes]
        stored = self._searched[asks[self._searched]]
        last, other = (VisitsInTime(stored, of, columns.end).last(nodes) for of in (self.positions, self.boards))
        (lowest, highest), own = case.claimed, self.own[last]
        here = own - self.wins.plies(own, self.ply[nodes])
        exact, met = lowest[last] == highest[last], last >= 0
        open_ = np.maximum(low, self._ends[0]) < np.minimum(high, self._ends[1])
        bound = met & open_ & (self.depths[last] >= asked) & ~exact & (alpha < here) & (here < beta)
        is_lower = (lowest[last[bound]] > -INFINITY).tolist()
        self.again = Counter(zip(columns.turn[nodes[bound]].tolist(), is_lower, strict=True))
        """How often a position was searched again as only a bound was known: by player, and whether a lower one."""
        deeper = met & ~enough & (exact | (lowest[last] >= beta) | (highest[last] <= alpha))
        self.deeper = int(deeper.sum())
        """How often a position was searched again as only a shallower value was known."""
        self._deeper: Ints = nodes[deeper]
        iteration = (columns.parent[nodes] == 0) & (0 in case.trace.drivers)
        self.deeper_inside = int((deeper & ~iteration).sum())
        """The same but for the position of the iterations, at which many tables are not asked."""
        known = (other >= 0) & (self.positions[other] != self.positions[nodes]) & (self.depths[other] >= asked)
        self.turned = int((known & (lowest[other] == highest[other])).sum())
        """How often a position was searched though the other player's value on the same board was known exactly."""

    def has_windows_in_key(self, answers: Iterable[int]) -> bool:
        """Return whether a table without depths tells windows apart, as it seems.

        Each answer is what a visit of its position had returned in the same window, and where a position was searched
        again as only a shallower value was known, that was in no window that it had been searched in.
        """
        alpha, beta = self.case.columns.alpha, self.case.columns.beta

        def in_window(node: int) -> Ints:
            here = self.visits_before(node)[0]
            found: Ints = here[(alpha[here] == alpha[node]) & (beta[here] == beta[node])]
            return found

        answered = all((self.own[in_window(node)] == self.own[node]).any() for node in answers)
        return answered and not any(len(in_window(node)) for node in self._deeper.tolist())


def other_entries(case: Case, entries: TableEntries) -> Iterator[TableEntries]:
    """Make the entries by what a table may take for a board: any player's pieces, or no null move's change of player.

    The first is looked at where the table answered for boards that the trace had not met before, the second where null
    moves were made.
    """
    if entries.foreign:
        yield from map(entries.with_boards, boards_of_either(case))
    if any(isinstance(move, Null) for move in case.trace.no_moves.values()):
        yield entries.with_boards(boards_but_for_null_moves(case))


def depths(case: Case) -> Array:
    """Return the depth each node was asked for; 0 everywhere in a search without depth."""
    limit, ply = case.remaining(0), np.array(case.ply, float)
    found = remaining_depths(case.trace, np.asarray(case.ply))
    whole = np.full(len(case), INFINITY) if limit is None else limit - ply
    if found is None:
        return whole if limit is not None else np.zeros(len(case))
    known: Array = np.where(found == NO_DEPTH, whole, found)
    return known
