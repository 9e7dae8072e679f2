"""As much of a source around its current line as there is room for."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import chop_cells

from tracer.recording.told import Source

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
