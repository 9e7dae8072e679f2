"""This step: what happens, and what is the case at the selected node and why."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text
from textual.events import Click
from textual.message import Message

from tracer.why.explain import Sentence, event, path, why
from tui.widgets.panel import Panel

MARKS = {"wrong": "!", "cut": "✂", "pruned": "✗", "ahead": "·"}
"""What stands before a sentence of a kind, so that it is told apart without colour."""


class ThisStep(Panel):
    """What happens, what is the case at the selected node, and why.

    A click on a sentence goes to the node it speaks of.
    """

    LEAST = 6

    class Pointed(Message):
        """A sentence was clicked that speaks of a node."""

        def __init__(self, node: int) -> None:
            super().__init__()
            self.node = node

    def sentences(self) -> list[Sentence]:
        """What is said now."""
        return why(self.browser.trace, self.browser.selected, self.browser.cursor.step)

    def _paragraphs(self, width: int) -> Iterator[tuple[int | None, list[Text]]]:
        """The node each paragraph speaks of, and its lines."""
        node = self.browser.selected
        headline = f"◆ {event(self.browser.trace, self.browser.cursor.step)}"
        yield self.browser.cursor.node, [*Text(headline, self.style_of("event")).wrap(self.app.console, width)]
        head = f"node {node:,} · ply {int(self.browser.trace.columns.ply[node]):,} · {path(self.browser.trace, node)}"
        yield None, [Text(head, self.style_of("about"), no_wrap=True, overflow="ellipsis")]
        for is_wrong, said in self.browser.findings.sentences(node):
            kind = "wrong" if is_wrong else "about"
            yield node, self._wrapped("!" if is_wrong else "i", said, kind, width)
        overlay = self.browser.overlay(node)
        if overlay:
            said = f"{overlay[0].upper()}{overlay[1:]}, with a full window; the recording is as it was."
            yield None, self._wrapped("?", said, "what-if", width)
        for sentence in self.sentences():
            yield sentence.node, self._wrapped(MARKS.get(sentence.kind, " "), sentence.text, sentence.kind, width)

    def _wrapped(self, mark: str, text: str, kind: str, width: int) -> list[Text]:
        style = self.style_of(kind)
        lines = Text(text, style).wrap(self.app.console, max(width - 2, 1))
        return [Text(f"{mark if number == 0 else ' '} ", style) + line for number, line in enumerate(lines)]

    def lines(self) -> list[Text]:
        """A paragraph a sentence."""
        return self._lines_of(self.size.width)

    def rows_needed(self, width: int) -> int:
        """As many as the sentences take."""
        return len(self._lines_of(width))

    def _lines_of(self, width: int) -> list[Text]:
        return [line for _, lines in self._paragraphs(max(width, 8)) for line in lines]

    def on_click(self, event: Click) -> None:
        """Say which node the clicked sentence speaks of."""
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
