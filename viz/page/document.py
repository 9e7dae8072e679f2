"""A recording as a page of its own and as the widget of a notebook: one script shows both."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from tracer.errors import PlyscopeError
from tracer.extras import command_to_install
from tracer.text import clean, number
from tracer.tracing import Trace
from tracer.why.sentences import format_count
from viz.page import script
from viz.page.packing import pack
from viz.pictures.options import with_bounds
from viz.pictures.theme import theme_by_name

_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_ICON_SVG = (
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><path d='M16 7 7 24M16 7l9 17' stroke='#5a3fd1' "
    "stroke-width='3'/><path d='M21 13l-5 4' stroke='#c62828' stroke-width='3'/><g fill='#5a3fd1'>"
    "<circle cx='16' cy='7' r='5'/><circle cx='7' cy='25' r='5'/></g><circle cx='25' cy='25' r='5' fill='#bbb'/></svg>"
)
ICON = f"data:image/svg+xml;base64,{base64.b64encode(_ICON_SVG.encode()).decode()}"
"""A tree with a cutoff."""
AUTO_THEME = ""
"""The theme of a page that follows the reader's system."""


def make_page(
    trace: Trace,
    *,
    root: int = 0,
    step: int | None = None,
    theme: str = AUTO_THEME,
    title: str | None = None,
    subtitle: str | None = None,
) -> str:
    """A trace as one self-contained page in which it can be stepped through; the same trace gives the same text.

    Args:
        trace: what was recorded; all of it is in the page, up to `viz.page.packing.MAX_NODES` nodes.
        root: the node at the top when the page opens.
        step: the step at which it opens where its address names none (`#step=120`); None is the first.
        theme: light, dark, print, colour-blind, or nothing: what the reader's system says.
        title: what stands above the page in place of what was searched.
        subtitle: words behind the title.

    Raises:
        PlyscopeError: there is no such root, step or theme, or the trace is too large for a page.
        GameError: the game misbehaved.
    """
    _check_view(trace, step, theme)
    packed = pack(trace, root=root)
    titles = {"title": clean(title or trace.header.title), "subtitle": clean(subtitle or "")}
    embedded = {
        ("application/json", "header"): json_text({**packed.header, **titles, "step": step, "theme": theme}),
        ("text/plain", "data"): base64.b64encode(packed.data).decode(),
    }
    return fill_page(
        embedded,
        title=html.escape(f"{titles['title']} · plyscope"),
        description=html.escape(describe_page(trace)),
        style=script.make_style(),
        script=script.make_script("boot"),
        noscript="This page needs JavaScript to unpack and to show the recording that is in it.",
    )


def fill_template(template: str, **parts: str) -> str:
    """Return a document with its parts in their places, and with what it may load."""
    parts |= {"policy": _make_security_policy(parts["script"], parts["style"]), "icon": ICON}
    return _PLACEHOLDER.sub(lambda match: parts[match[1]], template)


def fill_page(embedded: Mapping[tuple[str, str], str], **parts: str) -> str:
    """Return a page with its parts in their places; `embedded` is what the script reads, by type and name."""
    parts["embedded"] = "\n".join(
        f'<script type="{kind}" data-plyscope="{name}">{text}</script>' for (kind, name), text in embedded.items()
    )
    return fill_template(script.read_page_file("page.html"), **parts)


def describe_page(trace: Trace) -> str:
    """A line about a page, for those who were sent its address.

    >>> import tracer
    >>> describe_page(tracer.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    'A game-tree search to step through: value 3, 11 visited nodes, 1 pruning cutoff, each explained.'
    """
    value, visited = float(trace.columns.value[0]), trace.counts.visited
    result_text = f"value {number(value)}" if value == value and not trace.header.stopped else "unfinished"
    counts = trace.counts
    cutoff_count, cutoff_name = (
        (counts.pruning_cutoffs, "pruning cutoff") if counts.records_skips else (counts.cutoffs, "cutoff")
    )
    ending = f"{format_count(cutoff_count, cutoff_name)}, each explained" if cutoff_count else "each step explained"
    return f"A game-tree search to step through: {result_text}, {format_count(visited, 'visited node')}, {ending}."


def _check_view(trace: Trace, step: int | None, theme: str) -> None:
    """Refuse a step that a trace has not, and a theme that a page has not."""
    if theme != AUTO_THEME:
        theme_by_name(theme)
    if step is not None and not 0 <= step < trace.steps:
        raise PlyscopeError(f"there is no step {step}: the trace has steps 0 to {trace.steps - 1}")


def _make_security_policy(code: str, style: str) -> str:
    """The Content-Security-Policy of a page with one script and one style."""
    return (
        f"default-src 'none'; script-src {hash_for_policy(code)}; style-src {hash_for_policy(style)}; img-src data:; "
        "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    )


def hash_for_policy(text: str) -> str:
    """The hash by which a policy knows a text."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def json_text(value: Any) -> str:
    r"""JSON that may stand in a script element: nothing in it ends that, or begins a comment.

    >>> json_text({"title": "</script><!--"})
    '{"title":"\\u003c/script\\u003e\\u003c!--"}'
    """
    json_string = json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return json_string.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


WIDGET_HEIGHT = 620
"""Pixels: a notebook's cell that still leaves room for code above it."""


def make_widget(
    trace: Trace,
    *,
    root: int = 0,
    step: int | None = None,
    theme: str = "",
    bounds: str = "proved",
    height: int = WIDGET_HEIGHT,
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
    widget_class = _make_widget_class()
    _check_view(trace, step, theme)
    return widget_class(
        **make_widget_payload(with_bounds(trace, bounds), root=root),
        last=trace.steps - 1,
        step=step or 0,
        theme=theme,
        height=height,
    )


def make_widget_payload(trace: Trace, *, root: int = 0) -> dict[str, Any]:
    """What the widget's script needs of a trace: `header`, a text, and `data`, bytes."""
    packed_trace = pack(trace, root=root)
    return {"header": json_text(packed_trace.header), "data": packed_trace.data}


@cache
def _make_widget_class() -> Any:
    """The class of the widgets, made when the first one is."""
    try:
        import anywidget
        import traitlets
    except ImportError:
        raise PlyscopeError(f"a notebook widget needs anywidget: {command_to_install('notebook')}") from None

    class Stepper(anywidget.AnyWidget):
        """A trace that is stepped through."""

        _esm = script.make_widget_script()
        _css = script.make_style()
        header = traitlets.Unicode().tag(sync=True)
        data = traitlets.Bytes().tag(sync=True)
        step = traitlets.Int().tag(sync=True)
        last = traitlets.Int()
        theme = traitlets.Unicode().tag(sync=True)
        height = traitlets.Int(WIDGET_HEIGHT).tag(sync=True)

        @traitlets.validate("step")
        def _within(self, proposal: Any) -> int:
            if not 0 <= proposal["value"] <= self.last:
                raise traitlets.TraitError(
                    f"there is no step {proposal['value']}: the trace has steps 0 to {self.last}"
                )
            return int(proposal["value"])

    return Stepper
