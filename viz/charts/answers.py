"""The passes of a driver one after another: what each asked, what it answered, and what it did for that."""

from __future__ import annotations

from dataclasses import dataclass

from tracer.count.groups import PassCounts, passes_of
from tracer.errors import PlyscopeError
from tracer.recording.status import EXACT, LOWER, UPPER
from tracer.text import MOVE_LIMIT, clean
from tracer.tracing import Trace
from viz.pictures.headings import pass_title
from viz.pictures.labels import value

WITH_PASSES = "-a deepening, -a engine and -a mtdf have, and programs that call their search so"


@dataclass(frozen=True)
class Answer(PassCounts):
    """One pass, with what is written of it."""

    place: int
    """From 1 on, in the order of the search."""
    title: str
    """What it is called, with its window."""
    said: str
    """The value with what it says of the true one, as in `≥ 3`."""
    move: str
    """Its best move; nothing where the window let it find none."""


def answers(trace: Trace, root: int) -> list[Answer]:
    """The passes of the driver at a node, in the order of the search; those of drivers among them after each. O(n).

    Raises:
        PlyscopeError: it is no driver.
    """
    if root not in trace.drivers:
        place = f"node {root} of {trace.header.title}" if root else trace.header.title
        elsewhere = min(trace.drivers, default=None)
        path = "" if elsewhere is None else clean("/".join(trace.node(elsewhere).path), 60)
        where = f"--root {path} has" if path else WITH_PASSES
        raise PlyscopeError(f"{place} has no passes: {where}")
    return [
        Answer(
            **vars(one),
            place=place,
            title=pass_title(trace, one.node),
            said=value(trace, one.node),
            move="" if one.best is None else clean(trace.label(one.best), MOVE_LIMIT),
        )
        for place, one in enumerate(passes_of(trace, root), 1)
    ]


SIGNS = {EXACT: "o", LOWER: "^", UPPER: "v"}
"""Signs of what answers say of the true value."""
