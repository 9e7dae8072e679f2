"""Which visits of a trace are visits to the same position: what a transposition table could know.

Two visits have the same position where the game's keys of it are equal, whatever path, window or depth led there. Of a
search without its game that told its positions, where their texts on entry are equal and the same player moves.
Pruned branches were not visited, so they have none here.

Equal positions lead to equal ones by the same move. So ply by ply each move is played once at each position there, and
not once at each visit: a search of six million visits to a few hundred thousand positions takes seconds. Positions that
cannot be compared, or that hardly ever come back, are replayed visit by visit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from functools import cached_property
from itertools import pairwise
from time import perf_counter
from typing import Any

import numpy as np

from tracer.count.sizes import states
from tracer.errors import OURS, SIGNALS, Cancelled
from tracer.games.rules import game_error, key, optional
from tracer.recording.columns import Ints, index_dtype
from tracer.recording.recording import Recording
from tracer.recording.status import EXPANDED, LOWER, PRUNED, TABLE, UPPER, Bound

BATCH = 512
"""Moves played between two calls of `progress`: some milliseconds, unless the game is slow."""
MOST_SINGLE = 200_000
"""Positions of one ply that are kept beside each other though more than half of its visits have one of their own."""
AT_ONCE = 30_000
"""Nodes up to which texts are compared between two keys: a hundredth of a second, once."""
MOST_ASKED = 50
"""Earlier visits of a position that are asked what their number meant."""
PROBE = 2_000
"""Visits replayed to tell how long all of them take: a hundredth of a second."""


class Positions:
    """The visits of a trace by position. Made once, by playing its moves again, in any thread. 12 bytes a visit.

    Args:
        trace: a trace with its game, or with the texts of its positions.
        progress: called every `BATCH` moves with the number of visits whose position is known.
        cancelled: asked as often; True ends the replay.

    Raises:
        PlyscopeError: the trace has no game and no texts, or the game is another one.
        Cancelled: as asked.
        GameError: the game misbehaved.
    """

    def __init__(
        self,
        trace: Recording,
        *,
        progress: Callable[[int], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> None:
        self._trace = trace
        self._visits: Ints = np.flatnonzero(trace.columns.status != PRUNED).astype(index_dtype(len(trace)))
        self._classes = np.empty(len(self._visits), np.int32)
        self._count = 0
        self._stored: dict[int, tuple[int, Bound] | None] = {}
        self._report_progress, self._cancelled = progress or (lambda _: None), cancelled or (lambda: False)
        if is_told(trace):
            self._classify_by_text()
            return
        self._game = game = trace.need_game()
        self._name, self._named = key(game), optional(game, "key") is not None
        if not self._play_by_ply():
            self._replay()

    def _classify_by_text(self) -> None:
        """Number the positions by what the search told of them; one that it did not tell is like no other."""
        columns, visits = self._trace.columns, self._visits
        assert columns.text is not None
        first_text_by_content: dict[str, int] = {}
        first_text_with_same_content = np.array(
            [first_text_by_content.setdefault(text, text_id) for text_id, text in enumerate(self._trace.texts)],
            np.int64,
        )
        text_ids, own_class_per_visit = columns.text[visits], len(first_text_with_same_content) + np.arange(len(visits))
        class_keys = (
            np.where(text_ids < 0, own_class_per_visit, first_text_with_same_content[text_ids]) * 3
            + columns.turn[visits]
            + 1
        )
        _, firsts, classes = np.unique(class_keys, return_index=True, return_inverse=True)
        self._count = len(firsts)
        self._classes = np.argsort(np.argsort(firsts))[classes].astype(np.int32)
        self._report_progress(len(visits))

    def _pulse(self, done: int) -> None:
        if self._cancelled():
            raise Cancelled(f"cancelled after {done:,} of {len(self._visits):,} visits")
        self._report_progress(done)

    def _play_by_ply(self) -> bool:
        """Number the positions ply by ply. False where that does not pay, or they cannot be compared."""
        columns, visits = self._trace.columns, self._visits
        order = np.argsort(columns.ply[visits], kind="stable")
        ends = np.cumsum(np.bincount(columns.ply[visits])).tolist()
        position_numbers: defaultdict[Hashable, int] = defaultdict()
        position_numbers.default_factory = position_numbers.__len__
        self._classes[0] = position_numbers[self._key(self._trace.start())]
        # By node, the index of its position among the expanded positions of its ply.
        state_index_by_node: Ints = np.zeros(len(self._trace), np.int32)
        parent_states = [self._trace.start()]
        for first, stop in pairwise(ends):
            ply_indices = order[first:stop]
            ply_result = self._play(visits[ply_indices], state_index_by_node, parent_states, position_numbers, first)
            if ply_result is None:
                return False
            self._classes[ply_indices], state_index_by_node[visits[ply_indices]], parent_states = ply_result
        self._count = len(position_numbers)
        self._report_progress(len(visits))
        return True

    def _play(
        self,
        nodes: Ints,
        state_index_by_node: Ints,
        parent_states: list[Any],
        position_numbers: defaultdict[Hashable, int],
        done_count: int,
    ) -> tuple[Ints, Ints, list[Any]] | None:
        """Play the moves of one ply, each once at each position.

        Returns:
            The number of each node's position, the index of that among the expanded positions, and these; None where
            this does not pay.
        """
        columns, move_kinds = self._trace.columns, self._trace.move_count + 1
        pairs = state_index_by_node[columns.parent[nodes]].astype(np.int64) * move_kinds + columns.move[nodes]
        pairs, firsts, pair_of_node = np.unique(pairs, return_index=True, return_inverse=True)
        has_children = np.bincount(pair_of_node, columns.end[nodes] > nodes + 1, minlength=len(pairs)) > 0
        pair_numbers, state_indices = np.empty(len(pairs), np.int32), np.zeros(len(pairs), np.int32)
        index_by_position: dict[Hashable, int] = {}
        expanded_states: list[Any] = []
        first_nodes = zip(nodes[firsts].tolist(), (pairs // move_kinds).tolist(), has_children.tolist(), strict=True)
        for pair_index, (node, parent_index, is_expanded) in enumerate(first_nodes):
            if pair_index % BATCH == 0:
                self._pulse(done_count + pair_index * len(nodes) // len(pairs))
                has_many_states = len(expanded_states) > MOST_SINGLE
                if has_many_states and 2 * len(expanded_states) * len(pairs) > pair_index * len(nodes):
                    return None
            state = self._trace.state_after(parent_states[parent_index], node)
            pair_numbers[pair_index] = number = position_numbers[self._key(state)]
            if not is_expanded:
                continue
            try:
                state_indices[pair_index] = state_index = index_by_position.setdefault(
                    (number, state) if self._named else number, len(expanded_states)
                )
            except SIGNALS:
                raise
            except BaseException:  # what a game's own class raises when it is compared
                return None
            if state_index == len(expanded_states):
                expanded_states.append(state)
        return pair_numbers[pair_of_node], state_indices[pair_of_node], expanded_states

    def _key(self, state: Any) -> Hashable:
        """The game's key of a position, which can be compared."""
        try:
            name: Hashable = self._name(state)
            hash(name)
        except OURS:
            raise
        except BaseException as error:
            raise game_error(self._game, error) from error
        return name

    def _replay(self) -> None:
        """Number the positions in the order in which they are met first."""
        numbers: defaultdict[Hashable, int] = defaultdict()
        numbers.default_factory = numbers.__len__
        for done, (_, state) in enumerate(states(self._trace, self._ids())):
            if done % BATCH == 0:
                self._pulse(done)
            self._classes[done] = numbers[self._key(state)]
        self._count = len(numbers)
        self._report_progress(len(self._visits))

    def _ids(self) -> Iterator[int]:
        for first in range(0, len(self._visits), BATCH):
            yield from self._visits[first : first + BATCH].tolist()

    def __len__(self) -> int:
        """Distinct positions visited."""
        return self._count

    @property
    def numbered(self) -> tuple[Ints, Ints]:
        """The visits, ascending, and the number of each one's position; positions are numbered as they are met."""
        return self._visits, self._classes

    @cached_property
    def _by_position(self) -> Ints:
        """The visits, those of one position together and ascending."""
        ids: Ints = self._visits[np.argsort(self._classes, kind="stable")]
        return ids

    @cached_property
    def _starts(self) -> Ints:
        """Where the visits of each position begin in `_by_position`; one more for the end."""
        counts = np.bincount(self._classes, minlength=self._count)
        return np.concatenate([[0], np.cumsum(counts)]).astype(self._visits.dtype)

    def visits(self, node: int) -> Ints:
        """The visits to a node's position, itself included, ascending; none for a pruned branch. O(1)."""
        if not 0 <= node < len(self._trace):
            raise IndexError(f"node {node}: the trace has nodes 0 to {len(self._trace) - 1}")
        if self._trace.columns.status[node] == PRUNED:
            return self._by_position[:0]
        position = int(self._classes[self._trace.columns.visited_before[node]])
        return self._by_position[self._starts[position] : self._starts[position + 1]]

    def others(self, node: int) -> Ints:
        """The other visits to a node's position, ascending; none for a pruned branch. O(those)."""
        same = self.visits(node)
        others: Ints = same[same != node]
        return others

    def stored_bound(self, node: int) -> tuple[int, Bound] | None:
        """The first visit that had returned a node's number by then, where all that had meant it as one kind of bound.

        O(visits of the position), once.
        """
        if node not in self._stored:
            columns, others = self._trace.columns, self.others(node)
            has_same_value = (columns.value[others] == columns.value[node]) & (columns.status[others] == EXPANDED)
            earlier_visits = others[has_same_value & (columns.end[others] <= node)][:MOST_ASKED].tolist()
            earlier_bounds = {self._trace.bound(one) for one in earlier_visits}
            bound = next((bound for bound in (LOWER, UPPER) if earlier_bounds == {bound}), None)
            self._stored[node] = None if bound is None else (earlier_visits[0], bound)
        return self._stored[node]

    def next(self, node: int) -> int | None:
        """The next visit to a node's position; None after the last one, and for a pruned branch. O(log n)."""
        same = self.visits(node)
        place = int(np.searchsorted(same, node, side="right"))
        return int(same[place]) if place < len(same) else None

    def previous(self, node: int) -> int | None:
        """The visit to a node's position before this one; None before the first, and for a pruned branch. O(log n)."""
        same = self.visits(node)
        place = int(np.searchsorted(same, node, side="left")) - 1
        return int(same[place]) if place >= 0 else None


def positions_of(
    trace: Recording, *, progress: Callable[[int], None] | None = None, cancelled: Callable[[], bool] | None = None
) -> Positions:
    """Return the visits of a trace by position, found once; `Positions` says more."""
    found = known_positions(trace)
    if found is None:
        return trace.keep_answer(Positions, Positions(trace, progress=progress, cancelled=cancelled))
    return found


def is_told(trace: Recording) -> bool:
    """Whether the positions of a trace are known by their texts alone, so that nothing is to be replayed."""
    return trace.game is None and trace.columns.text is not None


def known_positions(trace: Recording) -> Positions | None:
    """The visits of a trace by position where they were found before; None elsewhere."""
    return trace.known_answer(Positions)


def positions_at_hand(trace: Recording) -> Positions | None:
    """The visits of a trace by position where they were found before, or are found at once: of a few that told them."""
    if known_positions(trace) is None and is_told(trace) and len(trace) <= AT_ONCE:
        return positions_of(trace)
    return known_positions(trace)


def stored_bound(trace: Recording, node: int) -> tuple[int, Bound] | None:
    """What a number from another program's table was where it came from: the visit that returned it, and which bound.

    None where a visit of the position found it to be exact, where none that returned before had it, or nobody knows
    which these are; and of our own tables, which mean what they say.
    """
    if trace.header.ours or trace.columns.status.item(node) != TABLE:
        return None
    positions = positions_at_hand(trace)
    return None if positions is None else positions.stored_bound(node)


def seconds_at_most(trace: Recording) -> float:
    """Seconds that it takes to find the positions where none comes back: from a few visits, replayed now."""
    visited = trace.columns.visited
    name, begun, done = key(trace.need_game()), perf_counter(), 0
    nodes = np.flatnonzero(trace.columns.status[: 2 * PROBE] != PRUNED)[:PROBE].tolist()
    for _, state in states(trace, nodes):
        name(state)
        done += 1
    return (perf_counter() - begun) / done * visited
