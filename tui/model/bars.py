"""Windows as bars on one number line, and which of them explain the node that is looked at."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from tracer.time.moments import Phase, frame
from tracer.tracing import Trace
from tracer.why.cutoff_causes import Origin, cutoff_end_name, cutoff_limit, find_end_origin, has_strict_cutoff
from tracer.why.sentences import format_window
from tui.model.browser import Browser


class Scale(NamedTuple):
    """A number line of some cells. Its first and last cell stand for −∞ and ∞."""

    low: float
    high: float
    cells: int

    @classmethod
    def over(cls, numbers: Sequence[float], cells: int) -> Scale:
        """The line that shows all finite ones of these numbers."""
        finite = [value for value in numbers if math.isfinite(value)] or [0.0]
        return cls(min(finite), max(finite), cells)

    def place(self, value: float) -> int:
        """The cell of a number.

        >>> scale = Scale(0, 10, 13)
        >>> [scale.place(x) for x in (-math.inf, 0, 5, 10, math.inf)]
        [0, 1, 6, 11, 12]
        """
        if not math.isfinite(value):
            return 0 if value < 0 else self.cells - 1
        if self.high == self.low:
            return self.cells // 2
        edge = max(self.cells // 10, 1)  # so that an open end has some length
        return edge + round((value - self.low) / (self.high - self.low) * (self.cells - 1 - 2 * edge))


class Window(NamedTuple):
    """A node's alpha and beta at some moment."""

    node: int
    alpha: float
    beta: float
    closed: bool
    """Nothing is between them: alpha reached beta."""
    point: float | None = None
    """The value that came back."""
    giver: int | None = None
    """The move that made it what it is, where that is known."""

    @classmethod
    def of(cls, trace: Trace, node: int, alpha: float, beta: float, point: float | None = None) -> Window:
        """A window of a node."""
        return cls(node, alpha, beta, alpha > beta if has_strict_cutoff(trace) else alpha >= beta, point)

    @property
    def ends(self) -> str:
        """Both ends: an interval only where there is something between them.

        >>> Window(0, 3, math.inf, closed=False).ends, Window(5, 3, 2, closed=True).ends
        ('(3, ∞)', 'alpha 3 ≥ beta 2')
        """
        return format_window(self.alpha, self.beta)

    @property
    def numbers(self) -> list[float]:
        """What has to be on the scale."""
        return [self.alpha, self.beta, *([] if self.point is None else [self.point])]

    def bar(self, scale: Scale) -> str:
        """The window on a number line: `├──┤`, open ends as arrows, a closed one as two `╳`, a value as a point.

        >>> scale = Scale(0, 10, 13)
        >>> inf = math.inf
        >>> Window(0, -inf, inf, closed=False).bar(scale), Window(0, 5, inf, closed=False, point=10).bar(scale)
        ('◄───────────►', '      ├────●►')
        >>> Window(0, 5, 2, closed=True).bar(scale)
        '   ╳  ╳      '
        """
        cells = [" "] * scale.cells
        first, last = scale.place(self.alpha), scale.place(self.beta)
        if self.closed:
            cells[first] = cells[last] = "╳"
        else:
            cells[first : last + 1] = "─" * (last + 1 - first)
            cells[first] = "├" if math.isfinite(self.alpha) else "◄"
            cells[last] = "┤" if math.isfinite(self.beta) else "►"
        if self.point is not None:
            cells[scale.place(self.point)] = "●"
        return "".join(cells)


def windows_that_explain(browser: Browser) -> list[Window]:
    """The window of the node that is looked at and, where another node set an end of it, that node's; none without.

    A pruned branch has that of the node that was cut. O(ply + children).
    """
    trace, cursor, node = browser.trace, browser.cursor, browser.selected
    if cursor.phase(node) is Phase.PRUNED:
        node = int(trace.columns.parent[node])
    phase = cursor.phase(node)
    if not trace.header.windowed or phase is Phase.AHEAD or not trace.columns.turn[node]:
        return []
    if phase is Phase.OPEN:
        known = cursor.frame(node)
        own = Window.of(trace, node, known.alpha, known.beta)
    else:
        columns = trace.columns
        own = Window.of(trace, node, float(columns.alpha[node]), float(columns.beta[node]), float(columns.value[node]))
    if math.isinf(cutoff_limit(trace, node)):
        return [own]
    above = _of_origin(trace, find_end_origin(trace, node, cutoff_end_name(trace, node)), trace.entered(node))
    return [own] if above is None else [own, above]


def _of_origin(trace: Trace, origin: Origin, step: int) -> Window | None:
    """The window of the node that set an end of another's, as it was when that was entered."""
    if origin.ancestor is None:
        return None
    known = frame(trace, origin.ancestor, step)
    return Window.of(trace, origin.ancestor, known.alpha, known.beta)._replace(giver=origin.child)
