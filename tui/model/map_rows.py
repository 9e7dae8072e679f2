"""A map as rows of text: blocks with the names of their nodes where there is room, marks above, a legend below."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from rich.cells import cell_len, set_cell_size

from tracer.recording.columns import Array, Ints
from tracer.recording.status import PRUNED
from tracer.time.moments import Phase
from tui.model.browser import Browser
from tui.model.ground import Fate
from tui.model.map import Map
from tui.model.titles import node_title

ODD, CHOSEN, TONE = 64, 128, 8
"""Parts of a code, which is a fate plus so many times a tone, plus these where they hold."""
GLYPHS = {
    Fate.NOTHING: " ",
    Fate.AHEAD: "·",
    Fate.PRUNED: "✗",
    Fate.RETURNED: "░",
    Fate.CUT: "▓",
    Fate.OPEN: "█",
    Fate.VARIATION: "★",
}
"""What tells fates apart where there are no colours."""
NAMES = {
    Fate.VARIATION: "variation",
    Fate.CUT: "cut",
    Fate.RETURNED: "returned",
    Fate.OPEN: "open",
    Fate.PRUNED: "pruned branch",
    Fate.AHEAD: "ahead",
}
"""What the legend says, the most important first."""
NAMED = 4
"""Columns from which on a block has a name."""
EDGED = 3
"""Columns from which on a block has an edge on its left."""


class Piece(NamedTuple):
    """Cells of a row that look alike."""

    text: str
    top: int
    """The code of the upper half."""
    bottom: int
    """And of the lower one."""
    ink: str = ""
    """What the text is: a `label`, an `edge`, a `glyph`, a mark; empty where it is the block itself."""


def rows(shown: Map, browser: Browser) -> list[list[Piece]]:
    """The rows of the plies."""
    cells, plain = shown.cells(), not shown.halves
    code = cells.fate + cells.tone * TONE + cells.chosen * CHOSEN
    shaded = code + cells.odd * ODD
    plies = [ply for ply, height in enumerate(shown.heights) for _ in range(height)]
    found: list[list[Piece]] = []
    for top, bottom in zip(plies[::2], plies[1::2], strict=True):
        if top != bottom:
            found.append(list(_halves(shaded[top], shaded[bottom])))
        else:
            named = 2 * len(found) == plies.index(top)
            found.append(list(_blocks(code[top], cells.seen[top], browser, plain=plain, named=named)))
    return found


def _runs(*lines: Array) -> Iterator[tuple[int, int]]:
    """Where runs of equal columns begin and end."""
    changes = np.logical_or.reduce([line[1:] != line[:-1] for line in lines])
    edges = [0, *(np.flatnonzero(changes) + 1).tolist(), len(lines[0])]
    return pairwise(edges)


def _halves(top: Array, bottom: Array) -> Iterator[Piece]:
    for begin, end in _runs(top, bottom):
        yield Piece("▀" * (end - begin), int(top[begin]), int(bottom[begin]))


def _blocks(line: Array, seen: Ints, browser: Browser, *, plain: bool, named: bool) -> Iterator[Piece]:
    """A row of blocks that are at least a row high."""
    for begin, end in _runs(line, seen):
        code, width, node = int(line[begin]), end - begin, int(seen[begin])
        fill, ink = (GLYPHS[Fate(code % TONE)], "glyph") if plain else (" ", "")
        edged = node >= 0 and width >= EDGED
        if edged:
            yield Piece("│" if plain else "▏", code, code, "edge")
        name = _name(browser, node, width - 2) if named and edged and width >= NAMED else ""
        if name:
            yield Piece(name, code, code, "label")
        rest = width - edged - cell_len(name)
        if rest:
            yield Piece(fill * rest, code, code, ink)


def _name(browser: Browser, node: int, room: int) -> str:
    """The move, the value and the visits of a node, as far as there is room; empty where there is none."""
    label = node_title(browser.trace, node)
    if cell_len(label) > room:
        return set_cell_size(label, room - 1) + "…" if room > 2 else ""
    visits = browser.cursor.count_below(node)[0] + 1 if browser.cursor.phase(node) is not Phase.AHEAD else 0
    value = browser.value_text(node).replace(" ", "") if visits and not _is_pruned(browser, node) else ""
    for extra in (value, f"{visits:,}" if visits > 1 else ""):
        if extra and cell_len(label) + 1 + len(extra) <= room:
            label += " " + extra
    return label


def _is_pruned(browser: Browser, node: int) -> bool:
    return browser.trace.columns.status.item(node) == PRUNED


def marks(shown: Map, browser: Browser) -> list[Piece]:
    """The row above: where the selected node and that of the current step are, and which nodes the range is of.

    A number that a mark would stand in is left out: the rest of it would be another number.
    """
    width = shown.size[0]
    found = _pointers(shown, browser)
    row = [found.get(column, (" ", "scale")) for column in range(width)]
    ends = shown.breadth.nodes(np.array([shown.first, shown.first + shown.span - 1]))
    first, last = (f"{int(node):,}" for node in ends)
    for number, start in ((first, 0), (last, width - len(last))):
        cells = range(start, start + len(number))
        if start >= 0 and len(first) + len(last) < width and found.keys().isdisjoint(cells):
            row[start : start + len(number)] = [(digit, "scale") for digit in number]
    return [Piece(text, 0, 0, ink) for text, ink in row]


def _pointers(shown: Map, browser: Browser) -> dict[int, tuple[str, str]]:
    """By column, the marks of the current step's node and of the selected one, with arrows where they are outside."""
    width, found = shown.size[0], dict[int, tuple[str, str]]()
    for node, mark, ink in ((browser.cursor.node, "◆", "now"), (browser.selected, "❯", "pointer")):
        column = shown.column_of(node) if mark == "◆" else shown.column(shown.middle(node))
        if 0 <= column < width:
            if column in found:
                column += -1 if column else 1
            found[column] = mark, ink
        elif column < 0:
            found[0], found[1] = ("‹", ink), (mark, ink)
        else:
            found[width - 2], found[width - 1] = (mark, ink), ("›", ink)
    return {column: mark for column, mark in found.items() if 0 <= column < width}


def legend(width: int, *, plain: bool) -> list[Piece]:
    """What the colours mean; as many as fit."""
    found: list[Piece] = []
    for fate, name in NAMES.items():
        text = f" {name} "
        width -= 2 + len(text)
        if width < 0:
            break
        code = fate + 4 * TONE
        sample = Piece(GLYPHS[fate] * 2, code, code, "glyph") if plain else Piece("  ", code, code)
        found += [sample, Piece(text, 0, 0, "scale")]
    return found
