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
from viz.pictures.folding import Folding
from viz.pictures.labels import TextPlacement
from viz.pictures.merged_positions import PositionIndex, repeated_visits
from viz.pictures.node_masks import union_mask
from viz.pictures.options import Options, Settings, parse_settings, selected_views, with_bounds
from viz.pictures.picture_builder import PictureBuilder, StepEvent, picture_role
from viz.pictures.ranges import value_ranges
from viz.pictures.selection import MAX_NODES_PER_BOX, ExpandNodes, Selection, Selector, selection_of


def picture(trace: Trace, **options: Unpack[Options]) -> Picture:
    """What is drawn of a trace, as large as it comes; see `Options`. The same trace gives the same picture.

    Raises:
        PlyscopeError: an option is wrong, the budget draws nothing, a position is wanted and the trace has no game, or
            the sides are those of another trace.
    """
    return animation_frame(trace, None, **options)


def animation_frame(
    trace: Trace,
    previous_step: int | None,
    shared_boxes: Sequence[range] | None = None,
    subtree_sizes: Subtrees | None = None,
    **options: Unpack[Options],
) -> Picture:
    """What is drawn of one moment in an animation: windows and best moves as they are, not as in the end.

    Args:
        trace: what was recorded.
        previous_step: the step of the frame before: what changed since then stands out. None draws no animation.
        shared_boxes: which nodes share boxes in the end, in rising order; None finds what folds at that moment.
        subtree_sizes: counts what pruned branches spared, once for all frames.
        **options: as for `picture`; `step` is the moment.

    Raises:
        PlyscopeError: as for `picture`.
    """
    return PictureDrafts(trace, parse_settings(options), previous_step, shared_boxes, subtree_sizes).draft_picture()


class PictureDrafts:
    """The pictures of a trace by some options, which differ in how many nodes they have."""

    def __init__(
        self,
        trace: Trace,
        settings: Settings,
        previous_step: int | None = None,
        shared_boxes: Sequence[range] | None = None,
        subtree_sizes: Subtrees | None = None,
    ) -> None:
        """What is drawn; see `animation_frame`."""
        if settings.sides is not None and settings.sides.trace is not trace:
            raise PlyscopeError("these are the sides of another trace: draw `sides.trace`, the union of the two")
        if missing_nodes := [
            node for node in (*settings.highlight, *(settings.notes or {})) if not 0 <= node < len(trace)
        ]:
            raise PlyscopeError(
                f"there is no node {missing_nodes[0]} to stand out: the trace has nodes 0 to {len(trace) - 1}"
            )
        self.event: StepEvent | None = None
        self._full_trace = trace
        if settings.step is not None:
            trace_then = drawn_trace_at_step(trace, settings, settings.step)
            event_text = f"step {settings.step:,} of {trace.steps - 1:,}: {explain.event(trace, settings.step)}"
            self.event = StepEvent(
                _node_id_at_step(trace, event_at(trace, settings.step)[1], settings.step), event_text
            )
            settings = _settings_at_step(trace, settings, settings.step)
            trace = trace_then
            previous_step = max(settings.step or 0, 1) - 1 if previous_step is None else previous_step
        # The union of two searches proves nothing; whoever made it chose what each of them says.
        trace = trace if settings.sides is not None else with_bounds(trace, settings.bounds)
        self.trace, self.settings, self.previous_step = trace, settings, previous_step
        # What a step has not met yet stands out as soon as it is there.
        self._named_nodes = [end for end in (*settings.highlight, *(settings.notes or {})) if end < len(trace)]
        self._highlighted_nodes = frozenset(
            node for end in settings.highlight if end < len(trace) for node in trace.ancestry(end)
        )
        self._cached_selection = cache(self._select_nodes)
        self.draft_bare_picture = cache(partial(self.draft_picture, with_reasons=False))
        """Gives a picture of so many nodes and plies at most, which does not say why; the same one each time."""
        self._cached_ranges, self._shared_boxes = cache(partial(value_ranges, trace)), shared_boxes
        self._subtree_sizes = subtree_sizes or Subtrees(trace)

    @property
    def max_ply(self) -> int:
        """The deepest ply that the options draw."""
        return self._selector.max_ply

    @property
    def max_nodes(self) -> int:
        """Nodes that a picture stands for at most."""
        return min(self._selector.max_nodes, len(self.trace))

    def draft_picture(
        self, nodes: int | None = None, ply: int | None = None, *, with_reasons: bool = True, all_ends: bool = False
    ) -> Picture:
        """What is drawn.

        Args:
            nodes: for how many nodes it stands, about, however many boxes they take; None is as many boxes as the
                options allow.
            ply: plies at most, no more than the options allow; None is as many.
            with_reasons: whether it may be said why.
            all_ends: whether windows have all ends that they had, where those are asked for.
        """
        settings = self.settings if with_reasons else replace(self.settings, reasons=False)
        selection = (
            selection_of(self.trace, settings.nodes)
            if settings.nodes is not None
            else self._cached_selection(nodes, ply)
        )
        text_options = replace(settings.label_options, previous_step=self.previous_step, shows_all_ends=all_ends)
        if settings.ranges:
            text_options = replace(text_options, value_ranges=self._cached_ranges(selection.root))
        return PictureBuilder(
            self.trace,
            self._full_trace,
            settings,
            selection,
            text_options,
            self.event,
            self._box_ranges(selection.nodes),
            self._subtree_sizes,
            self._highlighted_nodes,
            self._position_index,
        ).build_picture()

    def surely_fits(self, nodes: int, ply: int) -> bool:
        """Whether so many nodes surely take no more boxes than the options allow; else their picture tells."""
        return (
            self._position_index is None
            or self._position_index.count_positions(self._cached_selection(nodes, ply).nodes)
            <= self.settings.node_budget
        )

    def _select_nodes(self, nodes: int | None, ply: int | None) -> Selection:
        budget = self.settings.node_budget
        expand_nodes: ExpandNodes
        count_boxes: Callable[[Sequence[int]], int]
        selector, position_index = self._selector, self._position_index
        if position_index is not None:
            # A choice of nodes is drawn without those that need no boxes of their own.
            expand_nodes = list if selected_views(self.settings) else position_index.with_same_positions
            count_boxes = position_index.count_positions
        elif (folding := self._folding) is not None:
            # With a pruned branch comes all that was pruned after it.
            expand_nodes = lambda nodes: folding.with_box_members(selector.with_pruned_siblings(nodes))  # noqa: E731
            count_boxes = lambda nodes: len(self._box_ranges(nodes))  # noqa: E731
        else:
            return selector.select(budget if nodes is None else min(nodes, budget), ply)
        if nodes is not None:
            return selector.select(nodes, ply, expand_nodes)
        return selector.select_by_boxes(budget, expand_nodes, count_boxes)

    @cached_property
    def _marked_played_nodes(self) -> list[int]:
        """The played move, where it is marked."""
        played_node = None if self.settings.sides else find_worse_played_move(self.trace)
        return [] if played_node is None else [played_node]

    @cached_property
    def _position_index(self) -> PositionIndex | None:
        return PositionIndex(self.trace) if self.settings.merge else None

    def _box_ranges(self, nodes: Sequence[int]) -> list[range]:
        """The nodes that have one box each."""
        if self._shared_boxes is not None:  # of which not all are met yet
            met_boxes = (box_range for box_range in self._shared_boxes if box_range.start <= nodes[-1])
            return [range(box_range.start, min(box_range.stop, nodes[-1] + 1)) for box_range in met_boxes]
        if self._folding is None:
            return [range(node, node + 1) for node in nodes]
        return list(self._folding.iter_box_ranges(nodes))

    @cached_property
    def _folding(self) -> Folding | None:
        event_node = None if self.event is None else self.event.node
        unfolded_nodes = {
            event_node,
            self.settings.near,
            *self._highlighted_nodes,
            *self._named_nodes,
            *self._marked_played_nodes,
        }
        if self.settings.may_fold:
            return _make_folding(self.trace, self.settings, unfolded_nodes, self._full_trace)
        return None

    @cached_property
    def _selector(self) -> Selector:
        trace, settings = self.trace, self.settings
        if settings.near is not None and not 0 <= settings.near < len(trace):
            raise PlyscopeError(
                f"there is no node {settings.near} to draw near: the trace has nodes 0 to {len(trace) - 1}"
            )
        near_nodes = [] if settings.near is None else [settings.near]
        played_nodes = [] if selected_views(settings) else self._marked_played_nodes
        return Selector(
            trace,
            root=settings.root,
            max_nodes=settings.node_budget * (MAX_NODES_PER_BOX if settings.merge or settings.may_fold else 1),
            ply=settings.ply,
            notable_mask=None if settings.sides is None else settings.sides.notable,
            allowed_mask=union_mask(trace, selected_views(settings)),
            nodes_before_cutoffs=repeated_visits(trace, settings.node_budget * MAX_NODES_PER_BOX)
            if settings.merge
            else (),
            first_nodes=(
                *([] if self.event is None else [self.event.node]),
                *near_nodes,
                *self._named_nodes,
                *played_nodes,
                *([settings.sides.last_pv_node()] if settings.sides is not None and settings.sides.shown else []),
            ),
        )


def drawn_trace_at_step(trace: Trace, settings: Settings, step: int) -> Trace:
    """A trace at a step, where what is to be drawn was met by then.

    Raises:
        PlyscopeError: there is no such step, or it was not.
    """
    if not 0 <= step < trace.steps:
        raise PlyscopeError(f"there is no step {step}: the trace has steps 0 to {trace.steps - 1}")
    trace_then = trace_at_step(trace, step)
    for purpose, node in (("at the top", settings.root), ("to draw near", settings.near or 0)):
        if node < len(trace) and not _is_met_by_step(trace, len(trace_then), node, step):
            raise PlyscopeError(
                f"the node {purpose} is not met by step {step:,}: give step {first_step(trace, node)} or a later one"
            )
    return trace_then


def _make_folding(
    trace: Trace, settings: Settings, unfolded_nodes: Container[int | None], full_trace: Trace
) -> Folding:
    """What folds together of a trace; where something differs in each node, it does not."""
    statuses, sides, text_options = trace.columns.status, settings.sides, settings.label_options
    # A leaf has no range.
    text_options = replace(text_options, windows=TextPlacement.NONE) if settings.ranges else text_options

    def compared_text(node: int) -> tuple[str, ...]:
        lines = sides.node_lines(node, text_options) if sides else labels.node_lines(trace, node, text_options)
        edge = sides.edge_lines(node, text_options) if sides else labels.edge_lines(trace, node, text_options)
        return (*lines[text_options.moves is TextPlacement.NODE :], *edge[text_options.moves is TextPlacement.EDGE :])

    def stays_alone(node: int) -> bool:
        if statuses.item(node) == PRUNED:
            return node in unfolded_nodes or node in trace.names or settings.unvisited > 0
        if sides is not None and sides.is_elsewhere(node):
            return True
        return node in unfolded_nodes or node in trace.names or settings.board or settings.numbers

    return Folding(trace, cache(partial(picture_role, trace, settings)), cache(compared_text), stays_alone, full_trace)


def _is_met_by_step(trace: Trace, size_then: int, node: int, step: int) -> bool:
    """Whether a node is there by a step, at which the trace had so many."""
    birth_steps = trace.columns.born
    return node < size_then if birth_steps is None else bool(birth_steps[node] <= step)


def _settings_at_step(trace: Trace, settings: Settings, step: int) -> Settings:
    """Options with the ids that nodes have at a step; in a best-first search those not met by then are left out."""
    birth_steps = trace.columns.born
    if birth_steps is None:
        return settings

    def met_nodes(nodes: Iterable[int]) -> list[int]:
        return [node for node in nodes if not 0 <= node < len(trace) or birth_steps[node] <= step]

    id_then, notes = partial(_node_id_at_step, trace, step=step), settings.notes
    return replace(
        settings,
        root=id_then(settings.root),
        near=None if settings.near is None else id_then(settings.near),
        highlight=tuple(map(id_then, met_nodes(settings.highlight))),
        notes=notes and {id_then(node): notes[node] for node in met_nodes(notes)},
        nodes=None if settings.nodes is None else [id_then(node) for node in met_nodes(settings.nodes)],
    )


def _node_id_at_step(trace: Trace, node: int, step: int) -> int:
    """The id that a node has in the trace as it was at a step: in a best-first search others come before it later."""
    birth_steps = trace.columns.born
    return node if birth_steps is None or not 0 <= node < len(birth_steps) else int((birth_steps[:node] <= step).sum())
