"""This step: what happens, the line with its numbers, the windows, why, what was saved, and what to press."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.cells import cell_len, chop_cells, set_cell_size
from rich.text import Text
from textual.events import Click
from textual.message import Message

from tracer.time.moments import Phase
from tracer.why.best_first_substeps import list_substeps
from tracer.why.code_at_step import executing_node, pseudocode_of
from tracer.why.code_line_values import describe_code_line, describe_open_list, describe_parent_change
from tracer.why.explain import Sentence, event, format_path, why
from tracer.why.move_order import describe_move_order
from tui.model.bars import Scale, Window, windows_that_explain
from tui.model.next_keys import next_keys
from tui.model.node_text import PLAYERS, shorten
from tui.widgets.panel import Panel, Words

if TYPE_CHECKING:
    from tui.model.predicting import Predicting


_WORD = re.compile(r"\s*\S+\s*")


def wrap(text: str, width: int) -> list[str]:
    """Lines of at most so many cells. A word that is longer than a line begins one, and is broken.

    >>> wrap("best 2 ≤ alpha 3 → cut", 9)
    ['best 2 ≤', 'alpha 3 →', 'cut']
    >>> wrap("a transposition", 6)
    ['a', 'transp', 'ositio', 'n']
    """
    lines, line, room = [], "", width
    for word in _WORD.findall(text):
        needed = cell_len(word.rstrip())
        if needed > room and needed > width:
            *full, rest = chop_cells(word, width)
            lines += [line, *full] if line else full
            line, room = rest, width - cell_len(rest)
            continue
        if needed > room and line:
            lines.append(line)
            line, room = "", width
        line += word
        room -= cell_len(word)
    return [one.rstrip() for one in [*lines, line]]


MARKS = {"wrong": "⚠", "cut": "✂", "pruned": "✗", "ahead": "·"}
"""What stands before a sentence of a kind, so that it is told apart without colour."""
NAME = 8
"""Cells of the name of a node beside its window at most."""
MOST_ORDERED = 100_000
"""Nodes of a recording in which the order of moves is explained."""
SHORTEST = 8
"""Cells a bar needs to be worth drawing."""

Paragraph = tuple[int | None, list[Text]]
"""Some lines, and the node they speak of."""


class ThisStep(Panel):
    """All there is to say of a step, in one place. A click on a line goes to the node it speaks of."""

    LEAST = 6

    class Pointed(Message):
        """A line was clicked that speaks of a node."""

        def __init__(self, node: int) -> None:
            super().__init__()
            self.node = node

    def sentences(self) -> list[Sentence]:
        """What is said now."""
        browser = self.browser
        full = None if browser.spared is None else browser.spared.full
        cursor = browser.cursor
        return why(browser.trace, browser.selected, cursor.step, full, until=cursor.until)

    def lines(self) -> list[Text]:
        """The paragraphs, one after another."""
        return self._lines_of(self.size.width)

    def make_looks(self) -> list[Words]:
        """The lines in sight, and how many are below, with the key for them.

        That stands at the end of the last line that leaves room for it; where none does, the last one is cut.
        """
        looks, width = super().make_looks(), self.size.width
        more = len(self._lines) - self._top - len(looks)
        sign = f" ▾ {more} more: ]"
        room = width - cell_len(sign)
        if more > 0 and len(looks) > 1 and room > 0:
            shown = self._lines[self._top : self._top + len(looks)]
            fits = [place for place, line in enumerate(shown) if cell_len(line.plain.rstrip()) <= room]
            place = fits[-1] if fits else len(shown) - 1
            line = shown[place].copy()
            line.rstrip()
            line.truncate(room, overflow="ellipsis", pad=True)
            line.append(sign, self.style_of("strong"))
            looks[place] = line.plain, line.style, tuple(line.spans)
        return looks

    def rows_needed(self, width: int) -> int:
        """As many as the paragraphs take."""
        return len(self._lines_of(width) if self._looks is None or width != self.size.width else self._lines)

    def _lines_of(self, width: int) -> list[Text]:
        return [line for _, lines in self._paragraphs(max(width, 8)) for line in lines]

    def _paragraphs(self, width: int) -> Iterator[Paragraph]:
        """The node each paragraph speaks of, and its lines."""
        yield self._headline(width)
        if self.browser.predicting is not None:  # all else would give the answer away
            yield from self._prediction(self.browser.predicting, width)
            return
        node = self.browser.selected
        for is_wrong, said in self.browser.findings.sentences(node):
            kind = "wrong" if is_wrong else "about"
            yield node, self._wrapped("⚠" if is_wrong else "i", said, kind, width)
        yield from self._code(width)
        yield from self._windows(width)
        overlay = self.browser.overlay(node)
        if overlay:
            how = ", with a full window" if self.browser.trace.header.windowed else ""
            said = f"{overlay[0].upper()}{overlay[1:]}{how}; the recording is as it was."
            yield None, self._wrapped("?", said, "what-if", width)
        for sentence in self.sentences():
            yield sentence.node, self._wrapped(MARKS.get(sentence.kind, " "), sentence.text, sentence.kind, width)
        if len(self.browser.trace) <= MOST_ORDERED and self.browser.cursor.phase(node) is not Phase.AHEAD:
            order = describe_move_order(self.browser.trace, node)
            if order:
                yield None, self._wrapped(" ", order, "about", width)
        yield from self._keys(width)

    def _prediction(self, predicting: Predicting, width: int) -> Iterator[Paragraph]:
        """The verdict on the last answer, the score, and what to press."""
        told = predicting.told
        if told is not None:
            yield told.question.node, self._wrapped(" ", told.question.text, "about", width)
            mark, kind = ("✓", "value") if told.is_right else ("⚠", "wrong")
            yield told.question.node, self._wrapped(mark, told.text, kind, width)
            for sentence in told.sentences:
                yield None, self._wrapped(" ", sentence, "", width)
        yield None, self._wrapped("?", f"Predicting: {predicting.score.text}.", "event", width)
        if self.browser.cursor.step == self.browser.cursor.last:
            keys = "Q ends predicting"
        else:
            keys = f"n {'asks what comes next' if predicting.question else 'one step on'} · Q ends predicting"
        yield None, self._wrapped(" ", f"press {keys}", "about", width)

    def _headline(self, width: int) -> Paragraph:
        """What happens; where it is elsewhere than the node that is looked at, that is said too."""
        cursor = self.browser.cursor
        happens, style = f"◆ {event(cursor.trace, cursor.step, cursor.until)}", self.style_of("event")
        lines = [Text(line, style) for line in wrap(happens, width)]
        return cursor.node, lines if self._is_at_the_step() else [*lines, self._node()]

    def _is_at_the_step(self) -> bool:
        return self.browser.selected in (self.browser.cursor.node, self.browser.cursor.cut_node)

    def _node(self) -> Text:
        """The node that is looked at."""
        trace, node = self.browser.trace, self.browser.selected
        text = f"node {node:,} · ply {int(trace.ply[node]):,} · {format_path(trace, node)}"
        return Text(text, self.style_of("about"), no_wrap=True, overflow="ellipsis")

    def _code(self, width: int) -> Iterator[Paragraph]:
        """The line in hand with its numbers, and what comes of it in the call above."""
        browser = self.browser
        if browser.inside is not None:
            return
        if browser.trace.columns.log is not None:
            taken = describe_open_list(browser.trace, browser.cursor.step)
            if taken is not None:
                yield browser.cursor.node, self._wrapped("▶", taken, "code", width)
            for node, text in list_substeps(browser.trace, browser.cursor.step):
                yield node, self._wrapped("▶", text, "code", width)
            return
        line = describe_code_line(browser.trace, browser.cursor.step, browser.selected)
        if line is not None:
            elsewhere = pseudocode_of(browser.trace) is not None and not self._is_at_the_step()
            call = executing_node(browser.trace, browser.cursor.step)
            where = f"in {format_path(browser.trace, call)}: " if elsewhere else ""
            yield call, self._wrapped("▶", where + line, "code", width)
        change = describe_parent_change(browser.trace, browser.cursor.step)
        if change is not None:
            yield None, self._wrapped("↑", change, "about", width)

    def _windows(self, width: int) -> Iterator[Paragraph]:
        """The windows that explain the node, on one scale."""
        windows = windows_that_explain(self.browser)
        ends = [f"{window.ends}{self._given(window)}" for window in windows]
        room = width - NAME - 4 - max(map(cell_len, ends), default=0) - 1
        scale = Scale.over([number for window in windows for number in window.numbers], room)
        for window, text in zip(windows, ends, strict=True):
            yield window.node, [self._window(window, text, scale, width)]

    def _given(self, window: Window) -> str:
        return "" if window.giver is None else f" by {self._label(window.giver)}"

    def _label(self, node: int) -> str:
        return shorten(self.browser.trace.label(node) if node else "root", NAME)

    def _window(self, window: Window, ends: str, scale: Scale, width: int) -> Text:
        glyph, player = PLAYERS[int(self.browser.trace.columns.turn[window.node])]
        here = window.node == self.browser.selected
        text = Text("  ", no_wrap=True, overflow="crop")
        text.append(f"{glyph} ", self.style_of(player))
        text.append(set_cell_size(self._label(window.node), NAME), self.style_of("strong" if here else ""))
        text.append(ends, self.style_of("cut" if window.closed else "about"))
        if scale.cells >= SHORTEST:
            text.append(" " * (width - scale.cells - text.cell_len))
            text.append(window.bar(scale), self.style_of("cut" if window.closed else "strong" if here else "about"))
        return text

    def _keys(self, width: int) -> Iterator[Paragraph]:
        """What to press, and which node this is."""
        lines = [Text("press", self.style_of("about"), no_wrap=True)]
        for place, (key, what) in enumerate(next_keys(self.browser)):
            between = " · " if place else " "
            if lines[-1].cell_len + cell_len(f"{between}{key} {what}") > width:
                lines.append(Text(no_wrap=True))
                between = "      "
            lines[-1].append(between, self.style_of("about"))
            lines[-1].append(key, self.style_of("strong")).append(f" {what}", self.style_of("about"))
        yield None, lines
        if self._is_at_the_step():
            yield None, [self._node()]

    def _wrapped(self, mark: str, text: str, kind: str, width: int) -> list[Text]:
        style = self.style_of(kind)
        lines = wrap(text, max(width - 2, 1))
        return [Text(f"{mark if number == 0 else ' '} {line}", style) for number, line in enumerate(lines)]

    def on_click(self, event: Click) -> None:
        """Say which node the clicked line speaks of."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        below = offset.y + self._top
        for node, lines in self._paragraphs(max(self.size.width, 8)):
            if below < len(lines):
                if node is not None:
                    self.post_message(self.Pointed(node))
                return
            below -= len(lines)
