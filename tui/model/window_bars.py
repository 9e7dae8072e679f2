"""Windows as bars on one number line, and the windows that explain the selected node."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from tracer.time.moments import Phase, frame
from tracer.tracing import Trace
from tracer.why.cutoff_causes import Origin, cutoff_end_name, cutoff_limit, find_end_origin, has_strict_cutoff
from tracer.why.sentences import format_window
from tui.model.browser import Browser

MIN_BAR_WIDTH = 8
"""Cells a bar needs to be worth drawing."""


class NumberLine(NamedTuple):
    """A number line of some cells. Its first and last cell stand for −∞ and ∞."""

    low: float
    high: float
    cells: int

    @classmethod
    def spanning(cls, values: Sequence[float], cells: int) -> NumberLine:
        """Return the number line that covers the finite ones of these numbers."""
        finite = [value for value in values if math.isfinite(value)] or [0.0]
        return cls(min(finite), max(finite), cells)

    def cell_of(self, value: float) -> int:
        """The cell of a number.

        >>> scale = NumberLine(0, 10, 13)
        >>> [scale.cell_of(x) for x in (-math.inf, 0, 5, 10, math.inf)]
        [0, 1, 6, 11, 12]
        """
        if not math.isfinite(value):
            return 0 if value < 0 else self.cells - 1
        if self.high == self.low:
            return self.cells // 2
        open_end_cells = max(self.cells // 10, 1)  # so that an open end has some length
        return open_end_cells + round(
            (value - self.low) / (self.high - self.low) * (self.cells - 1 - 2 * open_end_cells)
        )


class NodeWindow(NamedTuple):
    """A node's alpha and beta at some moment."""

    node: int
    alpha: float
    beta: float
    is_closed: bool
    """Nothing is between them: alpha reached beta."""
    returned_value: float | None = None
    """The value that came back."""
    bound_setter: int | None = None
    """The move that set the bound; None where it is unknown."""

    @classmethod
    def at_node(
        cls, trace: Trace, node: int, alpha: float, beta: float, returned_value: float | None = None
    ) -> NodeWindow:
        """A window of a node."""
        return cls(node, alpha, beta, alpha > beta if has_strict_cutoff(trace) else alpha >= beta, returned_value)

    @property
    def ends_text(self) -> str:
        """Both ends: an interval only where there is something between them.

        >>> NodeWindow(0, 3, math.inf, is_closed=False).ends_text, NodeWindow(5, 3, 2, is_closed=True).ends_text
        ('(3, ∞)', 'alpha 3 ≥ beta 2')
        """
        return format_window(self.alpha, self.beta)

    @property
    def scale_values(self) -> list[float]:
        """The numbers that the number line must cover."""
        return [self.alpha, self.beta, *([] if self.returned_value is None else [self.returned_value])]

    def draw_bar(self, number_line: NumberLine) -> str:
        """The window on a number line: `├──┤`, open ends as arrows, a closed one as two `╳`, a value as a point.

        >>> scale = NumberLine(0, 10, 13)
        >>> inf = math.inf
        >>> (
        ...     NodeWindow(0, -inf, inf, is_closed=False).draw_bar(scale),
        ...     NodeWindow(0, 5, inf, is_closed=False, returned_value=10).draw_bar(scale),
        ... )
        ('◄───────────►', '      ├────●►')
        >>> NodeWindow(0, 5, 2, is_closed=True).draw_bar(scale)
        '   ╳  ╳      '
        """
        cells = [" "] * number_line.cells
        first, last = number_line.cell_of(self.alpha), number_line.cell_of(self.beta)
        if self.is_closed:
            cells[first] = cells[last] = "╳"
        else:
            cells[first : last + 1] = "─" * (last + 1 - first)
            cells[first] = "├" if math.isfinite(self.alpha) else "◄"
            cells[last] = "┤" if math.isfinite(self.beta) else "►"
        if self.returned_value is not None:
            cells[number_line.cell_of(self.returned_value)] = "●"
        return "".join(cells)


def cut_node_of(browser: Browser) -> int | None:
    """Return the selected node, or for a pruned branch the node that was cut; None while it has no window."""
    trace, node = browser.trace, browser.selected
    if browser.cursor.phase(node) is Phase.PRUNED:
        node = int(trace.columns.parent[node])
    has_window = trace.header.windowed and browser.cursor.phase(node) is not Phase.AHEAD and trace.columns.turn[node]
    return node if has_window else None


def find_bound_origin(trace: Trace, node: int) -> Origin | None:
    """Return what set the bound at which a node is cut or can be cut; None where it has no such bound."""
    if math.isinf(cutoff_limit(trace, node)):
        return None
    return find_end_origin(trace, node, cutoff_end_name(trace, node))


def explaining_windows(browser: Browser) -> list[NodeWindow]:
    """The window of the node that is looked at and, where another node set an end of it, that node's; none without.

    A pruned branch has that of the node that was cut. O(ply + children).
    """
    trace, cursor, node = browser.trace, browser.cursor, cut_node_of(browser)
    if node is None:
        return []
    if cursor.phase(node) is Phase.OPEN:
        frame_now = cursor.frame(node)
        own_window = NodeWindow.at_node(trace, node, frame_now.alpha, frame_now.beta)
    else:
        columns = trace.columns
        own_window = NodeWindow.at_node(
            trace, node, float(columns.alpha[node]), float(columns.beta[node]), float(columns.value[node])
        )
    origin = find_bound_origin(trace, node)
    setter_window = None if origin is None else _bound_setter_window(trace, origin, trace.entered(node))
    return [own_window] if setter_window is None else [own_window, setter_window]


def _bound_setter_window(trace: Trace, origin: Origin, step: int) -> NodeWindow | None:
    if origin.ancestor is None:
        return None
    ancestor_frame = frame(trace, origin.ancestor, step)
    return NodeWindow.at_node(trace, origin.ancestor, ancestor_frame.alpha, ancestor_frame.beta)._replace(
        bound_setter=origin.child
    )
