"""A search as it went on: a drawing whose nodes appear when they are met and get their values when they return.

Everything stands from the first frame on where it stands in the last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import ceil
from typing import Any

import numpy as np

from tracer.count.sizes import Subtrees
from tracer.errors import PlyscopeError
from tracer.recording.columns import Bools
from tracer.recording.log_numbers import log_of
from tracer.recording.status import PRUNED
from tracer.text import number
from tracer.time.moments import event_at, first_step, last_pruned_together
from tracer.tracing import Trace
from tracer.why import explain
from tracer.why.sentences import describe_moves, format_path
from viz.paper import captions, fitting, font, page_division
from viz.paper.canvas import Canvas
from viz.paper.picture_drawing import PictureDrawing
from viz.paper.tree_layout import lay_out, lay_out_like, max_content_sizes
from viz.pictures import best_first, headings, legend
from viz.pictures.boxes import LegendEntry, Picture
from viz.pictures.labels import TextPlacement
from viz.pictures.options import STILL_OPTIONS, parse_settings, refuse_options
from viz.pictures.picture_drafts import animation_frame, drawn_trace_at_step

EVENT_FRAMES, CUTOFF_FRAMES, ITERATION_FRAMES = FRAME_CHOICES = ("event", "cutoff", "iteration")
"""What may have a frame."""
CHOICES_TEXT = f"{', '.join(FRAME_CHOICES[:-1])} or {FRAME_CHOICES[-1]}"
"""The choices in a sentence."""
DEFAULT_SECONDS = 15.0
"""Seconds that an animation lasts at most, unless others are asked for."""
MAX_FRAME_SECONDS, MIN_FRAME_SECONDS = 1.0, 0.5
"""Seconds for which a frame stands, at most; and at least where frames can be left out."""
LAST_FRAME_SHARE = 0.25
"""Of the whole: for how long the last frame stands."""
MAX_FRAMES = 600
"""More is not watched to its end."""
SHRINK_FACTOR = 0.85
"""Of the nodes that are drawn: how many are tried next, where not all of them fit at all times."""
ENOUGH_NODES = 6
"""Nodes that are too few for their windows to be worth the room of more: in a film windows are what changes."""
SEPARATOR = " · "
"""Between the parts of a line of a heading."""
OPEN_SIGN = "open"
"""Of a node that has not returned, in a legend."""


def frame_seconds(frame_count: int, seconds: float | None) -> list[float]:
    """Return for how many seconds each of some frames stands, of which an animation lasts so many at most.

    >>> frame_seconds(3, None), frame_seconds(31, 12)[-2:]
    ([1.0, 1.0, 3.75], [0.3, 3.0])
    """
    total_seconds = DEFAULT_SECONDS if seconds is None else seconds
    last_seconds = LAST_FRAME_SHARE * total_seconds
    return [
        *[min(MAX_FRAME_SECONDS, (total_seconds - last_seconds) / max(1, frame_count - 1))] * (frame_count - 1),
        last_seconds,
    ]


def draw_frames(
    trace: Trace, *, animate: str = EVENT_FRAMES, max_frames: int = MAX_FRAMES, timed: bool = False, **options: Any
) -> list[Canvas]:
    """The drawings of an animation, all of one size.

    Args:
        trace: what was recorded.
        animate: a frame an `event` of a node that is drawn, or a `cutoff` of one; what happens in one box, which stands
            for several nodes, is one event. Of a best-first search an event is a row of its log that changes the
            numbers of such a node, and a frame may be an `iteration` instead.
        max_frames: frames at most.
        timed: whether it moves by itself: of more frames than its seconds have time for some are left out.
        **options: what shapes the drawing; `step` is where the animation ends.

    Raises:
        PlyscopeError: an option is wrong, or there are too many frames.
    """
    refuse_options("an animation", STILL_OPTIONS, options)
    if trace.columns.log is None and animate == ITERATION_FRAMES:
        raise PlyscopeError("iterations are those of a best-first search: animate event or cutoff")
    if trace.columns.log is not None:
        if animate == CUTOFF_FRAMES:
            raise PlyscopeError("a best-first search has no cutoffs: animate event or iteration")
        options["fold"] = False  # who comes first of those that would share a box changes as nodes come
    settings = parse_settings(options)
    step: int | None = options.pop("step", None)
    if step is not None:
        trace = drawn_trace_at_step(trace, settings, step)
    has_size_option = any(options.get(name) is not None for name in fitting.SIZE_OPTIONS)

    def fit_animation(**changes: Any) -> _Animation:
        max_nodes = max_frames * settings.every // 2  # each node is met and returns
        shaped_options = {**options, **changes}
        while True:
            final_picture = fitting.fit_picture(
                trace, default_max_nodes=max_nodes, previous_step=trace.steps - 1, **shaped_options
            )
            animation = _Animation(trace, final_picture, animate, max_frames, shaped_options, timed=timed)
            if has_size_option or animation.full_page.is_readable or max_nodes == 1:
                return animation
            # What nodes say in the course of time takes more room than what they say in the end.
            max_nodes = max(1, int(SHRINK_FACTOR * len(animation.box_ranges)))

    animation = fit_animation()
    if not has_size_option and settings.shows_plain_windows and trace.header.windowed and not animation.shows_enough:
        windowless = fit_animation(windows=TextPlacement.NONE.value)
        animation = max(animation, windowless, key=lambda one: len(one.box_ranges))
    return list(animation.iter_canvases())


def _best_first_frame_steps(trace: Trace, box_ranges: Sequence[range], animate: str) -> list[int]:
    """The steps of a best-first search that have a frame, from where the node at the top is there to the end."""
    columns, root, log = trace.columns, box_ranges[0].start, log_of(trace.columns)
    first_step, last_step = trace.entered(root), trace.steps - 1
    if animate == ITERATION_FRAMES:
        steps = set((trace.landmarks.iterations[1:] - 1).tolist())
    elif log.counts_visits:
        steps = set(log.rows_below(root, columns.end.item(root)).tolist())
    else:
        steps = {
            step
            for box_range in box_ranges
            for step in (trace.entered(box_range.start), *log.rows_of(box_range.start).tolist())
        }
    return sorted(step for step in steps | {first_step, last_step} if first_step <= step <= last_step)


def _frame_steps(trace: Trace, box_ranges: Sequence[range], animate: str) -> list[int]:
    """The steps that have a frame, from the entry of the node at the top to its return."""
    if trace.columns.log is not None:
        return _best_first_frame_steps(trace, box_ranges, animate)
    columns, root_range = trace.columns, box_ranges[0]
    visited_ranges = [box_range for box_range in box_ranges if columns.status[box_range.start] != PRUNED]
    first_frame = trace.entered(root_range[-1])
    last_frame = min(trace.left(root_range.start) if visited_ranges else 0, trace.steps - 1)
    last_frame = max(first_frame, last_frame)
    if animate == CUTOFF_FRAMES:
        cutoff_nodes = (node for box_range in visited_ranges for node in box_range if columns.cutoff[node])
        steps = {trace.landmarks.cutoff_step(node) for node in cutoff_nodes}
    else:
        # Leaves that share a box are there when the last one has returned.
        steps = {
            first_step(trace, box_range[-1])
            for box_range in box_ranges
            if box_range not in visited_ranges or not _holds_leaves(trace, box_range)
        }
        steps |= {
            trace.left(box_range[-1] if _holds_leaves(trace, box_range) else box_range.start)
            for box_range in visited_ranges
        }
    return sorted(step for step in steps | {first_frame, last_frame} if first_frame <= step <= last_frame)


def _holds_leaves(trace: Trace, box_range: range) -> bool:
    """Whether a box stands for several leaves."""
    return len(box_range) > 1 and bool(trace.columns.parent[box_range[1]] != box_range.start)


class _Animation:
    def __init__(
        self,
        trace: Trace,
        final_picture: Picture,
        animate: str,
        max_frames: int,
        options: dict[str, Any],
        *,
        timed: bool,
    ) -> None:
        self.trace, self.options, settings = trace, options, parse_settings(options)
        self.box_ranges = [range(box.node, box.node + box.count) for box in final_picture.node_boxes]
        self.shared_boxes, self.subtree_sizes = self.box_ranges if settings.may_fold else None, Subtrees(trace)
        all_steps = _frame_steps(trace, self.box_ranges, animate)
        coarser_choice = "cutoffs" if trace.columns.log is None else "iterations"
        self.steps = steps = sorted({*all_steps[:: settings.every], all_steps[-1]})
        if timed and settings.every == 1:
            self.steps = steps = self._thin_steps(steps, settings.seconds)
        if len(steps) > max_frames:
            raise PlyscopeError(
                f"the animation would have {len(steps):,} frames, and {max_frames} is the most: draw fewer nodes "
                f"(max_nodes, ply, root), take fewer frames (every={ceil(len(all_steps) / max_frames)}), "
                f"or animate {coarser_choice}"
            )
        self.drawn_share_lines = final_picture.heading[2:]
        self.shows_enough = final_picture.shows_all or len(self.box_ranges) >= ENOUGH_NODES
        """Whether windows may take the room of more nodes."""
        self.pictures = [
            self._picture_at(step, previous_step, final_picture)
            for previous_step, step in zip([steps[0], *steps], steps, strict=False)
        ]
        # A node has room for whatever it says in the course of time.
        self.box_rooms = max_content_sizes((*self.pictures, final_picture), lay_out(final_picture))
        widest_lines = self._widest_heading(final_picture)
        self.final_picture = replace(final_picture, legend=self._frame_legend(final_picture), heading=widest_lines)
        self.full_page = PictureDrawing(lay_out(self.final_picture, self.box_rooms))

    def _thin_steps(self, steps: list[int], seconds: float | None) -> list[int]:
        """As many steps as there is time for: of some in a row one at which a node was cut, or the last."""
        total_seconds = DEFAULT_SECONDS if seconds is None else seconds
        max_frames = max(2, 1 + int((1 - LAST_FRAME_SHARE) * total_seconds / MIN_FRAME_SECONDS))
        if len(steps) <= max_frames:
            return steps
        landmarks = self.trace.landmarks
        cutoff_steps = {landmarks.cutoff_step(node) for node in np.flatnonzero(self.trace.columns.cutoff).tolist()}
        end_indices = [(len(steps) - 1) * index // (max_frames - 1) for index in range(max_frames)]
        step_groups = [steps[start + 1 : end + 1] for start, end in pairwise(end_indices)]
        return [
            steps[0],
            *(next((step for step in group if step in cutoff_steps), group[-1]) for group in step_groups[:-1]),
            steps[-1],
        ]

    def iter_canvases(self) -> Iterator[Canvas]:
        """A drawing for each step."""
        final_picture, sheet = self.final_picture, self.full_page.sheet
        for step, picture in zip(self.steps, self.pictures, strict=True):
            frame_picture = replace(
                picture,
                heading=self._frame_heading(picture, step, sheet.caption_scale, sheet.caption_width),
                legend=final_picture.legend,
                layers=final_picture.layers,
            )
            yield PictureDrawing(
                lay_out_like(frame_picture, self.full_page.layout, self.box_rooms), full_page=self.full_page
            ).draw_canvas()

    def _picture_at(self, step: int, previous_step: int, final_picture: Picture) -> Picture:
        met_mask = self._met_mask(step)
        nodes = [node for box_range in self.box_ranges for node in box_range if met_mask[node]]
        options = {**self.options, "nodes": nodes, "step": step, "reasons": False}
        picture = animation_frame(self.trace, previous_step, self.shared_boxes, self.subtree_sizes, **options)
        if self.trace.columns.born is not None:  # whose nodes are numbered otherwise before all are there
            ids = np.flatnonzero(met_mask).tolist()
            boxes = tuple(
                replace(box, node=ids[box.node], name=f"{box.name[0]}{ids[box.node]}") for box in picture.boxes
            )
            picture = replace(picture, boxes=boxes)
        return replace(picture, sideways=final_picture.sideways, rows=final_picture.rows)

    def _met_mask(self, step: int) -> Bools:
        birth_steps = self.trace.columns.born
        if birth_steps is not None:
            mask: Bools = birth_steps <= step
            return mask
        return np.arange(len(self.trace)) <= last_pruned_together(self.trace, step)

    def _widest_heading(self, final_picture: Picture) -> tuple[str, ...]:
        """The widest of each line of the headings: the narrowest page has room for it."""
        headings_of_frames = [
            self._frame_heading(picture, step, 1.0, page_division.MIN_CAPTION_WIDTH)
            for step, picture in zip([*self.steps, self.steps[-1]], [*self.pictures, final_picture], strict=True)
        ]
        text_sizes = (captions.TITLE_SIZE, *[captions.LINE_SIZE] * (len(headings_of_frames[0]) - 1))
        return tuple(
            max(lines, key=lambda line: font.text_width(line, text_size))
            for text_size, lines in zip(text_sizes, zip(*headings_of_frames, strict=True), strict=False)
        )

    def _frame_heading(self, picture: Picture, step: int, text_scale: float, max_width: float) -> tuple[str, ...]:
        """As many lines in each frame, so that nothing moves: the search, the counts, what is drawn, what happens."""
        if not picture.heading:
            return ()
        title, result = picture.heading[:2]
        if self.options.get("subtitle"):
            counts = result
        else:
            counts = f"step {step:,} of {self.trace.steps - 1:,} · {result.removesuffix(headings.UNFINISHED_SUFFIX)}"
        lines = (title, counts, *self.drawn_share_lines, self._describe_event(step))
        text_sizes = (captions.TITLE_SIZE, *[captions.LINE_SIZE] * (len(lines) - 1))
        return tuple(
            _fit_heading_line(line, text_scale * line_size, max_width)
            for line, line_size in zip(lines, text_sizes, strict=True)
        )

    def _describe_event(self, step: int) -> str:
        """What happens at a step, to all that share a box."""
        trace, node = self.trace, event_at(self.trace, step)[1]
        box_range = next((box_range for box_range in self.box_ranges if node in box_range), range(node, node + 1))
        if trace.columns.status[node] == PRUNED or not _holds_leaves(trace, box_range):
            return explain.event(trace, step)
        parent_path = format_path(trace, int(trace.columns.parent[node]))
        value = number(float(trace.columns.value[node]))
        return f"{describe_moves(trace, box_range)} at {parent_path} returned {value} each"

    def _frame_legend(self, final_picture: Picture) -> tuple[LegendEntry, ...]:
        """The signs of the last frame, and of what is only seen before it, such as an open node."""
        if not final_picture.legend:
            return ()
        log = self.trace.columns.log
        open_sign = OPEN_SIGN if log is None else best_first.open_node_sign_and_meaning(log, search_goes_on=True)[0]
        open_entries = [entry for picture in self.pictures for entry in picture.legend if entry.sign == open_sign]
        best_entries = [
            entry for picture in self.pictures for entry in picture.legend if entry.sign == legend.BEST_SO_FAR_SIGN
        ]
        shape_entries = [entry for entry in final_picture.legend if entry.look and entry.sign != open_sign]
        word_entries = [entry for entry in final_picture.legend if not entry.look]
        return (*shape_entries, *open_entries[:1], *word_entries, *best_entries[:1])


def _fit_heading_line(line: str, size: float, max_width: float) -> str:
    """A line of a heading without the last of its parts, where they have no room."""
    while SEPARATOR in line and font.text_width(line, size) > max_width:
        line = line.rpartition(SEPARATOR)[0]
    return font.shorten_to_width(line, size, max_width)
