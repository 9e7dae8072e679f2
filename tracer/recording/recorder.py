"""What a search calls while it runs: enter a node, leave it, prune the moves that a cutoff skipped.

The three calls append to plain lists and do nothing else; every so often the lists are drained into arrays. A node that
is left after its part was drained is kept aside as *late* and put in place at the end, so a part once drained, or
committed to a file, never changes.
"""

# Long, for what the three calls put into their lists is counted in one place.

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from contextlib import nullcontext
from itertools import islice
from time import perf_counter

import numpy as np

from tracer.errors import PlyscopeError
from tracer.errors import Stop as Stop  # noqa: PLC0414  # part of what a recorder does
from tracer.recording.columns import Columns
from tracer.recording.interrupts import PeriodicCall, hold_interrupts
from tracer.recording.nesting import Nesting, check_numbers, check_types, refuse_first_problem
from tracer.recording.no_moves import NoMove
from tracer.recording.node_details import NodeDetails
from tracer.recording.part_collector import SHOW_INTERVAL, Part, PartCollector, Sink
from tracer.recording.recorder_lists import (
    LATE_COLUMNS,
    PRUNED_TURN,
    SPARE_SLOTS,
    LateReturn,
    RecorderLists,
    SeenEntries,
    join_late_columns,
    make_columns,
    make_late_columns,
)
from tracer.recording.status import EXPANDED, OPEN, Why

INFINITY = float("inf")
_NAN = float("nan")
MAX_PART_NODES = 16_384
"""Nodes of a part at most: its lists stay in the processor's cache."""
_NEXT_SLOTS = list(range(1, MAX_PART_NODES + SPARE_SLOTS + 2))
"""The slot after each slot: taking a number from here is cheaper than making a new one for every node."""

CLOCK_INTERVAL = 0.1
"""Seconds between looks at the clock, about: progress and limits. What is recorded is the same."""


class Recorder:
    """Records one search that tells it what it does. `plyscope.Trace(*recorder.finish(), header)` is then its trace.

    Args:
        view: "max" if the search reports windows and values from MAX's view, "mover" if from the mover's (negamax).
        max_nodes: stop (by raising `plyscope.Stop` out of `enter`) before more than this many nodes are visited.
        progress: called ten times a second or so with the number of nodes visited; may raise `plyscope.Stop`.
        sink: gets every part as soon as it is complete; for plyscope's own files.
        keep: whether the parts stay in memory after the sink has them.
        windowed: whether the search has alpha and beta; `enter` takes none otherwise.
        told: what `tell` is told is put there; a sink that shall have it is given the same one.

    >>> import plyscope
    >>> recorder = Recorder(windowed=False)
    >>> root = recorder.enter(None, plyscope.MAX)
    >>> for move, value in (("a", 3), ("b", 5)):
    ...     leaf = recorder.enter(move, plyscope.MIN)
    ...     recorder.leave(leaf, value, plyscope.Status.TERMINAL)
    >>> recorder.leave(root, 5)
    >>> plyscope.Trace(*recorder.finish(), plyscope.Header(game="mine", search="by hand", windowed=False)).best_move
    'b'
    """

    enter: Callable[..., int]
    """`enter(move, turn, alpha=-inf, beta=inf) -> node`: a visit begins; gives the node's id.

    `move` leads here from the parent (None at the root), `turn` is who moves here, alpha and beta the window on entry.
    """
    leave: Callable[..., None]
    """`leave(node, value, status=EXPANDED, cutoff=False)`: the visit returns its value, a finite number.

    What cannot be (visits that do not nest, a second root, a player, status, window or value that is none, an infinite
    value where a file is written) is refused with a PlyscopeError that names the node, when the recorder next looks at
    what it was told: in a later `enter` or at the end.

    `cutoff` says that the cutoff test held after one of the children.
    """
    prune: Callable[[Sequence[Hashable]], int]
    """`prune(moves) -> first`: these legal moves of the node in hand, possibly none, are skipped by a cutoff.

    They are numbered one by one from `first` on. Where it was no cutoff, `tell` says why.
    """
    abandon: Callable[[int], None]
    """`abandon(node)`: the visit ends here and never returns, as where an exception leaves it; it stays OPEN."""

    def __init__(
        self,
        view: str = "max",
        max_nodes: int | None = None,
        progress: Callable[[int], None] | None = None,
        sink: Sink | None = None,
        windowed: bool = True,
        *,
        keep: bool = True,
        told: NodeDetails | None = None,
    ) -> None:
        if view not in ("max", "mover"):
            raise PlyscopeError(f'view is "max" or "mover", not {view!r}')
        if max_nodes is not None and max_nodes < 1:
            raise PlyscopeError(f"max_nodes is at least 1, not {max_nodes}")
        self._is_mover_view, self._max_nodes, self._progress, self._sink = view == "mover", max_nodes, progress, sink
        self._details = NodeDetails(keep=keep) if told is None else told
        self._collector = PartCollector(sink, keep=keep)
        self._open_turns: dict[int, int] = {}
        """Who moves at the nodes of earlier parts that are not left yet."""
        self._drained_count = 0
        """Nodes in the parts so far that are in the lists no more."""
        self._seen_entries, self._nesting = SeenEntries(), Nesting()
        self._move_numbers = self._collector.numbers
        self._last_clock_time = perf_counter()
        self._pending_error: BaseException | None = None
        """What went wrong where nobody could be told."""
        self._pulse = None if sink is None else PeriodicCall(self._show_new_nodes, SHOW_INTERVAL / 2)
        self._make_closures(windowed)

    def _make_closures(self, windowed: bool) -> None:  # noqa: PLR0915  # six closures that share their lists
        """Make the three calls: closures over lists of a fixed length, into which they put one entry a node.

        This is the hot path of every recording. Storing into a slot is cheaper than appending, a closure cheaper than
        a method. What says that a node is there, or was left, is stored last, so an interrupt leaves no half a node.
        """
        moves: list[Hashable] = []
        turns: list[int] = []
        exit_codes: list[int] = []
        alphas: list[float] = []
        betas: list[float] = []
        values: list[float] = []
        cutoffs: list[int] = []
        late_returns: list[LateReturn] = []
        slot_after = _NEXT_SLOTS
        first_id, next_slot = -SPARE_SLOTS, SPARE_SLOTS

        def enter(move: Hashable, turn: int, alpha: float = -INFINITY, beta: float = INFINITY) -> int:
            nonlocal next_slot
            try:
                moves[next_slot] = move
            except IndexError:
                make_room(turn)
                moves[next_slot] = move
            node = first_id + next_slot
            turns[next_slot] = turn
            alphas[next_slot] = alpha
            betas[next_slot] = beta
            next_slot = slot_after[next_slot]
            return node

        def enter_without_window(move: Hashable, turn: int) -> int:
            nonlocal next_slot
            try:
                moves[next_slot] = move
            except IndexError:
                make_room(turn)
                moves[next_slot] = move
            node = first_id + next_slot
            turns[next_slot] = turn
            next_slot = slot_after[next_slot]
            return node

        def leave(node: int, value: float, status: int = EXPANDED, cutoff: bool = False) -> None:
            slot = node - first_id
            if slot < SPARE_SLOTS:
                late_returns.append((node, value, status, cutoff, first_id + next_slot))
                return
            if cutoff:
                cutoffs.append(slot)
            values[slot] = value
            exit_codes[slot] = status or next_slot

        def prune(skipped: Sequence[Hashable]) -> int:
            node = first_id + next_slot
            for move in skipped:
                enter(move, PRUNED_TURN, _NAN, _NAN)
            return node

        def abandon(node: int) -> None:
            late_returns.append((node, _NAN, OPEN, False, first_id + next_slot))

        def make_room(turn: int) -> None:
            self._drain_and_check_limits(next_slot - SPARE_SLOTS, is_visit=turn != PRUNED_TURN)

        def on_drained() -> None:
            nonlocal first_id, next_slot
            first_id, next_slot = first_id + next_slot - SPARE_SLOTS, SPARE_SLOTS

        def on_root_inserted() -> None:
            nonlocal first_id
            first_id += 1

        def current_lists() -> RecorderLists:
            return RecorderLists(
                next_slot - SPARE_SLOTS,
                moves,
                turns,
                windowed,
                alphas,
                betas,
                values,
                exit_codes,
                cutoffs,
                late_returns,
            )

        self.enter = enter if windowed else enter_without_window
        for closure in (leave, prune, abandon, self.enter):
            closure.__qualname__ = f"Recorder{'' if windowed else '(windowed=False)'}.{closure.__name__.split('_')[0]}"
        self.leave, self.prune, self.abandon = leave, prune, abandon
        self._current_lists, self._on_drained, self._on_root_inserted = current_lists, on_drained, on_root_inserted
        current_lists().reserve(1)

    def tell(
        self,
        node: int,
        *,
        depth: int | None = None,
        why: Why | None = None,
        weight: float | None = None,
        evaluation: float | None = None,
    ) -> None:
        """Say more of a node than every trace has, each at most once.

        Args:
            node: the node.
            depth: the remaining depth that its call was given, in plies.
            why: for what it was searched otherwise than the rest, or skipped though there was no cutoff.
            weight: the probability of the outcome that leads to it, or the prior of its move, from 0 to 1.
            evaluation: the static evaluation of its position, a finite number from MAX's view (see `max_view`).
        """
        details = self._details
        if depth is not None:
            details.depth.extend((node, depth))
        if why is not None:
            details.why.extend((node, why))
        if weight is not None:
            details.weight.extend((node, weight))
        if evaluation is not None:
            details.evaluation.extend((node, evaluation))

    def rest(self) -> None:
        """Hand on what was recorded so far: nothing may follow for long."""
        self._drain()
        with hold_interrupts(), self._pulse or nullcontext():
            self._collector.write_waiting()

    def begin_above(self, turn: int, alpha: float, beta: float, first_move: NoMove) -> None:
        """Put a new root above the old one, which has been left: ids grow by 1, and `first_move` leads to it. O(n)."""
        self.rest()
        with hold_interrupts(), self._pulse or nullcontext():
            self._collector.begin_above(turn, alpha, beta, first_move)
            self._drained_count += 1
            self._on_root_inserted()
            self._nesting = Nesting.from_open_nodes([0])
            if self._is_mover_view:
                self._open_turns[0] = turn
            self._details.shift_ids()

    def max_view(self, value: float, turn: int) -> float:
        """A value that the search reports, from MAX's view; `turn` is who moves there."""
        return 0.0 - value if self._is_mover_view and turn < 0 else value

    @property
    def started(self) -> bool:
        """Whether any node was entered."""
        return bool(self.recorded or self._current_lists().count)

    @property
    def recorded(self) -> int:
        """Nodes, pruned branches included, in the parts so far."""
        return self._collector.recorded

    @property
    def cutoffs(self) -> bool:
        """Whether a cutoff is in the parts so far."""
        return self._collector.cutoffs

    @property
    def visited(self) -> int:
        """Nodes visited in the parts so far."""
        return self._collector.visited

    def _drain_and_check_limits(self, filled_count: int, *, is_visit: bool) -> None:
        """Drain the lists, look at the clock and the limits, and make room until the next look."""
        now = perf_counter()
        expected_nodes = int(filled_count * CLOCK_INTERVAL / max(now - self._last_clock_time, 1e-6))
        self._last_clock_time = now
        self._drain()
        if self._progress is not None and is_visit:  # which may stop the search, but not amid the branches of a cutoff
            self._progress(self.visited)
        next_room = min(MAX_PART_NODES, max(expected_nodes, 1), 1024 + 8 * filled_count)
        if self._max_nodes is not None:
            if is_visit and self.visited >= self._max_nodes:
                raise Stop.at(self._max_nodes)
            next_room = min(next_room, max(1, self._max_nodes - self.visited))
        if self._sink is not None:
            next_room = min(next_room, self._collector.remaining_room)
        self._current_lists().reserve(next_room)

    def _drain(self) -> None:
        """Turn the lists into a part and empty them."""
        if self._pulse is not None and self._pulse.inherited:  # by a child of this process: the file is its parent's
            self._pulse = self._sink = self._collector.sink = None
        with hold_interrupts(), self._pulse or nullcontext():
            if self._pending_error is not None:
                pending_error, self._pending_error = self._pending_error, None
                raise pending_error
            lists = self._current_lists()
            part = self._make_part(lists)
            lists.clear()
            self._on_drained()
            self._drained_count += lists.count
            self._seen_entries = SeenEntries()
            self._collector.add_part(part)
            if self._collector.remaining_room <= 0:
                self._collector.write_waiting()

    def _show_new_nodes(self) -> None:
        """Show what is new though the search has not come to its next node. The pulse calls it, in its thread."""
        if (
            self._pending_error is not None
            or self._sink is None
            or perf_counter() - self._collector.last_write_time < SHOW_INTERVAL / 2
        ):
            return
        try:
            part = self._make_part(
                self._current_lists().copy(lambda: self._current_lists().count), is_search_waiting=False
            )
            if len(part) or len(part.late["node"]):
                self._collector.add_part(part)
            self._collector.show_waiting()
        except BaseException as error:  # it is raised where the search comes to its next node, or ends
            self._pending_error = error

    def _make_part(self, lists: RecorderLists, *, is_search_waiting: bool = True) -> Part:
        """What the lists hold and no part had yet; `is_search_waiting` is whether the search waits meanwhile."""
        known_move_count, seen_entries, open_turns = len(self._move_numbers), self._seen_entries, self._open_turns
        try:
            check_types(lists, self._drained_count)
            columns = make_columns(lists, self._drained_count, self._move_numbers, is_mover_view=self._is_mover_view)
            late_columns = make_late_columns(lists.late[seen_entries.late :], open_turns)
            check_numbers(columns, late_columns, self._drained_count, finite=self._sink is not None)
        except (TypeError, ValueError, OverflowError, PlyscopeError):
            refuse_first_problem(lists, self._drained_count)
            raise
        open_slots = np.flatnonzero(columns["status"] == OPEN)
        newly_left = seen_entries.open[columns["status"][seen_entries.open] != OPEN]
        if len(newly_left):
            late_columns = join_late_columns(
                late_columns,
                {"node": newly_left + self._drained_count} | {name: columns[name][newly_left] for name in LATE_COLUMNS},
            )
        if self._is_mover_view:
            open_turns.update(
                zip((open_slots + self._drained_count).tolist(), columns["turn"][open_slots].tolist(), strict=True)
            )
        if is_search_waiting:
            self._nesting.check_lists(self._drained_count, columns, lists.late)
        moves = list(islice(reversed(self._move_numbers), len(self._move_numbers) - known_move_count))[::-1]
        self._seen_entries = SeenEntries(lists.count, len(lists.late), open_slots)
        new_columns = {name: column[seen_entries.count :] for name, column in columns.items()}
        return Part(self.recorded, new_columns, late_columns, moves)

    def close(self) -> list[Hashable]:
        """End the recording, once, and give the sink what it has not seen yet: the table of moves.

        Raises:
            PlyscopeError: nothing was recorded, or what was told is no search.
        """
        with hold_interrupts():
            self._drain()
            if self._pulse is not None:
                with self._pulse:
                    self._pulse.end()
            self._collector.write_waiting()
        return self._collector.moves()

    def finish(self) -> tuple[Columns, list[Hashable]]:
        """End a recording, once, whose parts were kept: its columns and its table of moves.

        Where the search was stopped, the nodes of the path that was open then are OPEN.

        Raises:
            PlyscopeError: nothing was recorded, or what was told is no search; or it was finished before.
        """
        moves = self.close()
        return self._details.add_to_columns(self._collector.columns())[0], moves
