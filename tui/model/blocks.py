"""What a picture of the tree writes of one node: a few short lines, each of pieces with the name of their style."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

from tracer.text import number
from tracer.time.landmarks import window_ends
from tracer.time.moments import Phase
from tui.model.browser import Browser
from tui.model.line import KINDS, PLAYERS
from tui.model.sketch import Kind
from tui.model.strokes import Span
from tui.model.titles import node_title

LABEL_ROOM = 12
"""Columns of a label; a longer one is cut short."""
OLD = 2
"""Old ends of a window that are written before the new one: the first, and the last."""


class Block(NamedTuple):
    """One place of a picture."""

    title: list[Span]
    """The move, or what a chip counts."""
    value: list[Span]
    """Who moves, the value, and a cutoff; of a pruned leaf its number alone; empty for a chip and other branches."""
    below: list[Span]
    """Alpha and beta of an open node, the old ends before the new ones; how many nodes are folded away."""
    selected: bool
    now: bool
    """The current step is its node's, or that of a node it stands for."""
    pruned: bool
    """It was pruned by this step: a cut goes through the line that leads to it."""
    room: int
    """Columns that it has at any step, so that nothing moves aside as time goes by."""
    tall: bool
    """Whether something stands below it at some step."""
    widths: tuple[int, int, int]
    """Columns of the three lines."""

    @property
    def lines(self) -> tuple[list[Span], list[Span], list[Span]]:
        """All three."""
        return self.title, self.value, self.below

    @property
    def columns(self) -> int:
        """Columns of its longest line."""
        return max(self.room, *self.widths)


def width(spans: list[Span]) -> int:
    """Columns of a text."""
    return sum([cell_len(text) for text, _ in spans])


def block(browser: Browser, node: int, kind: Kind, count: int, *, holds: bool, long: bool, brief: bool) -> Block:
    """What stands in one place of a picture, without marks.

    Args:
        browser: the recording, and where in time it is.
        node: the node of the place.
        kind: what the place is.
        count: how many nodes it stands for.
        holds: whether the children of the node are in the picture.
        long: whether chips say in words what they count.
        brief: whether windows are left out.
    """
    if kind is not Kind.NODE:
        title = [_chip(browser, node, kind, count, long=long)]
        wide = (width(title), 0, 0)
        return Block(title, [], [], selected=False, now=False, pruned=False, room=0, tall=False, widths=wide)
    phase = browser.cursor.phase(node)
    window = [] if brief else _window(browser, node, phase)
    more = [("  " * bool(window) + _count(count - 1, long=long), "below")] if count > 1 else []
    inner = bool(browser.trace.columns.end[node] > node + 1)
    lines = (_title(browser, node, phase), _value(browser, node, phase), window + more)
    return Block(
        *lines,
        selected=False,
        now=False,
        pruned=phase is Phase.PRUNED,
        room=max(2 + _longest_value(browser, node), _longest_window(browser, node) if holds and not brief else 0),
        tall=(inner and browser.trace.header.windowed and not brief) or bool(more),
        widths=(width(lines[0]), width(lines[1]), width(lines[2])),
    )


def _chip(browser: Browser, node: int, kind: Kind, count: int, *, long: bool) -> Span:
    if kind is Kind.PRUNED:
        ahead = browser.cursor.phase(node) is Phase.AHEAD
        return f"{'·' if ahead else '✗'} ×{count:,}" + " branches" * long, "ahead" if ahead else "pruned-detail"
    if kind is Kind.MORE:
        return _count(count, long=long), "below"
    plies = int(browser.trace.columns.ply[node] - browser.trace.columns.ply[browser.rows.root]) + 1
    return f"↑ {plies:,} {'ply' if plies == 1 else 'plies'} above: {_count(count, long=True)}", "below"


def _count(nodes: int, *, long: bool) -> str:
    """How many nodes are not there."""
    return f"+{nodes:,}" + (" node" if nodes == 1 else " nodes") * long


def short(label: str) -> str:
    """A label that fits."""
    return label if cell_len(label) <= LABEL_ROOM else set_cell_size(label, LABEL_ROOM - 1) + "…"


def _title(browser: Browser, node: int, phase: Phase) -> list[Span]:
    style = {Phase.AHEAD: "ahead", Phase.PRUNED: "pruned"}.get(phase, "label")
    return [(short(node_title(browser.trace, node)), style)] if node or browser.trace.names.get(node) else []


def _value(browser: Browser, node: int, phase: Phase) -> list[Span]:
    """Who moves, or what kind of leaf it is, and the value as it is known."""
    if phase is Phase.AHEAD:
        return [("·", "ahead")]
    if phase is Phase.PRUNED:
        unseen = browser.value_text(node)
        return [(unseen, "pruned")] if unseen else []
    columns = browser.trace.columns
    kind = KINDS.get(columns.status[node]) if phase is Phase.RETURNED else None
    glyph, style = (kind[0], "sign") if kind else PLAYERS[int(columns.turn[node])]
    sign, _, worth = browser.value_text(node).partition(" ")
    text = worth if kind and sign == "=" else sign + worth
    spans = [(glyph + " ", style), (text, "open" if phase is Phase.OPEN else "value")]
    return [*spans, (" ✂", "cut")] if browser.cursor.is_cut(node) else spans


def _longest_value(browser: Browser, node: int) -> int:
    columns = browser.trace.columns
    unseen = browser.unseen(node)
    worth = float(columns.value[node]) if unseen is None else unseen
    longest = len(number(worth)) + 1 if worth == worth else 1
    return max(longest, len(browser.value_text(node)) - 1) + 2 * bool(columns.cutoff[node])


def _window(browser: Browser, node: int, phase: Phase) -> list[Span]:
    """The window of an open node that has moves, as one writes it by hand: old ends are struck out."""
    trace = browser.trace
    if phase is not Phase.OPEN or not trace.header.windowed or trace.columns.end[node] == node + 1:
        return []
    alphas, betas = window_ends(trace, node, browser.cursor.step)
    return [("α ", "window"), *_struck(alphas), ("  β ", "window"), *_struck(betas)]


def _struck(values: list[float]) -> list[Span]:
    *old, new = [number(value) for value in values]
    if len(old) > OLD:
        old = [old[0], "…", old[-1]]
    struck = [span for text in old for span in ((text, "old"), ("→", "window"))]
    return [*struck, (new, "end")]


def _longest_window(browser: Browser, node: int) -> int:
    """Columns of the window, guessed from how it begins and from the value that is returned in the end."""
    columns = browser.trace.columns
    if not browser.trace.header.windowed:
        return 0
    guessed = [number(float(column[node])) for column in (columns.alpha, columns.beta, columns.value)]
    return sum(map(len, guessed)) + len("α →  β ")
