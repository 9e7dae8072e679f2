"""A trace in a notebook: the page's own view as a widget, whose step Python and the reader both can set."""

from __future__ import annotations

from functools import cache
from typing import Any

from tracer.errors import PlyscopeError
from tracer.extras import command_to_install
from tracer.tracing import Trace
from viz.page import script
from viz.page.document import check_theme, json_text
from viz.page.packing import pack
from viz.pictures.options import reading

HEIGHT = 620
"""Pixels: a notebook's cell that still leaves room for code above it."""


def widget(
    trace: Trace,
    *,
    root: int = 0,
    step: int | None = None,
    theme: str = "",
    bounds: str = "proved",
    height: int = HEIGHT,
) -> Any:
    """A trace as a notebook widget. `widget.step` is the step it shows: it can be read, observed and set.

    Args:
        trace: what was recorded.
        root: the node at the top.
        step: the step it begins with; None is the first.
        theme: light, dark, print, colour-blind, or nothing: what the reader's system says.
        bounds: `proved`, or `classical`: signs before values say what the nodes' windows prove alone.
        height: in pixels; never more than the window has.

    Raises:
        PlyscopeError: anywidget is missing, there is no such root, step or theme, or the trace is too large.
    """
    made = _class()
    check_theme(theme)
    first = 0 if step is None else step
    if not 0 <= first < trace.steps:
        raise PlyscopeError(f"there is no step {step}: the trace has steps 0 to {trace.steps - 1}")
    return made(
        **payload(reading(trace, bounds), root=root), last=trace.steps - 1, step=first, theme=theme, height=height
    )


def payload(trace: Trace, *, root: int = 0) -> dict[str, Any]:
    """What the widget's script needs of a trace: `header`, a text, and `data`, bytes."""
    found = pack(trace, root=root)
    return {"header": json_text(found.header), "data": found.data}


@cache
def _class() -> Any:
    """The class of the widgets, made when the first one is."""
    try:
        import anywidget
        import traitlets
    except ImportError:
        raise PlyscopeError(f"a notebook widget needs anywidget: {command_to_install('notebook')}") from None

    class Stepper(anywidget.AnyWidget):
        """A trace that is stepped through."""

        _esm = script.widget_script()
        _css = script.style()
        header = traitlets.Unicode().tag(sync=True)
        data = traitlets.Bytes().tag(sync=True)
        step = traitlets.Int().tag(sync=True)
        last = traitlets.Int()
        theme = traitlets.Unicode().tag(sync=True)
        height = traitlets.Int(HEIGHT).tag(sync=True)

        @traitlets.validate("step")
        def _within(self, proposal: Any) -> int:
            if not 0 <= proposal["value"] <= self.last:
                raise traitlets.TraitError(
                    f"there is no step {proposal['value']}: the trace has steps 0 to {self.last}"
                )
            return int(proposal["value"])

    return Stepper
