"""What can be drawn of searches that go depth first alone: what is stepped through, and what is drawn over time."""

from __future__ import annotations

from tracer.errors import PlyscopeError
from tracer.tracing import Trace


def need_depth_first(trace: Trace, what: str) -> None:
    """Refuse a best-first search, whose nodes are not met in their order.

    Raises:
        PlyscopeError: it is one; the message says what can be done instead.
    """
    if trace.columns.log is not None:
        raise PlyscopeError(
            f"{what} goes through a search that goes depth first, which {trace.header.search} does not: "
            "`plyscope explore` steps through it, and --step N draws the tree as it was"
        )
