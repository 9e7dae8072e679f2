"""One row of the tree: what it says (a `Line`), and how that is laid out in columns (a `Layout`). No colours here."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from rich.cells import cell_len, set_cell_size

from tracer.columns import Floats
from tracer.moments import Phase
from tracer.status import HORIZON, TABLE, TERMINAL
from tracer.text import number
from tracer.trace import Trace
from tui.browser import Browser

PLAYERS = {1: ("▲", "max"), -1: ("▼", "min"), 0: ("●", "chance")}
"""Glyph and style of who moves."""
KINDS = {TERMINAL: ("■", "terminal"), HORIZON: ("~", "horizon"), TABLE: ("≡", "table")}
"""Glyph and word of a node that was closed at once."""
SAMPLE = 512
"""Values looked at to find how wide a column of numbers has to be."""
STEP = 2
"""Columns by which one ply is indented."""
LABEL_ROOM = 16
"""Columns that the longest label is given at most; a longer one is cut short, the details show it whole."""
NOTE_ROOM = 14
"""Columns that the last column is left at least."""

Span = tuple[str, str]
"""A piece of text and the name of its style."""


class Line(NamedTuple):
    """Everything that a row shows, so two rows with equal lines look alike."""

    node: int
    selected: bool
    now: bool
    """The current step is this node's."""
    ply: int
    guides: tuple[bool, ...]
    """For each ply from 1 to the node's own, whether the guide goes on below; empty beyond the deepest indentation."""
    mark: str
    """`▸` collapsed, `▾` expanded, a blank where nothing is below."""
    phase: Phase
    turn: int
    label: str
    value: str
    window: str
    star: bool
    """It lies on the principal variation."""
    sign: str
    """What became of it, as one glyph."""
    note: str
    """The same in words, or what a collapsed node hides."""
    short: str
    """The note where there is little room."""


def line(browser: Browser, node: int, deepest: int) -> Line:
    """What a node's row shows; guides as far as the deepest ply that is indented."""
    trace, rows, cursor = browser.trace, browser.rows, browser.cursor
    phase, ply = cursor.phase(node), int(trace.columns.ply[node])
    sign, note, short = _fate(browser, node, phase)
    collapsed = rows.is_collapsed(node)
    return Line(
        node,
        selected=node == browser.selected,
        now=node == cursor.node,
        ply=ply,
        guides=_guides(browser, node) if ply <= deepest else (),
        mark=" " if not rows.can_expand(node) else "▸" if collapsed else "▾",
        phase=phase,
        turn=int(trace.columns.turn[node]),
        label=trace.label(node) if node else "root",
        value=browser.value_text(node),
        window=_window(browser, node, phase),
        star=_is_best(browser, node, ply),
        sign=sign,
        note=note,
        short=short,
    )


def _is_best(browser: Browser, node: int, ply: int) -> bool:
    """Whether a node lies on the principal variation known at this step."""
    variation = browser.cursor.principal_variation()
    return len(variation) > max(ply, 1) and variation[ply] == node


def _guides(browser: Browser, node: int) -> tuple[bool, ...]:
    parent, follow = browser.trace.columns.parent, []
    while (above := int(parent[node])) >= 0:
        follow.append(browser.rows.follows(node, above))
        node = above
    return tuple(reversed(follow))


def _window(browser: Browser, node: int, phase: Phase) -> str:
    """The window on entry, or the running one of an open node."""
    if phase in (Phase.AHEAD, Phase.PRUNED) or not browser.trace.header.windowed:
        return ""
    columns = browser.trace.columns
    alpha, beta = float(columns.alpha[node]), float(columns.beta[node])
    if phase is Phase.OPEN:
        frame = browser.cursor.frame(node)
        alpha, beta = frame.alpha, frame.beta
    return f"({number(alpha)}, {number(beta)})"


def _fate(browser: Browser, node: int, phase: Phase) -> tuple[str, str, str]:
    """What became of a node at this step: glyph, words, and the words where there is little room."""
    if phase is Phase.AHEAD:
        return " ", "not reached", "not reached"
    if phase is Phase.PRUNED:
        return " ", "pruned", "pruned"
    sign, word = _kind(browser, node, phase)
    if not browser.rows.is_collapsed(node):
        return sign, word, word
    visited, pruned = browser.cursor.below(node)
    skipped = f" · {pruned:,} pruned" if pruned else ""
    return sign, f"{visited:,} visited{skipped}", f"{visited:,}" + (f" · {pruned:,} ✗" if pruned else "")


def _kind(browser: Browser, node: int, phase: Phase) -> tuple[str, str]:
    """What a visited node is: glyph and words."""
    status = browser.trace.columns.status[node]
    if status in KINDS and phase is Phase.RETURNED:
        return KINDS[status]
    if browser.cursor.is_cut(node):
        pruned = int(browser.cursor.pruned_children[node])
        hidden = "" if browser.shows_pruned or not pruned else f" · {pruned:,} hidden"
        return "✂", ("beta cutoff" if browser.trace.columns.turn[node] > 0 else "alpha cutoff") + hidden
    if phase is Phase.OPEN:
        return "…", "open"
    return " ", ""


class Layout(NamedTuple):
    """Widths of the columns of a row, in cells."""

    name: int
    """Guides, mark, player and label."""
    value: int
    window: int
    """0 where the search has no window."""
    note: int
    deepest: int
    """The deepest ply that is indented; beyond it a row says its ply instead."""

    @classmethod
    def of(cls, trace: Trace, width: int) -> Layout:
        """The columns that suit a trace on a view of some width."""
        columns = trace.columns
        value = min(max(_widest(columns.value) + 2, 5), 13)
        window = 0
        if trace.header.windowed:
            window = min(max(_widest(columns.alpha) + _widest(columns.beta) + 4, 7), 22)
        label = min(max(map(cell_len, trace.move_labels[:SAMPLE]), default=4), LABEL_ROOM)
        room = width - 2 - value - (window + 1 if window else 0) - 6
        deepest = int(columns.ply.max())
        name = STEP * min(deepest, max(9, width // 8)) + 4 + max(label, 4)
        name = max(min(name, room - NOTE_ROOM), 12)
        note = max(room - name, 0)
        return cls(name, value, window, note, min(deepest, max((name - 4 - label) // STEP, 1)))

    def title(self) -> str:
        """The names of the columns, above them."""
        window = f"{'window':<{self.window}} " if self.window else ""
        return f"  {'node':<{self.name}} {'value':<{self.value}} {window}"


def _widest(values: Floats) -> int:
    """How long the longest number is, of a sample and both ends."""
    known = values[:: max(len(values) // SAMPLE, 1)]
    known = known[~np.isnan(known)]
    return max((len(number(float(value))) for value in known), default=1)


def spans(line: Line, layout: Layout) -> list[Span]:
    """A row as pieces of text, each with the name of its style."""
    plain = {Phase.AHEAD: "ahead", Phase.PRUNED: "pruned-detail"}.get(line.phase)
    short = cell_len(line.note) > layout.note
    pieces = [
        ("❯" if line.selected else " ", "pointer"),
        ("◆" if line.now else " ", "now"),
        *_name(line, layout),
        (" " + _fitted(line.value, layout.value), plain or ("open" if line.phase is Phase.OPEN else "value")),
    ]
    if layout.window:
        pieces.append((" " + _fitted(line.window, layout.window), plain or "window"))
    pieces += [
        (" ★ " if line.star else "   ", "star"),
        (line.sign + " ", "cut" if line.sign == "✂" else "sign"),
        (line.short if short else line.note, plain or ("cut" if line.sign == "✂" and line.mark != "▸" else "note")),
    ]
    return pieces


def _fitted(text: str, width: int) -> str:
    """Padded to the column; what is too long pushes the rest aside, because half a number would be a lie."""
    return text + " " * (width - cell_len(text))


def _name(line: Line, layout: Layout) -> list[Span]:
    """Guides, mark, player and label, as wide as their column."""
    guide = _guide(line, layout)
    glyph, player = PLAYERS[line.turn]
    label = "label"
    if line.phase is Phase.AHEAD:
        glyph = "·"
        player = label = "ahead"
    elif line.phase is Phase.PRUNED:
        glyph, player, label = "✗", "pruned-detail", "pruned"
    room = max(layout.name - cell_len(guide) - 4, 1)
    text = line.label if cell_len(line.label) <= room else set_cell_size(line.label, room - 1) + "…"
    return [
        (guide, "guide"),
        (line.mark + " ", "mark"),
        (glyph + " ", player),
        (text, label),
        (" " * (room - cell_len(text)), "guide"),
    ]


def _guide(line: Line, layout: Layout) -> str:
    """The lines that show the nesting; where there are too many, the ply."""
    if line.ply == 0:
        return ""
    if not line.guides:
        return set_cell_size(f"⋮{line.ply:,} ", STEP * layout.deepest)
    *above, last = line.guides
    return "".join("│ " if goes_on else "  " for goes_on in above) + ("├╴" if last else "└╴")
