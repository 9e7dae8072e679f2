"""A trace as a picture: which moment and which nodes of it are drawn, and what folds together of them."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import replace
from functools import cache, cached_property, partial
from typing import Unpack

from tracer.count.sizes import Subtrees
from tracer.errors import PlyscopeError
from tracer.recording.status import PRUNED
from tracer.time.landmarks import trace_at_step
from tracer.time.moments import event_at, first_step
from tracer.tracing import Trace
from tracer.why import explain
from tracer.why.selective_reasons import find_worse_played_move
from viz.pictures import labels
from viz.pictures.boxes import Picture
from viz.pictures.contents import Contents, Event, role_of, runs_of
from viz.pictures.folding import Folding, Together
from viz.pictures.labels import Place
from viz.pictures.merge import Same, repeated
from viz.pictures.options import Options, Settings, reading, settings, wanted_views
from viz.pictures.ranges import ranges
from viz.pictures.selection import MOST_A_BOX, Selection, Selector, Whole, selection_of
from viz.pictures.views import join


def picture(trace: Trace, **options: Unpack[Options]) -> Picture:
    """What is drawn of a trace, as large as it comes; see `Options`. The same trace gives the same picture.

    Raises:
        PlyscopeError: an option is wrong, the budget draws nothing, a position is wanted and the trace has no game, or
            the sides are those of another trace.
    """
    return frame(trace, None, **options)


def frame(trace: Trace, since: int | None, together: Together | None = None, **options: Unpack[Options]) -> Picture:
    """What is drawn of one moment in an animation: windows and best moves as they are, not as in the end.

    Args:
        trace: what was recorded.
        since: the step of the frame before: what changed since then stands out. None draws no animation.
        together: which nodes share boxes; None finds what folds at that moment.
        **options: as for `picture`; `step` is the moment.

    Raises:
        PlyscopeError: as for `picture`.
    """
    return Drafts(trace, settings(options), since, together).picture()


class Drafts:
    """The pictures of a trace by some options, which differ in how many nodes they have."""

    def __init__(
        self, trace: Trace, wanted: Settings, since: int | None = None, together: Together | None = None
    ) -> None:
        """What is drawn; see `frame`."""
        if wanted.sides is not None and wanted.sides.trace is not trace:
            raise PlyscopeError("these are the sides of another trace: draw `sides.trace`, the union of the two")
        if lost := [node for node in (*wanted.highlight, *(wanted.notes or {})) if not 0 <= node < len(trace)]:
            raise PlyscopeError(f"there is no node {lost[0]} to stand out: the trace has nodes 0 to {len(trace) - 1}")
        self.event: Event | None = None
        self._whole = trace
        if wanted.step is not None:
            earlier = as_it_was(trace, wanted, wanted.step)
            happens = f"step {wanted.step:,} of {trace.steps - 1:,}: {explain.event(trace, wanted.step)}"
            self.event = Event(_number_then(trace, event_at(trace, wanted.step)[1], wanted.step), happens)
            wanted = _numbered_then(trace, wanted, wanted.step)
            trace, since = earlier, max(wanted.step or 0, 1) - 1 if since is None else since
        # The union of two searches proves nothing; whoever made it chose what each of them says.
        trace = trace if wanted.sides is not None else reading(trace, wanted.bounds)
        self.trace, self.wanted, self.since = trace, wanted, since
        # What a step has not met yet stands out as soon as it is there.
        self._ends = [end for end in (*wanted.highlight, *(wanted.notes or {})) if end < len(trace)]
        self._highlighted = frozenset(
            node for end in wanted.highlight if end < len(trace) for node in trace.ancestry(end)
        )
        self._chosen = cache(self._choose)
        self._ranges, self._together = cache(partial(ranges, trace)), together
        self._spared = Subtrees(trace) if together is None else together.spared

    @property
    def deepest(self) -> int:
        """The deepest ply that the options draw."""
        return self._selector.deepest

    @property
    def most(self) -> int:
        """Nodes that a picture stands for at most."""
        return min(self._selector.most, len(self.trace))

    def picture(
        self, nodes: int | None = None, ply: int | None = None, *, reasons: bool = True, all_ends: bool = False
    ) -> Picture:
        """What is drawn.

        Args:
            nodes: for how many nodes it stands, about, however many boxes they take; None is as many boxes as the
                options allow.
            ply: plies at most, no more than the options allow; None is as many.
            reasons: whether it may be said why.
            all_ends: whether windows have all ends that they had, where those are asked for.
        """
        wanted = self.wanted if reasons else replace(self.wanted, reasons=False)
        chosen = selection_of(self.trace, wanted.nodes) if wanted.nodes is not None else self._chosen(nodes, ply)
        written = replace(wanted.labels, since=self.since, all_ends=all_ends)
        if wanted.ranges:
            written = replace(written, known=self._ranges(chosen.root))
        return Contents(
            self.trace,
            self._whole,
            wanted,
            chosen,
            written,
            self.event,
            self._folding,
            self._spared,
            self._highlighted,
            self._same,
        ).picture()

    def has_room(self, nodes: int, ply: int) -> bool:
        """Whether so many nodes surely take no more boxes than the options allow; else their picture tells."""
        return self._same is None or self._same.count(self._chosen(nodes, ply).nodes) <= self.wanted.budget

    def _choose(self, nodes: int | None, ply: int | None) -> Selection:
        budget = self.wanted.budget
        whole: Whole
        boxes: Callable[[Sequence[int]], int]
        selector, same, folding = self._selector, self._same, self._folding
        if same is not None:
            whole, boxes = self._joined, same.count
        elif isinstance(folding, Folding):
            whole, boxes = self._folded, lambda nodes: len(runs_of(folding, nodes))
        else:
            return selector.select(budget if nodes is None else min(nodes, budget), ply)
        if nodes is not None:
            return selector.select_whole(nodes, whole, ply)
        return selector.select_boxes(budget, whole, boxes)

    def _joined(self, nodes: Sequence[int]) -> Sequence[int]:
        """Nodes with all that need no boxes of their own, unless they are a choice."""
        assert self._same is not None
        return nodes if wanted_views(self.wanted) else self._same.joined(nodes)

    def _folded(self, nodes: Sequence[int]) -> Sequence[int]:
        """Nodes with all that share their boxes: pruned branches with all that were pruned after them."""
        assert isinstance(self._folding, Folding)
        return self._folding.whole(self._selector.with_pruned(nodes))

    @cached_property
    def _played(self) -> list[int]:
        """The played move, where it is marked."""
        found = None if self.wanted.sides else find_worse_played_move(self.trace)
        return [] if found is None else [found]

    @cached_property
    def _same(self) -> Same | None:
        return Same(self.trace) if self.wanted.merge else None

    @cached_property
    def _folding(self) -> Folding | Together | None:
        if self._together is not None:
            return self._together
        event = None if self.event is None else self.event.node
        alone = {event, self.wanted.near, *self._highlighted, *self._ends, *self._played}
        return _folding(self.trace, self.wanted, alone, self._whole) if self.wanted.folds else None

    @cached_property
    def _selector(self) -> Selector:
        trace, wanted = self.trace, self.wanted
        if wanted.near is not None and not 0 <= wanted.near < len(trace):
            raise PlyscopeError(
                f"there is no node {wanted.near} to draw near: the trace has nodes 0 to {len(trace) - 1}"
            )
        near = [] if wanted.near is None else [wanted.near]
        played = [] if wanted_views(wanted) else self._played
        return Selector(
            trace,
            root=wanted.root,
            most=wanted.budget * (MOST_A_BOX if wanted.merge or self._folding is not None else 1),
            ply=wanted.ply,
            notable=None if wanted.sides is None else wanted.sides.notable,
            only=join(trace, wanted_views(wanted)),
            before_cutoffs=repeated(trace, wanted.budget * MOST_A_BOX) if wanted.merge else (),
            first=(
                *([] if self.event is None else [self.event.node]),
                *near,
                *self._ends,
                *played,
                *([wanted.sides.best_end()] if wanted.sides is not None and wanted.sides.shown else []),
            ),
        )


def as_it_was(trace: Trace, wanted: Settings, step: int) -> Trace:
    """A trace at a step, where what is to be drawn was met by then.

    Raises:
        PlyscopeError: there is no such step, or it was not.
    """
    if not 0 <= step < trace.steps:
        raise PlyscopeError(f"there is no step {step}: the trace has steps 0 to {trace.steps - 1}")
    found = trace_at_step(trace, step)
    for what, node in (("at the top", wanted.root), ("to draw near", wanted.near or 0)):
        if node < len(trace) and not _is_met(trace, len(found), node, step):
            raise PlyscopeError(
                f"the node {what} is not met by step {step:,}: give step {first_step(trace, node)} or a later one"
            )
    return found


def _folding(trace: Trace, wanted: Settings, kept: Container[int | None], whole: Trace) -> Folding:
    """What folds together of a trace; where something differs in each node, it does not."""
    status, sides, written = trace.columns.status, wanted.sides, wanted.labels
    # A leaf has no range.
    written = replace(written, windows=Place.NONE) if wanted.ranges else written

    def text(node: int) -> tuple[str, ...]:
        lines = sides.lines(node, written) if sides else labels.lines(trace, node, written)
        edge = sides.edge(node, written) if sides else labels.edge(trace, node, written)
        return (*lines[written.moves is Place.NODE :], *edge[written.moves is Place.EDGE :])

    def alone(node: int) -> bool:
        if status.item(node) == PRUNED:
            return node in kept or node in trace.names or wanted.unvisited > 0
        if sides is not None and sides.is_elsewhere(node):
            return True
        return node in kept or node in trace.names or wanted.board or wanted.numbers

    return Folding(trace, cache(partial(role_of, trace, wanted)), cache(text), alone, whole)


def _is_met(trace: Trace, size: int, node: int, step: int) -> bool:
    """Whether a node is there by a step, at which the trace had so many."""
    born = trace.columns.born
    return node < size if born is None else bool(born[node] <= step)


def _numbered_then(trace: Trace, wanted: Settings, step: int) -> Settings:
    """Options with the ids that nodes have at a step; in a best-first search those not met by then are left out."""
    born = trace.columns.born
    if born is None:
        return wanted

    def there(nodes: Iterable[int]) -> list[int]:
        return [node for node in nodes if not 0 <= node < len(trace) or born[node] <= step]

    then, notes = partial(_number_then, trace, step=step), wanted.notes
    return replace(
        wanted,
        root=then(wanted.root),
        near=None if wanted.near is None else then(wanted.near),
        highlight=tuple(map(then, there(wanted.highlight))),
        notes=notes and {then(node): notes[node] for node in there(notes)},
        nodes=None if wanted.nodes is None else [then(node) for node in there(wanted.nodes)],
    )


def _number_then(trace: Trace, node: int, step: int) -> int:
    """The id that a node has in the trace as it was at a step: in a best-first search others come before it later."""
    born = trace.columns.born
    return node if born is None or not 0 <= node < len(born) else int((born[:node] <= step).sum())
