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
from tracer.recording.draining import NEWS, PRUNED_TURN, SPARE, Late, Lists, Seen, columns_of, join_news, late_news
from tracer.recording.gathering import PATIENCE, Gathering, Part, Sink
from tracer.recording.interrupts import Pulse, hold_interrupts
from tracer.recording.nesting import Nesting, need_numbers, need_types, refuse
from tracer.recording.no_moves import NoMove
from tracer.recording.status import EXPANDED, OPEN, Why
from tracer.recording.told import Told

INFINITY = float("inf")
_NAN = float("nan")
PART = 16_384
"""Nodes of a part at most: its lists stay in the processor's cache."""
_FOLLOWING = list(range(1, PART + SPARE + 2))
"""The slot after each slot: taking a number from here is cheaper than making a new one for every node."""

HEARTBEAT = 0.1
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
        told: Told | None = None,
    ) -> None:
        if view not in ("max", "mover"):
            raise PlyscopeError(f'view is "max" or "mover", not {view!r}')
        if max_nodes is not None and max_nodes < 1:
            raise PlyscopeError(f"max_nodes is at least 1, not {max_nodes}")
        self._mover, self._max_nodes, self._progress, self._sink = view == "mover", max_nodes, progress, sink
        self._told = Told(keep=keep) if told is None else told
        self._gathering = Gathering(sink, keep=keep)
        self._open_turns: dict[int, int] = {}
        """Who moves at the nodes of earlier parts that are not left yet."""
        self._drained = 0
        """Nodes in the parts so far that are in the lists no more."""
        self._seen, self._nesting = Seen(), Nesting()
        self._numbers = self._gathering.numbers
        self._last_beat = perf_counter()
        self._failed: BaseException | None = None
        """What went wrong where nobody could be told."""
        self._pulse = None if sink is None else Pulse(self._look, PATIENCE / 2)
        self._open_lists(windowed)

    def _open_lists(self, windowed: bool) -> None:  # noqa: PLR0915  # six closures that share their lists
        """Make the three calls: closures over lists of a fixed length, into which they put one entry a node.

        This is the hot path of every recording. Storing into a slot is cheaper than appending, a closure cheaper than
        a method. What says that a node is there, or was left, is stored last, so an interrupt leaves no half a node.
        """
        moves: list[Hashable] = []
        turns: list[int] = []
        fates: list[int] = []
        alphas: list[float] = []
        betas: list[float] = []
        values: list[float] = []
        cutoffs: list[int] = []
        late: list[Late] = []
        following = _FOLLOWING
        first, count = -SPARE, SPARE

        def enter(move: Hashable, turn: int, alpha: float = -INFINITY, beta: float = INFINITY) -> int:
            nonlocal count
            try:
                moves[count] = move
            except IndexError:
                beat(turn)
                moves[count] = move
            node = first + count
            turns[count] = turn
            alphas[count] = alpha
            betas[count] = beta
            count = following[count]
            return node

        def enter_without_window(move: Hashable, turn: int) -> int:
            nonlocal count
            try:
                moves[count] = move
            except IndexError:
                beat(turn)
                moves[count] = move
            node = first + count
            turns[count] = turn
            count = following[count]
            return node

        def leave(node: int, value: float, status: int = EXPANDED, cutoff: bool = False) -> None:
            slot = node - first
            if slot < SPARE:
                late.append((node, value, status, cutoff, first + count))
                return
            if cutoff:
                cutoffs.append(slot)
            values[slot] = value
            fates[slot] = status or count

        def prune(skipped: Sequence[Hashable]) -> int:
            node = first + count
            for move in skipped:
                enter(move, PRUNED_TURN, _NAN, _NAN)
            return node

        def abandon(node: int) -> None:
            late.append((node, _NAN, OPEN, False, first + count))

        def beat(turn: int) -> None:
            self._beat(count - SPARE, visit=turn != PRUNED_TURN)

        def emptied() -> None:
            nonlocal first, count
            first, count = first + count - SPARE, SPARE

        def shifted() -> None:
            nonlocal first
            first += 1

        def lists() -> Lists:
            return Lists(count - SPARE, moves, turns, windowed, alphas, betas, values, fates, cutoffs, late)

        self.enter = enter if windowed else enter_without_window
        for call in (leave, prune, abandon, self.enter):
            call.__qualname__ = f"Recorder{'' if windowed else '(windowed=False)'}.{call.__name__.split('_')[0]}"
        self.leave, self.prune, self.abandon = leave, prune, abandon
        self._lists, self._emptied, self._shifted = lists, emptied, shifted
        lists().reserve(1)

    def tell(self, node: int, *, depth: int | None = None, why: Why | None = None, weight: float | None = None) -> None:
        """Say more of a node than every trace has, each at most once.

        Args:
            node: the node.
            depth: the remaining depth that its call was given, in plies.
            why: for what it was searched otherwise than the rest, or skipped though there was no cutoff.
            weight: the probability of the outcome that leads to it, or the prior of its move, from 0 to 1.
        """
        told = self._told
        if depth is not None:
            told.depth.extend((node, depth))
        if why is not None:
            told.why.extend((node, why))
        if weight is not None:
            told.weight.extend((node, weight))

    def rest(self) -> None:
        """Hand on what was recorded so far: nothing may follow for long."""
        self._drain()
        with hold_interrupts(), self._pulse or nullcontext():
            self._gathering.hand_on()

    def begin_above(self, turn: int, alpha: float, beta: float, first: NoMove) -> None:
        """Put a new root above the old one, which has been left: ids grow by one, and `first` leads to it. O(n)."""
        self.rest()
        with hold_interrupts(), self._pulse or nullcontext():
            self._gathering.begin_above(turn, alpha, beta, first)
            self._drained += 1
            self._shifted()
            self._nesting = Nesting.of_open([0])
            if self._mover:
                self._open_turns[0] = turn
            self._told.shift()

    def max_view(self, value: float, turn: int) -> float:
        """A value that the search reports, from MAX's view; `turn` is who moves there."""
        return 0.0 - value if self._mover and turn < 0 else value

    @property
    def started(self) -> bool:
        """Whether any node was entered."""
        return bool(self.recorded or self._lists().count)

    @property
    def recorded(self) -> int:
        """Nodes, pruned branches included, in the parts so far."""
        return self._gathering.recorded

    @property
    def cutoffs(self) -> bool:
        """Whether a cutoff is in the parts so far."""
        return self._gathering.cutoffs

    @property
    def visited(self) -> int:
        """Nodes visited in the parts so far."""
        return self._gathering.visited

    def _beat(self, count: int, *, visit: bool) -> None:
        """Drain the lists, look at the clock and the limits, and make room until the next look."""
        now = perf_counter()
        pace = int(count * HEARTBEAT / max(now - self._last_beat, 1e-6))
        self._last_beat = now
        self._drain()
        if self._progress is not None and visit:  # which may stop the search, but not amid the branches of a cutoff
            self._progress(self.visited)
        step = min(PART, max(pace, 1), 1024 + 8 * count)
        if self._max_nodes is not None:
            if visit and self.visited >= self._max_nodes:
                raise Stop.at(self._max_nodes)
            step = min(step, max(1, self._max_nodes - self.visited))
        if self._sink is not None:
            step = min(step, self._gathering.room)
        self._lists().reserve(step)

    def _drain(self) -> None:
        """Turn the lists into a part and empty them."""
        if self._pulse is not None and self._pulse.inherited:  # by a child of this process: the file is its parent's
            self._pulse = self._sink = self._gathering.sink = None
        with hold_interrupts(), self._pulse or nullcontext():
            if self._failed is not None:
                failed, self._failed = self._failed, None
                raise failed
            lists = self._lists()
            part = self._part(lists)
            lists.clear()
            self._emptied()
            self._drained += lists.count
            self._seen = Seen()
            self._gathering.take(part)
            if self._gathering.room <= 0:
                self._gathering.hand_on()

    def _look(self) -> None:
        """Show what is new though the search has not come to its next node. The pulse calls it, in its thread."""
        if self._failed is not None or self._sink is None or perf_counter() - self._gathering.last < PATIENCE / 2:
            return
        try:
            part = self._part(self._lists().copy(lambda: self._lists().count), resting=False)
            if len(part) or len(part.late["node"]):
                self._gathering.take(part)
            self._gathering.show()
        except BaseException as error:  # it is raised where the search comes to its next node, or ends
            self._failed = error

    def _part(self, lists: Lists, *, resting: bool = True) -> Part:
        """What the lists hold and no part had yet; `resting` is whether the search waits meanwhile."""
        known, seen, turns = len(self._numbers), self._seen, self._open_turns
        try:
            need_types(lists, self._drained)
            columns = columns_of(lists, self._drained, self._numbers, mover=self._mover)
            late = late_news(lists.late[seen.late :], turns)
            need_numbers(columns, late, self._drained, finite=self._sink is not None)
        except (TypeError, ValueError, OverflowError, PlyscopeError):
            refuse(lists, self._drained)
            raise
        still = np.flatnonzero(columns["status"] == OPEN)
        left = seen.open[columns["status"][seen.open] != OPEN]
        if len(left):
            late = join_news(late, {"node": left + self._drained} | {name: columns[name][left] for name in NEWS})
        if self._mover:
            turns.update(zip((still + self._drained).tolist(), columns["turn"][still].tolist(), strict=True))
        if resting:
            self._nesting.follow(self._drained, columns, lists.late)
        moves = list(islice(reversed(self._numbers), len(self._numbers) - known))[::-1]
        self._seen = Seen(lists.count, len(lists.late), still)
        fresh = {name: column[seen.count :] for name, column in columns.items()}
        return Part(self.recorded, fresh, late, moves)

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
            self._gathering.hand_on()
        return self._gathering.moves()

    def finish(self) -> tuple[Columns, list[Hashable]]:
        """End a recording, once, whose parts were kept: its columns and its table of moves.

        Where the search was stopped, the nodes of the path that was open then are OPEN.

        Raises:
            PlyscopeError: nothing was recorded, or what was told is no search; or it was finished before.
        """
        moves = self.close()
        return self._told.beside(self._gathering.columns())[0], moves
