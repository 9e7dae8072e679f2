"""One row of the tree: what it says (a `Line`), and that as pieces of text in columns. No colours here."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len

from tracer.recording.numbers_of_log import times
from tracer.text import number
from tracer.time.moments import Phase
from tracer.why.explain_visits import describe_visit_type
from tracer.why.selective_reasons import SHORT_REASONS, find_worse_played_move, reason_code
from tracer.why.sentences import format_count
from tui.model.browser import Browser
from tui.model.layout import NUMBER, Layout
from tui.model.node_text import (
    AHEAD,
    OPEN,
    PLAYERS,
    PRUNED,
    RETURNED,
    entry_window,
    fate_at,
    kind_of,
    node_title,
    numbers_at,
    shorten,
    value_text,
)
from tui.model.places import MARK

EIGHTHS: tuple[str, ...] = ("", *"▏▎▍▌▋▊▉")
"""The end of a bar, by eighths of a cell."""

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
    """For each indented ply down to the node's own, whether the guide goes on below; empty outside the indentation."""
    mark: str
    """`▸` collapsed, `▾` expanded, a blank where nothing is below."""
    phase: Phase
    turn: int
    label: str
    value: str
    window: str
    numbers: tuple[str, ...]
    """What a Monte Carlo search goes by, as far as there are columns for it."""
    visited: str
    """How many visited nodes it and all below it are; empty where it is alone, and where there is no column for it."""
    share: float
    """Its part of all visits of the recording, as far as they are made by now; 0 where there is no bar for it."""
    side: str
    """How it compares with another search, as one glyph; empty where there is none."""
    wrong: str
    """`⚠` where something is wrong, `i` where there is a remark; empty where nothing is."""
    star: bool
    """It lies on the principal variation."""
    kept: bool
    """A bookmark is at it."""
    sign: str
    """What became of it, as one glyph."""
    overlay: str
    """What is known of it from elsewhere, in a few words."""
    note: str
    """The sign in words, or what a collapsed node hides."""
    short: str
    """The note where there is little room."""


def line(browser: Browser, node: int, layout: Layout) -> Line:
    """What a node's row shows. O(plies that are indented + children)."""
    trace, rows, cursor = browser.trace, browser.rows, browser.cursor
    phase, ply = cursor.phase(node), trace.columns.ply.item(node)
    sign, note, short = _fate(browser, node, phase, counted=bool(layout.visited))
    numbers = ("",) * len(layout.numbers)
    if trace.columns.log is not None and phase is not AHEAD:
        numbers, total = numbers_at(trace, node, cursor.step, layout.numbers)
        sign, note = fate_at(trace, node, cursor.step)
        note = short = total or note
    if phase is not AHEAD and (probability := _probability(browser, node)):
        note, short = (" · ".join(filter(None, (probability, said))) for said in (note, short))
    if phase in (OPEN, RETURNED) and (word := _words(browser, node)):
        note = " · ".join(filter(None, (word, note)))
        said = " · ".join(filter(None, (word, short)))
        short = said if cell_len(said) <= layout.note else short
    return Line(
        node,
        selected=node == browser.selected,
        now=node == rows.nearest_visible(cursor.node),
        ply=ply,
        guides=_guides(browser, node, ply - layout.first) if ply <= layout.last else (),
        mark=" " if not rows.can_expand(node) else "▸" if rows.is_collapsed(node) else "▾",
        phase=phase,
        turn=trace.columns.turn.item(node),
        label=node_title(trace, node),
        value=value_text(browser, node),
        window=entry_window(browser, node),
        numbers=numbers,
        visited=_visited(browser, node, phase) if layout.visited else "",
        share=_share(browser, node) if layout.bar else 0.0,
        side=browser.side(node),
        wrong=browser.findings.mark(node),
        star=_is_best(browser, node, ply),
        kept=node in browser.places.marks.nodes,
        sign=sign,
        overlay=browser.overlay(node),
        note=note,
        short=short,
    )


def _probability(browser: Browser, node: int) -> str:
    """How probable the outcome of chance is that leads to a node; empty where none does."""
    columns = browser.trace.columns
    above = columns.parent.item(node)
    if columns.weight is None or above < 0 or columns.turn.item(above) or (weight := columns.weight.item(node)) < 0:
        return ""
    return f"p {number(weight)}"


def _words(browser: Browser, node: int) -> str:
    """Return the kind of visit that a node is, and whether its move was played though another one is best."""
    trace = browser.trace
    is_played = node == find_worse_played_move(trace) and browser.cursor.phase(trace.played_at) is RETURNED
    return " · ".join(filter(None, (describe_visit_type(trace, node), "played" * is_played)))


def _is_best(browser: Browser, node: int, ply: int) -> bool:
    """Whether a node lies on the principal variation known at this step."""
    variation = browser.cursor.principal_variation()
    return len(variation) > max(ply, 1) and variation[ply] == node


def _guides(browser: Browser, node: int, plies: int) -> tuple[bool, ...]:
    """Whether the guides of a node and of those above it go on, as many plies up."""
    parent, follow = browser.trace.columns.parent, []
    for _ in range(plies):
        above = parent.item(node)
        follow.append(browser.rows.follows(node, above))
        node = above
    return tuple(reversed(follow))


def _visited(browser: Browser, node: int, phase: Phase) -> str:
    log = browser.trace.columns.log
    if log is not None and log.counts_visits:
        return f"{times(browser.trace.columns, node, browser.cursor.step):,}" if phase is not AHEAD else ""
    below = 0 if phase in (AHEAD, PRUNED) else browser.cursor.count_below(node)[0]
    return f"{1 + below:,}" if below else ""


def _share(browser: Browser, node: int) -> float:
    """How much of all visits of the recording is at and below a node by this step."""
    columns = browser.trace.columns
    if columns.log is not None:
        step = browser.cursor.step
        if columns.log.counts_visits:
            return times(columns, node, step) / (step + 1)
        if browser.cursor.phase(node) is AHEAD:
            return 0.0
        return (1 + browser.cursor.count_below(node)[0]) / len(browser.trace)
    seen, stop = columns.visited_before.item, min(columns.end.item(node), browser.cursor.met + 1)
    return max(seen(stop) - seen(node), 0) / seen(-1) if stop > node else 0.0


def _fate(browser: Browser, node: int, phase: Phase, *, counted: bool) -> tuple[str, str, str]:
    """What became of a node at this step: glyph, words, and the words where there is little room.

    How many nodes a collapsed one and all that it hides are is said where no column has it `counted`.
    """
    if phase is AHEAD:
        return " ", "not reached", "not reached"
    if phase is PRUNED and browser.trace.skips[node]:
        return " ", SHORT_REASONS[reason_code(browser.trace, node)], "not tried"
    if phase is PRUNED:
        return " ", "pruned branch", "pruned branch"
    sign, word = kind_of(browser, node, phase)
    if not (browser.rows.is_collapsed(node) and browser.rows.can_expand(node)):
        hidden = browser.rows.count_left_out(node)
        left_out = f"{hidden:,} hidden" if hidden else ""
        return sign, " · ".join(filter(None, (word, left_out))), left_out or word
    below, pruned = browser.cursor.count_below(node)
    visited = 1 + below
    skipped = f"{format_count(pruned, 'branch')} pruned" if pruned else ""
    short = f"✗ ×{pruned:,}" if pruned else ""
    if counted:
        return sign, " · ".join(filter(None, (word, skipped))), short or word
    return sign, " · ".join(filter(None, (f"{visited:,} visited", skipped))), f"{visited:,} {short}".rstrip()


def spans(line: Line, layout: Layout) -> list[Span]:
    """A row as pieces of text, each with the name of its style."""
    plain = {AHEAD: "ahead", PRUNED: "pruned-detail"}.get(line.phase)
    overlay = f"{line.overlay} " if line.overlay else ""
    room = max(layout.note - cell_len(overlay), 1)
    note = line.note if cell_len(line.note) <= room else line.short
    note = shorten(note, room)
    pieces = [
        ("❯" if line.selected else " ", "pointer"),
        ("◆" if line.now else " ", "now"),
        *_name(line, layout),
        *_value(line, layout),
    ]
    pieces += [(" " + text.rjust(NUMBER), plain or "below") for text in line.numbers]
    if layout.window:
        pieces.append((" " + _fitted(line.window, layout.window), plain or "window"))
    if layout.visited:
        pieces.append((" " + line.visited.rjust(layout.visited), plain or "below"))
    if layout.share:
        pieces.append((" " + percent(line.share).rjust(layout.share), plain or "below"))
    if layout.bar:
        pieces.append((" " + bar(line.share, layout.bar), plain or "bar"))
    pieces += [
        (
            (" " if layout.visited or layout.bar else "") + (line.side or line.wrong or " "),
            "cut" if line.wrong == "⚠" and not line.side else "side",
        ),
        ("★" if line.star else " ", "star"),
        (MARK if line.kept else " ", "kept"),
        (line.sign + " ", "cut" if line.sign == "✂" else "sign"),
        (overlay, "overlay"),
        (note, plain or ("cut" if line.sign == "✂" and line.mark != "▸" else "note")),
    ]
    return pieces


def bar(share: float, width: int) -> str:
    """A share of a whole as a bar, in eighths of a cell.

    >>> bar(0.6, 5)
    '███  '
    >>> bar(0.33, 5)
    '█▋   '
    """
    full, part = divmod(int(share * width * 8 + 0.5), 8)
    return ("█" * full + EIGHTHS[part]).ljust(width)


def percent(share: float) -> str:
    """A share of a whole in percent, in at most five cells; empty where it is nothing.

    >>> percent(1), percent(0.256), percent(0.0345), percent(0.0000001), percent(0)
    ('100%', '26%', '3.5%', '<0.1%', '')
    """
    if share < 0.001:
        return "<0.1%" if share else ""
    return f"{100 * share:.0f}%" if share >= 0.0995 else f"{100 * share:.1f}%"


def mark_column(line: Line, layout: Layout) -> int:
    """The cell in which a row's expand mark stands."""
    return 2 + cell_len(layout.guide(line.ply, line.guides))


def _value(line: Line, layout: Layout) -> list[Span]:
    """The value in its column; of a pruned leaf its number is struck out, which has no sign."""
    style = {AHEAD: "ahead", PRUNED: "pruned", OPEN: "open"}.get(line.phase, "value")
    if line.phase is not PRUNED:
        return [(" " + _fitted(line.value, layout.value), style)]
    blanks = " " * (layout.value - 2 - cell_len(line.value))
    return [("   ", "pruned-detail"), (line.value, style), (blanks, "pruned-detail")]


def _fitted(text: str, width: int) -> str:
    """Padded to the column; what is too long pushes the rest aside, because half a number would be a lie."""
    return text + " " * (width - cell_len(text))


def _name(line: Line, layout: Layout) -> list[Span]:
    """Guides, mark, player and label, as wide as their column."""
    guide = layout.guide(line.ply, line.guides)
    glyph, player = PLAYERS[line.turn]
    label = "label"
    if line.phase is AHEAD:
        glyph = "·"
        player = label = "ahead"
    elif line.phase is PRUNED:
        glyph, player, label = "✗", "pruned-detail", "pruned"
    room = max(layout.name - cell_len(guide) - 4, 1)
    text = shorten(line.label, room)
    return [
        (guide, "guide"),
        (line.mark + " ", "mark"),
        (glyph + " ", player),
        (text, label),
        (" " * (room - cell_len(text)), "guide"),
    ]
