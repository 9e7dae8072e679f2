"""One row of the tree: what it says (a `Line`), and that as pieces of text in columns. No colours here."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len

from tracer.recording.log_numbers import visit_count
from tracer.text import number
from tracer.time.moments import Phase
from tracer.why.explain_visits import describe_visit_type
from tracer.why.selective_reasons import SHORT_REASONS, find_worse_played_move, reason_code
from tracer.why.sentences import format_count
from tui.model.bookmark_keys import BOOKMARK_SIGN
from tui.model.browser import Browser
from tui.model.explorer_state import PLAYER_SIGNS, Span
from tui.model.node_text import (
    AHEAD,
    OPEN,
    PRUNED,
    RETURNED,
    describe_log_fate,
    describe_visited_node,
    entry_window_text,
    format_log_columns,
    node_title,
    shorten,
    value_text,
)
from tui.model.row_layout import NUMBER_WIDTH, Layout

EIGHTHS: tuple[str, ...] = ("", *"▏▎▍▌▋▊▉")
"""The end of a bar, by eighths of a cell."""


class Line(NamedTuple):
    """Everything that a row shows, so two rows with equal lines look alike."""

    node: int
    is_selected: bool
    is_current: bool
    """The current step is this node's."""
    ply: int
    guides: tuple[bool, ...]
    """For each indented ply down to the node's own, whether the guide goes on below; empty outside the indentation."""
    expand_mark: str
    """`▸` collapsed, `▾` expanded, a blank where nothing is below."""
    phase: Phase
    player: int
    label: str
    value: str
    window: str
    log_numbers: tuple[str, ...]
    """What a Monte Carlo search goes by, as far as there are columns for it."""
    visited_text: str
    """How many visited nodes it and all below it are; empty where it is alone, and where there is no column for it."""
    visit_share: float
    """Its part of all visits of the recording, as far as they are made by now; 0 where there is no bar for it."""
    comparison_mark: str
    """How it compares with another search, as one glyph; empty where there is none."""
    finding_mark: str
    """`⚠` where something is wrong, `i` where there is a remark; empty where nothing is."""
    is_best_line: bool
    """It lies on the principal variation."""
    is_bookmarked: bool
    """A bookmark is at it."""
    fate_sign: str
    """What became of it, as one glyph."""
    what_if_text: str
    """What is known of it from elsewhere, in a few words."""
    note: str
    """The sign in words, or what a collapsed node hides."""
    short_note: str
    """The note where there is little room."""


def make_line(browser: Browser, node: int, layout: Layout) -> Line:
    """What a node's row shows. O(plies that are indented + children)."""
    trace, rows, cursor = browser.trace, browser.rows, browser.cursor
    phase, ply = cursor.phase(node), trace.columns.ply.item(node)
    fate_sign, note, short_note = _describe_fate(browser, node, phase, is_count_in_column=bool(layout.visited_width))
    log_numbers = ("",) * len(layout.number_columns)
    if trace.columns.log is not None and phase is not AHEAD:
        log_numbers, choice_sum = format_log_columns(trace, node, cursor.step, layout.number_columns)
        fate_sign, note = describe_log_fate(trace, node, cursor.step)
        note = short_note = choice_sum or note
    if phase is not AHEAD and (probability := _format_probability(browser, node)):
        note, short_note = (_join_notes(probability, one_note) for one_note in (note, short_note))
    if phase in (OPEN, RETURNED) and (visit_words := _describe_visit(browser, node)):
        note = _join_notes(visit_words, note)
        one_note = _join_notes(visit_words, short_note)
        short_note = one_note if cell_len(one_note) <= layout.note_width else short_note
    return Line(
        node,
        is_selected=node == browser.selected,
        is_current=node == rows.nearest_visible(cursor.node),
        ply=ply,
        guides=_guide_continuations(browser, node, ply - layout.first_ply) if ply <= layout.last_ply else (),
        expand_mark=" " if not rows.can_expand(node) else "▸" if rows.is_collapsed(node) else "▾",
        phase=phase,
        player=trace.columns.turn.item(node),
        label=node_title(trace, node),
        value=value_text(browser, node),
        window=entry_window_text(browser, node),
        log_numbers=log_numbers,
        visited_text=_format_visited(browser, node, phase) if layout.visited_width else "",
        visit_share=_visit_share(browser, node) if layout.bar_width else 0.0,
        comparison_mark=browser.comparison_mark(node),
        finding_mark=browser.findings.mark_of(node),
        is_best_line=_is_on_variation(browser, node, ply),
        is_bookmarked=node in browser.places.marked.nodes,
        fate_sign=fate_sign,
        what_if_text=browser.describe_what_if(node),
        note=note,
        short_note=short_note,
    )


def _join_notes(*notes: str) -> str:
    return " · ".join(filter(None, notes))


def _format_probability(browser: Browser, node: int) -> str:
    """How probable the outcome of chance is that leads to a node; empty where none does."""
    columns = browser.trace.columns
    parent = columns.parent.item(node)
    if columns.weight is None or parent < 0 or columns.turn.item(parent) or (weight := columns.weight.item(node)) < 0:
        return ""
    return f"p {number(weight)}"


def _describe_visit(browser: Browser, node: int) -> str:
    trace = browser.trace
    was_played = node == find_worse_played_move(trace) and browser.cursor.phase(trace.decision_node) is RETURNED
    return _join_notes(describe_visit_type(trace, node), "played" * was_played)


def _is_on_variation(browser: Browser, node: int, ply: int) -> bool:
    variation = browser.cursor.principal_variation()
    return len(variation) > max(ply, 1) and variation[ply] == node


def _guide_continuations(browser: Browser, node: int, ply_count: int) -> tuple[bool, ...]:
    parents, continues = browser.trace.columns.parent, []
    for _ in range(ply_count):
        parent = parents.item(node)
        continues.append(browser.rows.has_rows_after(node, parent))
        node = parent
    return tuple(reversed(continues))


def _format_visited(browser: Browser, node: int, phase: Phase) -> str:
    log = browser.trace.columns.log
    if log is not None and log.counts_visits:
        return f"{visit_count(browser.trace.columns, node, browser.cursor.step):,}" if phase is not AHEAD else ""
    below_count = 0 if phase in (AHEAD, PRUNED) else browser.cursor.count_below(node)[0]
    return f"{1 + below_count:,}" if below_count else ""


def _visit_share(browser: Browser, node: int) -> float:
    columns = browser.trace.columns
    if columns.log is not None:
        step = browser.cursor.step
        if columns.log.counts_visits:
            return visit_count(columns, node, step) / (step + 1)
        if browser.cursor.phase(node) is AHEAD:
            return 0.0
        return (1 + browser.cursor.count_below(node)[0]) / len(browser.trace)
    visited_before, met_end = columns.visited_before.item, min(columns.end.item(node), browser.cursor.last_met_node + 1)
    return max(visited_before(met_end) - visited_before(node), 0) / visited_before(-1) if met_end > node else 0.0


def _describe_fate(browser: Browser, node: int, phase: Phase, *, is_count_in_column: bool) -> tuple[str, str, str]:
    """What became of a node at this step: glyph, words, and the words where there is little room.

    How many nodes a collapsed one and all that it hides are is said where no column has it `is_count_in_column`.
    """
    if phase is AHEAD:
        return " ", "not reached", "not reached"
    if phase is PRUNED and browser.trace.skips[node]:
        return " ", SHORT_REASONS[reason_code(browser.trace, node)], "not tried"
    if phase is PRUNED:
        return " ", "pruned branch", "pruned branch"
    fate_sign, fate_words = describe_visited_node(browser, node, phase)
    if not (browser.rows.is_collapsed(node) and browser.rows.can_expand(node)):
        hidden_count = browser.rows.count_left_out(node)
        hidden_note = f"{hidden_count:,} hidden" if hidden_count else ""
        return fate_sign, _join_notes(fate_words, hidden_note), hidden_note or fate_words
    below_count, pruned_count = browser.cursor.count_below(node)
    visited_count = 1 + below_count
    pruned_note = f"{format_count(pruned_count, 'branch')} pruned" if pruned_count else ""
    short_note = f"✗ ×{pruned_count:,}" if pruned_count else ""
    if is_count_in_column:
        return fate_sign, _join_notes(fate_words, pruned_note), short_note or fate_words
    return (
        fate_sign,
        _join_notes(f"{visited_count:,} visited", pruned_note),
        f"{visited_count:,} {short_note}".rstrip(),
    )


def line_spans(line: Line, layout: Layout) -> list[Span]:
    """A row as pieces of text, each with the name of its style."""
    dim_style = {AHEAD: "ahead", PRUNED: "pruned-detail"}.get(line.phase)
    what_if_text = f"{line.what_if_text} " if line.what_if_text else ""
    note_room = max(layout.note_width - cell_len(what_if_text), 1)
    note = line.note if cell_len(line.note) <= note_room else line.short_note
    note = shorten(note, note_room)
    pieces = [
        ("❯" if line.is_selected else " ", "pointer"),
        ("◆" if line.is_current else " ", "now"),
        *_name_spans(line, layout),
        *_value_spans(line, layout),
    ]
    pieces += [(" " + text.rjust(NUMBER_WIDTH), dim_style or "below") for text in line.log_numbers]
    if layout.window_width:
        pieces.append((" " + _pad_text(line.window, layout.window_width), dim_style or "window"))
    if layout.visited_width:
        pieces.append((" " + line.visited_text.rjust(layout.visited_width), dim_style or "below"))
    if layout.share_width:
        pieces.append((" " + format_percent(line.visit_share).rjust(layout.share_width), dim_style or "below"))
    if layout.bar_width:
        pieces.append((" " + draw_bar(line.visit_share, layout.bar_width), dim_style or "bar"))
    pieces += [
        (
            (" " if layout.visited_width or layout.bar_width else "")
            + (line.comparison_mark or line.finding_mark or " "),
            "cut" if line.finding_mark == "⚠" and not line.comparison_mark else "side",
        ),
        ("★" if line.is_best_line else " ", "star"),
        (BOOKMARK_SIGN if line.is_bookmarked else " ", "kept"),
        (line.fate_sign + " ", "cut" if line.fate_sign == "✂" else "sign"),
        (what_if_text, "overlay"),
        (note, dim_style or ("cut" if line.fate_sign == "✂" and line.expand_mark != "▸" else "note")),
    ]
    return pieces


def draw_bar(share: float, width: int) -> str:
    """A share of a whole as a bar, in eighths of a cell.

    >>> draw_bar(0.6, 5)
    '███  '
    >>> draw_bar(0.33, 5)
    '█▋   '
    """
    full_cells, eighths = divmod(int(share * width * 8 + 0.5), 8)
    return ("█" * full_cells + EIGHTHS[eighths]).ljust(width)


def format_percent(share: float) -> str:
    """A share of a whole in percent, in at most five cells; empty where it is nothing.

    >>> format_percent(1), format_percent(0.256), format_percent(0.0345), format_percent(0.0000001), format_percent(0)
    ('100%', '26%', '3.5%', '<0.1%', '')
    """
    if share < 0.001:
        return "<0.1%" if share else ""
    return f"{100 * share:.0f}%" if share >= 0.0995 else f"{100 * share:.1f}%"


def expand_mark_column(line: Line, layout: Layout) -> int:
    """The cell in which a row's expand mark stands."""
    return 2 + cell_len(layout.draw_guides(line.ply, line.guides))


def _value_spans(line: Line, layout: Layout) -> list[Span]:
    """The value in its column; of a pruned leaf its number is struck out, which has no sign."""
    style = {AHEAD: "ahead", PRUNED: "pruned", OPEN: "open"}.get(line.phase, "value")
    if line.phase is not PRUNED:
        return [(" " + _pad_text(line.value, layout.value_width), style)]
    padding = " " * (layout.value_width - 2 - cell_len(line.value))
    return [("   ", "pruned-detail"), (line.value, style), (padding, "pruned-detail")]


def _pad_text(text: str, width: int) -> str:
    """Padded to the column; what is too long pushes the rest aside, because half a number would be a lie."""
    return text + " " * (width - cell_len(text))


def _name_spans(line: Line, layout: Layout) -> list[Span]:
    guide = layout.draw_guides(line.ply, line.guides)
    glyph, player_style = PLAYER_SIGNS[line.player]
    label_style = "label"
    if line.phase is AHEAD:
        glyph = "·"
        player_style = label_style = "ahead"
    elif line.phase is PRUNED:
        glyph, player_style, label_style = "✗", "pruned-detail", "pruned"
    label_room = max(layout.name_width - cell_len(guide) - 4, 1)
    text = shorten(line.label, label_room)
    return [
        (guide, "guide"),
        (line.expand_mark + " ", "mark"),
        (glyph + " ", player_style),
        (text, label_style),
        (" " * (label_room - cell_len(text)), "guide"),
    ]
