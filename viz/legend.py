"""What stands above a drawing: what was searched, what is drawn, and what its signs mean."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator
from dataclasses import replace

from tracer.difference.union import BOTH, CHANGED, ONLY_A, ONLY_B
from tracer.text import clean, number
from tracer.trace import Trace
from viz.labels import MOVE_LIMIT
from viz.roles import Kind, Role
from viz.select import Selection
from viz.sides import Sides
from viz.theme import Theme

ENTRIES_A_ROW = 3
"""A legend wider than this would widen small trees."""
GLYPHS = {
    Kind.MAX: "△",
    Kind.MIN: "▽",
    Kind.CHANCE: "○",
    Kind.TERMINAL: "□",
    Kind.HORIZON: "▢",
    Kind.TABLE: "⛁",
    Kind.PRUNED: "┄",
}
"""A sign for each shape."""
SIGN_WIDTH = 26
"""Of every sign, in points."""

Entry = tuple[str, str]
"""The cell with the sign, and what it means."""


def caption(trace: Trace, selection: Selection, roles: Iterable[Role], theme: Theme, sides: Sides | None = None) -> str:
    """The label of a drawing, as HTML that Graphviz reads; the text in it is escaped. Explains only what is drawn."""
    title, *more = _heading(trace, selection) if sides is None else _headings(sides, selection)
    head = "".join(
        _row(_coloured(html.escape(text), theme.text, size))
        for text, size in [(title, 13), *((text, 10) for text in more)]
    )
    entries = list(_entries(selection, list(roles), theme))
    rows = [entries[k : k + ENTRIES_A_ROW] for k in range(0, len(entries), ENTRIES_A_ROW)]
    body = "".join(f"<TR>{''.join(_cells(entry, theme) for entry in row)}</TR>" for row in rows)
    has_windows = (
        any(one.header.windowed for one in (sides.comparison.a, sides.comparison.b)) if sides else trace.header.windowed
    )
    signs = "= exact value, ≥ ≤ bounds, [α, β] on entry; all" if has_windows else "= value,"
    values = _coloured(f"{signs} from MAX's view", theme.faint)
    return f"<{_table(head + _row(_table(body, spacing=4)) + _row(values), spacing=1)}>"


def mark_of(role: Role, theme: Theme) -> str:
    """The mark of a cutoff, as a label for its edge; scissors only where it pruned. It hides the line behind it."""
    text = f"✂ {role.refutes}" if role.prunes else role.refutes
    cell = f'<TD BGCOLOR="{theme.background}">{_coloured(text, theme.cutoff)}</TD>'
    return f"<{_table(f'<TR>{cell}</TR>', spacing=0)}>"


def _heading(trace: Trace, selection: Selection) -> Iterator[str]:
    yield trace.header.title
    yield _result(trace)
    yield from _drawn(trace, selection)


def _headings(sides: Sides, selection: Selection) -> Iterator[str]:
    """The heading of two searches: what was searched, then each of them with its result."""
    header = sides.trace.header
    yield clean(f"{header.game} at {header.position}" if header.position else header.game)
    for letter, trace, _ in sides.searches():
        # Only what comes after the game: that is the same.
        searched = replace(trace.header, game="", position=None).title.removeprefix(", ")
        yield f"{letter}  {searched}: {_result(trace)}"
    yield from _drawn(sides.trace, selection)


def _result(trace: Trace) -> str:
    visited = int(trace.columns.visited_before[-1])
    value = "unfinished" if trace.value is None else f"value {number(trace.value)}"
    return f"{value} · {visited:,} visited · {len(trace) - visited:,} pruned branches"


def _drawn(trace: Trace, selection: Selection) -> Iterator[str]:
    """What part of the tree is drawn, where it is not all of it."""
    parts = []
    if selection.root:
        path = " ".join(clean(label, MOVE_LIMIT) for label in trace.node(selection.root).path)
        parts.append(f"after {clean(path, 60)}")
    if len(selection.nodes) < len(trace):
        parts.append(f"{len(selection.nodes):,} of {len(trace):,} drawn")
    if parts:
        yield " · ".join(parts)


def _entries(selection: Selection, roles: list[Role], theme: Theme) -> Iterator[Entry]:
    kinds = {role.kind for role in roles}
    yield from _side_entries(roles, theme)
    for kind in Kind:
        if kind in kinds:
            look = theme.node(Role(kind, side=BOTH if roles[0].side is not None else None))
            style = ",".join(word for word in look.style.split(",") if word != "filled")
            yield _sign(GLYPHS[kind], look.text, line=look.line, fill=look.fill, style=style), kind.value
    if any(role.unfinished for role in roles):
        yield _sign("open", theme.text, line=theme.text, style="dotted"), "the search stopped inside"
    if any(role.on_pv for role in roles):
        yield _sign("<B>━━</B>", theme.variation), "principal variation"
    cutoffs = {(role.refutes, role.prunes) for role in roles[1:] if role.refutes}
    for bound, player in (("α", "MIN"), ("β", "MAX")):
        if (bound, True) in cutoffs:
            yield _sign(f"✂ {bound}", theme.cutoff), f"{bound} cutoff (at {player}): later moves skipped"
    last = sorted(bound for bound, prunes in cutoffs if not prunes)
    if last:
        yield _sign(" ".join(last), theme.cutoff), "cutoff after the last move"
    if selection.stubs:
        yield _sign("+n", theme.faint), "left out here, but counted"


def _side_entries(roles: list[Role], theme: Theme) -> Iterator[Entry]:
    drawn = {role.side for role in roles}
    for side, sign, meaning in (
        (ONLY_A, "only A", "in A alone"),
        (ONLY_B, "only B", "in B alone"),
        (CHANGED, "A … B …", "value, window or fate differ"),
    ):
        if side in drawn:
            look = theme.sides[side]
            yield _sign(sign, look.text, line=look.line, fill=look.fill), meaning


def _sign(text: str, colour: str, *, line: str = "", fill: str = "", style: str = "") -> str:
    border = f' BORDER="1" COLOR="{line}"' if line else ""
    border += f' BGCOLOR="{fill}"' if fill else ""
    border += f' STYLE="{style}"' if style else ""
    return f'<TD WIDTH="{SIGN_WIDTH}"{border}>{_coloured(text, colour)}</TD>'


def _cells(entry: Entry, theme: Theme) -> str:
    sign, meaning = entry
    return f'{sign}<TD ALIGN="LEFT">{_coloured(html.escape(meaning), theme.faint)}</TD>'


def _coloured(text: str, colour: str, size: int = 9) -> str:
    return f'<FONT COLOR="{colour}" POINT-SIZE="{size}">{text}</FONT>'


def _row(content: str) -> str:
    return f'<TR><TD ALIGN="LEFT">{content}</TD></TR>'


def _table(rows: str, *, spacing: int) -> str:
    return f'<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="{spacing}" CELLPADDING="1">{rows}</TABLE>'
