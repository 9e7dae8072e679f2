"""The search itself: the line at this step, in the program's own source or in plyscope's pseudo-code."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from rich.cells import chop_cells
from rich.text import Text

from tracer.recording.source import Source
from tracer.text import clean, number
from tracer.why.code_at_step import (
    CodeLocation,
    executing_node,
    find_code_location,
    list_call_facts,
    list_variables,
    pseudocode_line,
    pseudocode_of,
)
from tui.model.explored import Watched
from tui.widgets.panel import Panel

DEEPER = 4
"""Cells by which the rest of a wrapped line stands further to the right."""
LEAST = 12
"""Cells of a line at least: where there are fewer, nothing is indented."""


class Row(NamedTuple):
    """One row of the screen."""

    margin: str
    """The number of the line, and a pointer at the current one."""
    text: str
    here: bool
    """Whether it is the current line, or the rest of it."""


def excerpt(source: Source, line: int | None, width: int, height: int) -> list[Row]:
    """The rows around a line, with what comes before and after; the line itself is wrapped, others may be too long.

    Args:
        source: the source.
        line: the current line as its file counts; None where there is none, or it is not among the source's.
        width: cells of a row.
        height: rows at most.
    """
    count = len(source.lines)
    digits = len(str(source.line + count - 1))
    if not source.holds(line):
        line = None
    current = 0 if line is None else line - source.line
    wrapped = [] if line is None else _wrapped(source.lines[current], max(width - digits - 2, 1))[:height]
    room = height - max(len(wrapped) - 1, 0)
    first = first_shown(count, room, current)
    rows: list[Row] = []
    for place in range(first, min(first + room, count)):
        number = f"{source.line + place:>{digits}}"
        if place == current and wrapped:
            rows.append(Row(f"▶{number} ", wrapped[0], here=True))
            rows += [Row(" " * (digits + 2), rest, here=True) for rest in wrapped[1:]]
        else:
            rows.append(Row(f" {number} ", source.lines[place], here=False))
    return rows


def _wrapped(line: str, width: int) -> list[str]:
    """A line on as many rows as it takes.

    >>> _wrapped("    x = one_name + other", 20)
    ['    x = one_name + o', '        ther']
    """
    head, *rest = chop_cells(line, width) or [""]
    if not rest:
        return [head]
    indent = len(line) - len(line.lstrip()) + DEEPER
    indent = indent if width - indent >= LEAST else 0
    return [head, *(" " * indent + piece for piece in chop_cells("".join(rest), width - indent))]


def first_shown(lines: int, room: int, current: int) -> int:
    """The first line shown, so that the current one is among them.

    >>> first_shown(14, 20, 9), first_shown(14, 6, 0), first_shown(14, 6, 8), first_shown(14, 6, 13)
    (0, 0, 6, 8)
    """
    return max(min(current - room // 3, lines - room), 0)


BESIDE = 66
"""Columns from which the variables stand beside pseudo-code and not above it."""
SOURCE_ROWS = 20
"""Rows of a program's own source at most, while others need them too."""


class Code(Panel):
    """The source of the search that was recorded; pseudo-code for plyscope's own."""

    LEAST = 5

    def rows_needed(self, width: int) -> int:
        """All of a short search with its variables; of a long one the lines around the one in hand."""
        ours = pseudocode_of(self.browser.trace)
        if ours is not None:
            return len(ours.lines) + (0 if width >= BESIDE else 2)
        source = self.browser.trace.source(self.browser.selected)
        return SOURCE_ROWS if source is None else min(len(source.lines) + 3, SOURCE_ROWS)

    def lines(self) -> list[Text]:
        """As much of the code around the current line as there is room for."""
        trace, step = self.browser.trace, self.browser.cursor.step
        if self.browser.inside is not None:
            return self._inside(self.browser.inside)
        ours = pseudocode_of(trace)
        if ours is not None:
            return self._beside(ours.lines, pseudocode_line(trace, step), list_variables(trace, step))
        place = find_code_location(trace, step, self.browser.selected)
        known = list_call_facts(trace, step, executing_node(trace, step, self.browser.selected))
        if place is not None:
            return self._source(place, known)
        search = clean(trace.header.search) or "this search"
        return [*self._above(known), Text(f"the recording has no source of {search}", self.style_of("about"))]

    def _inside(self, watched: Watched) -> list[Text]:
        """A line of a call that was run again, with the program's own variables, those first that have changed."""
        line, source = watched.line, watched.found.source
        where = f"inside {source.name}: moment {watched.number + 1:,} of {len(watched.found.lines):,}; n, b, esc leaves"
        names = sorted(line.values, key=lambda name: name not in line.changed)
        known = self._above([(name, line.values[name]) for name in names], line.changed)
        trace = self.browser.trace
        led = [f"→ node {child:,} ({clean(trace.label(child), 20)}) {self._came_of(child)}" for child in line.children]
        said = [
            Text("; ".join([*led, *([line.message] if line.message else [])]), self.style_of("event"), no_wrap=True)
        ]
        top = [Text(where, self.style_of("what-if"), no_wrap=True), *known[: max(self.size.height // 3, 1)]]
        top += said if said[0] else []
        room = max(self.size.height - len(top), 1)
        return [*top, *map(self._row, excerpt(source, line.number, self.size.width, room))]

    def _came_of(self, child: int) -> str:
        """What a child returned."""
        value = float(self.browser.trace.columns.value[child])
        return "never returned" if value != value else f"returned {number(value)}"

    def _source(self, place: CodeLocation, known: list[tuple[str, str]]) -> list[Text]:
        """The program's own lines, under what is known of the call."""
        source, line = place.source, place.line
        called = self.browser.trace.called_at(place.node)
        where = f"{source.name} in {source.file}" + ("" if called is None else f", from line {called}")
        top = [Text(where, self.style_of("about"), no_wrap=True), *self._above(known)]
        if line is not None and not source.holds(line):
            top.append(Text(f"▶ line {line}, of which no text is kept", self.style_of("here"), no_wrap=True))
        room = max(self.size.height - len(top), 1)
        return [*top, *map(self._row, excerpt(source, line, self.size.width, room))]

    def _row(self, row: Row) -> Text:
        style = self.style_of("here" if row.here else "value")
        margin = Text(row.margin, style if row.here else self.style_of("about"), no_wrap=True)
        return margin.append(row.text, style)

    def _beside(self, code: tuple[str, ...], current: int | None, known: list[tuple[str, str]]) -> list[Text]:
        wide = self.size.width >= BESIDE
        above = [] if wide else self._above(known)
        room = max(self.size.height - len(above), 1)
        first = first_shown(len(code), room, current or 0)
        width = max(map(len, code)) + 4
        lines = []
        for at, line in enumerate(code[first : first + room], first):
            here = at == current
            text = Text(f"{'▶' if here else ' '}{line}", self.style_of("here" if here else ""), no_wrap=True)
            place = at - first
            if wide and place < len(known):
                text.pad_right(max(width - text.cell_len, 1))
                text.append(f"{known[place][0]} ", self.style_of("about"))
                text.append(known[place][1], self.style_of("strong"))
            lines.append(text)
        return [*above, *lines]

    def _above(self, known: list[tuple[str, str]], changed: Collection[str] = ()) -> list[Text]:
        """The variables in as few lines as they fit; those that have changed have a mark."""
        lines = [Text(no_wrap=True)]
        for name, value in known:
            if lines[-1] and lines[-1].cell_len + len(name) + len(value) + 4 > self.size.width:
                lines.append(Text(no_wrap=True))
            lines[-1].append(f"{name} ", self.style_of("about"))
            fresh = name in changed
            lines[-1].append(f"{'•' if fresh else ''}{value}  ", self.style_of("what-if" if fresh else "strong"))
        return lines
