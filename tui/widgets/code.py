"""The search as pseudo-code: the line that is executed at this step, and the variables beside it."""

from __future__ import annotations

from rich.text import Text

from tracer.text import clean
from tracer.why.execution import code, line_of, variables
from tui.widgets.panel import Panel

BESIDE = 66
"""Columns from which the variables stand beside the code and not above it."""


class Code(Panel):
    """The pseudo-code of the search that ran."""

    def lines(self) -> list[Text]:
        """As much of the code around the current line as there is room for."""
        trace, step = self.browser.trace, self.browser.cursor.step
        known = variables(trace, step)
        known_code = code(trace)
        if known_code is None:
            unknown = Text(f"no pseudo-code is known of {clean(trace.header.search) or 'this search'}")
            return [*self._above(known), unknown]
        return self._beside(known_code.lines, line_of(trace, step), known)

    def _beside(self, code: tuple[str, ...], current: int | None, known: list[tuple[str, str]]) -> list[Text]:
        wide = self.size.width >= BESIDE
        above = [] if wide else self._above(known)
        room = max(self.size.height - len(above), 1)
        first = _first(len(code), room, current or 0)
        width = max(map(len, code)) + 4
        lines = []
        for number, line in enumerate(code[first : first + room], first):
            here = number == current
            text = Text(f"{'▶' if here else ' '}{line}", self.style_of("here" if here else ""), no_wrap=True)
            place = number - first
            if wide and place < len(known):
                text.pad_right(max(width - text.cell_len, 1))
                text.append(f"{known[place][0]} ", self.style_of("about"))
                text.append(known[place][1], self.style_of("strong"))
            lines.append(text)
        return [*above, *lines]

    def _above(self, known: list[tuple[str, str]]) -> list[Text]:
        """The variables in as few lines as they fit."""
        lines = [Text(no_wrap=True)]
        for name, value in known:
            if lines[-1] and lines[-1].cell_len + len(name) + len(value) + 3 > self.size.width:
                lines.append(Text(no_wrap=True))
            lines[-1].append(f"{name} ", self.style_of("about"))
            lines[-1].append(f"{value}  ", self.style_of("strong"))
        return lines


def _first(lines: int, room: int, current: int) -> int:
    """The first line shown, so that the current one is among them.

    >>> _first(14, 20, 9), _first(14, 6, 0), _first(14, 6, 8), _first(14, 6, 13)
    (0, 0, 6, 8)
    """
    return max(min(current - room // 3, lines - room), 0)
