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
from tui.model.explorer_state import CallCursor
from tui.widgets.canvas import Panel

WRAP_INDENT = 4
"""Cells by which the rest of a wrapped line stands further to the right."""
MIN_LINE_WIDTH = 12
"""Cells of a line at least: where there are fewer, nothing is indented."""


class CodeRow(NamedTuple):
    """One row of the screen."""

    margin: str
    """The number of the line, and a pointer at the current one."""
    text: str
    is_current: bool
    """Whether it is the current line, or the rest of it."""


def excerpt(source: Source, line: int | None, width: int, height: int) -> list[CodeRow]:
    """The rows around a line, with what comes before and after; the line itself is wrapped, others may be too long."""
    line_count = len(source.lines)
    number_width = len(str(source.line + line_count - 1))
    if not source.holds(line):
        line = None
    current_index = 0 if line is None else line - source.line
    wrapped_line = (
        [] if line is None else _wrap_line(source.lines[current_index], max(width - number_width - 2, 1))[:height]
    )
    line_room = height - max(len(wrapped_line) - 1, 0)
    first_line = first_line_shown(line_count, line_room, current_index)
    rows: list[CodeRow] = []
    for line_index in range(first_line, min(first_line + line_room, line_count)):
        number_text = f"{source.line + line_index:>{number_width}}"
        if line_index == current_index and wrapped_line:
            rows.append(CodeRow(f"▶{number_text} ", wrapped_line[0], is_current=True))
            rows += [
                CodeRow(" " * (number_width + 2), wrapped_rest, is_current=True) for wrapped_rest in wrapped_line[1:]
            ]
        else:
            rows.append(CodeRow(f" {number_text} ", source.lines[line_index], is_current=False))
    return rows


def _wrap_line(line: str, width: int) -> list[str]:
    """A line on as many rows as it takes.

    >>> _wrap_line("    x = one_name + other", 20)
    ['    x = one_name + o', '        ther']
    """
    first_row, *remaining_rows = chop_cells(line, width) or [""]
    if not remaining_rows:
        return [first_row]
    indent = len(line) - len(line.lstrip()) + WRAP_INDENT
    indent = indent if width - indent >= MIN_LINE_WIDTH else 0
    return [first_row, *(" " * indent + piece for piece in chop_cells("".join(remaining_rows), width - indent))]


def first_line_shown(lines: int, room: int, current: int) -> int:
    """The first line shown, so that the current one is among them.

    >>> first_line_shown(14, 20, 9), first_line_shown(14, 6, 0), first_line_shown(14, 6, 8), first_line_shown(14, 6, 13)
    (0, 0, 6, 8)
    """
    return max(min(current - room // 3, lines - room), 0)


MIN_WIDTH_BESIDE = 66
"""Columns from which the variables stand beside pseudo-code and not above it."""
MAX_SOURCE_ROWS = 20
"""Rows of a program's own source at most, while others need them too."""


class Code(Panel):
    """The source of the search that was recorded; pseudo-code for plyscope's own."""

    MIN_LINE_WIDTH = 5

    def rows_needed(self, width: int) -> int:
        """All of a short search with its variables; of a long one the lines around the one in hand."""
        pseudo_code = pseudocode_of(self.browser.trace)
        if pseudo_code is not None:
            return len(pseudo_code.lines) + (0 if width >= MIN_WIDTH_BESIDE else 2)
        source = self.browser.trace.source(self.browser.selected)
        return MAX_SOURCE_ROWS if source is None else min(len(source.lines) + 3, MAX_SOURCE_ROWS)

    def lines(self) -> list[Text]:
        """As much of the code around the current line as there is room for."""
        trace, step = self.browser.trace, self.browser.cursor.step
        if self.browser.current_call is not None:
            return self._stepped_call_lines(self.browser.current_call)
        pseudo_code = pseudocode_of(trace)
        if pseudo_code is not None:
            return self._code_with_variables(
                pseudo_code.lines, pseudocode_line(trace, step), list_variables(trace, step)
            )
        code_place = find_code_location(trace, step, self.browser.selected)
        variable_values = list_call_facts(trace, step, executing_node(trace, step, self.browser.selected))
        if code_place is not None:
            return self._source_lines(code_place, variable_values)
        search = clean(trace.header.search) or "this search"
        return [
            *self._variable_lines(variable_values),
            Text(f"the recording has no source of {search}", self.style_of("about")),
        ]

    def _stepped_call_lines(self, stepped_call: CallCursor) -> list[Text]:
        """A line of a call that was run again, with the program's own variables, those first that have changed."""
        line, source = stepped_call.line, stepped_call.call_lines.source
        count = len(stepped_call.call_lines.lines)
        headline = f"inside {source.name}: moment {stepped_call.line_index + 1:,} of {count:,}; n, b, esc leaves"
        names = sorted(line.values, key=lambda name: name not in line.changed)
        variable_rows = self._variable_lines([(name, line.values[name]) for name in names], line.changed)
        trace = self.browser.trace
        child_notes = [
            f"→ node {child:,} ({clean(trace.label(child), 20)}) {self._describe_result(child)}"
            for child in line.children
        ]
        notes = "; ".join(filter(None, [*child_notes, line.message]))
        rows_above = [
            Text(headline, self.style_of("what-if"), no_wrap=True),
            *variable_rows[: max(self.size.height // 3, 1)],
            *([Text(notes, self.style_of("event"), no_wrap=True)] if notes else []),
        ]
        return self._with_excerpt(rows_above, source, line.number)

    def _describe_result(self, child: int) -> str:
        value = float(self.browser.trace.columns.value[child])
        return "never returned" if value != value else f"returned {number(value)}"

    def _source_lines(self, code_place: CodeLocation, variable_values: list[tuple[str, str]]) -> list[Text]:
        source, line = code_place.source, code_place.line
        call_line = self.browser.trace.called_at(code_place.node)
        headline = f"{source.name} in {source.file}" + ("" if call_line is None else f", from line {call_line}")
        rows_above = [Text(headline, self.style_of("about"), no_wrap=True), *self._variable_lines(variable_values)]
        if line is not None and not source.holds(line):
            rows_above.append(Text(f"▶ line {line}, of which no text is kept", self.style_of("here"), no_wrap=True))
        return self._with_excerpt(rows_above, source, line)

    def _with_excerpt(self, rows_above: list[Text], source: Source, line: int | None) -> list[Text]:
        rows = list(rows_above)
        for row in excerpt(source, line, self.size.width, max(self.size.height - len(rows_above), 1)):
            style = self.style_of("here" if row.is_current else "value")
            margin = Text(row.margin, style if row.is_current else self.style_of("about"), no_wrap=True)
            rows.append(margin.append(row.text, style))
        return rows

    def _code_with_variables(
        self, code: tuple[str, ...], current: int | None, variable_values: list[tuple[str, str]]
    ) -> list[Text]:
        is_wide = self.size.width >= MIN_WIDTH_BESIDE
        variable_rows = [] if is_wide else self._variable_lines(variable_values)
        row_room = max(self.size.height - len(variable_rows), 1)
        first_line = first_line_shown(len(code), row_room, current or 0)
        width = max(map(len, code)) + 4
        lines = []
        for line_index, line in enumerate(code[first_line : first_line + row_room], first_line):
            is_current = line_index == current
            text = Text(
                f"{'▶' if is_current else ' '}{line}", self.style_of("here" if is_current else ""), no_wrap=True
            )
            row_index = line_index - first_line
            if is_wide and row_index < len(variable_values):
                text.pad_right(max(width - text.cell_len, 1))
                text.append(f"{variable_values[row_index][0]} ", self.style_of("about"))
                text.append(variable_values[row_index][1], self.style_of("strong"))
            lines.append(text)
        return [*variable_rows, *lines]

    def _variable_lines(self, variable_values: list[tuple[str, str]], changed: Collection[str] = ()) -> list[Text]:
        lines = [Text(no_wrap=True)]
        for name, value in variable_values:
            if lines[-1] and lines[-1].cell_len + len(name) + len(value) + 4 > self.size.width:
                lines.append(Text(no_wrap=True))
            lines[-1].append(f"{name} ", self.style_of("about"))
            has_changed = name in changed
            lines[-1].append(
                f"{'•' if has_changed else ''}{value}  ", self.style_of("what-if" if has_changed else "strong")
            )
        return lines
