"""This step: what happens, the line with its numbers, the windows, why, what was saved, and what to press."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text
from textual.events import Click

from tracer.time.moments import Event, Phase
from tracer.why.best_first_substeps import list_substeps
from tracer.why.code_at_step import executing_node, pseudocode_of
from tracer.why.cutoff_causes import find_cutoff_origin
from tracer.why.executed_lines import describe_code_line, describe_open_list, describe_parent_change
from tracer.why.explain import Sentence, event, format_path, why
from tracer.why.move_order import describe_move_order
from tui.model.browser import Browser
from tui.model.explorer_state import PLAYER_SIGNS
from tui.model.node_text import shorten
from tui.model.time_keys import find_in_other_pass
from tui.model.window_bars import MIN_BAR_WIDTH, NodeWindow, NumberLine, explaining_windows
from tui.widgets.canvas import NodeClicked, Panel, StyledLine

if TYPE_CHECKING:
    from tui.model.prediction_quiz import PredictionQuiz


_CONSOLE = Console()
"""Asked for nothing but required by what breaks lines."""


def wrap_text(text: str, width: int) -> list[str]:
    """Lines of at most so many cells. A word that is longer than a line begins one, and is broken.

    >>> wrap_text("best 2 ≤ alpha 3 → cut", 9)
    ['best 2 ≤', 'alpha 3 →', 'cut']
    >>> wrap_text("a transposition", 6)
    ['a', 'transp', 'ositio', 'n']
    """
    return [line.plain.rstrip() for line in Text(text).wrap(_CONSOLE, width, overflow="fold")]


KeyHint = tuple[str, str]
"""A key as people read it, and what it does here."""


def suggest_keys(browser: Browser) -> list[KeyHint]:
    """Some keys that go on from here, the most useful first. O(log n + ply + children), in passes for each of them."""
    return [*_step_hints(browser), *_other_pass_hints(browser)]


def _other_pass_hints(browser: Browser) -> list[KeyHint]:
    trace, node = browser.trace, browser.selected
    if browser.current_call is not None or not trace.passes or node in trace.drivers:
        return []
    if find_in_other_pass(trace, node, forward=True) is not None:
        return [("^→", "the same in the next pass")]
    return [("^←", "the same in the pass before")] * (find_in_other_pass(trace, node, forward=False) is not None)


def _step_hints(browser: Browser) -> list[KeyHint]:
    cursor, selected = browser.cursor, browser.selected
    if browser.current_call is not None:
        return [("n", "the next line"), ("b", "the line before"), ("esc", "leave the call")]
    if browser.trace.columns.log is not None:
        return _log_hints(browser)
    cut_node = cursor.cut_node
    node_of_step = cut_node if cut_node is not None else cursor.node
    if selected not in (node_of_step, cursor.node):
        return [*_selected_node_hints(browser, selected), (".", "back to this step")]
    if cursor.step == cursor.last:
        variation_words = "along the best moves" if browser.trace.header.ours else "along the best values"
        cutoff_hint = [("X", "the last cutoff")] if len(cursor.pruning_steps) else []
        return [*_check_hints(browser), ("0", "start over"), *cutoff_hint, ("v", variation_words)]
    if cut_node is not None:
        return [*_bound_hint(browser, cut_node), *_next_cutoff_hint(browser), ("n", "one step on")]
    if cursor.event is Event.ENTERED:
        over_hint = [("o", "over what is below")] if browser.rows.can_expand(cursor.node) else []
        return [("n", "one step on"), *over_hint, *_next_cutoff_hint(browser)]
    out_hint = [("u", "out to the node above")] if browser.trace.columns.parent[cursor.node] >= 0 else []
    return [("n", "one step on"), *out_hint, *_next_cutoff_hint(browser)]


def _check_hints(browser: Browser) -> list[KeyHint]:
    """To what is wrong with the search, or, if it is selective and nobody has looked, to whether that misled it."""
    if browser.findings.findings:
        return [("B", "back to what was found")]
    return [("C", "whether it was misled")] if browser.trace.selective and not browser.findings.is_checked else []


def _log_hints(browser: Browser) -> list[KeyHint]:
    """Keys in a best-first search, whose steps are rows of a log in iterations."""
    cursor, selected = browser.cursor, browser.selected
    log_rows = browser.trace.landmarks.rows_about(selected)
    row_hint = [("i", "the next row about this node")] if len(log_rows) and log_rows[-1] > cursor.step else []
    if selected != cursor.node:
        entry_hint = [("t", "go to where it was made")] if browser.trace.entered(selected) != cursor.step else []
        return [*entry_hint, *row_hint, (".", "back to this step")]
    if cursor.step == cursor.last:
        return [("0", "start over"), ("v", "along the best moves")]
    iterations = browser.trace.landmarks.iterations
    has_later_iteration = len(iterations) and iterations[-1] > cursor.step
    return [("n", "one step on"), *([("x", "the next iteration")] if has_later_iteration else []), *row_hint]


def _selected_node_hints(browser: Browser, node: int) -> list[KeyHint]:
    phase = browser.cursor.phase(node)
    if phase is Phase.AHEAD:
        return [("t", "go to when it comes")]
    if phase is Phase.PRUNED:
        return [("W", "search it after all"), *_bound_hint(browser, node)]
    if phase is Phase.RETURNED:
        return [*(_bound_hint(browser, node) if browser.cursor.is_cut(node) else []), ("r", "go to its return")]
    return [("t", "go to its entry")]


def _bound_hint(browser: Browser, node: int) -> list[KeyHint]:
    bound_origin = find_cutoff_origin(browser.trace, node)
    return [] if bound_origin is None or bound_origin.ancestor is None else [("w", "the move that set the bound")]


def _next_cutoff_hint(browser: Browser) -> list[KeyHint]:
    steps = browser.cursor.pruning_steps
    return [("x", "the next cutoff")] if len(steps) and steps[-1] > browser.cursor.step else []


SENTENCE_MARKS = {"wrong": "⚠", "cut": "✂", "pruned": "✗", "ahead": "·"}
"""What stands before a sentence of a kind, so that it is told apart without colour."""
MAX_NAME_WIDTH = 8
"""Cells of the name of a node beside its window at most."""
MAX_NODES_WITH_ORDER = 100_000
"""Nodes of a recording in which the order of moves is explained."""

Paragraph = tuple[int | None, list[Text]]
"""Some lines, and the node they speak of."""


class ThisStep(Panel):
    """All there is to say of a step, in one place. A click on a line goes to the node it speaks of."""

    LEAST = 6

    def sentences(self) -> list[Sentence]:
        """What is said now."""
        browser = self.browser
        full_counts = None if browser.spared_nodes is None else browser.spared_nodes.full
        cursor = browser.cursor
        return why(browser.trace, browser.selected, cursor.step, full_counts, until=cursor.last_moment_step)

    def lines(self) -> list[Text]:
        """The paragraphs, one after another."""
        return self._wrap_paragraphs(self.size.width)

    def make_looks(self) -> list[StyledLine]:
        """The lines in sight, and how many are below, with the key for them.

        That stands at the end of the last line that leaves room for it; where none does, the last one is cut.
        """
        looks, width = super().make_looks(), self.size.width
        lines_below = len(self._lines) - self._first_line - len(looks)
        more_sign = f" ▾ {lines_below} more: ]"
        text_width = width - cell_len(more_sign)
        if lines_below > 0 and len(looks) > 1 and text_width > 0:
            visible_lines = self._lines[self._first_line : self._first_line + len(looks)]
            indices_with_room = [
                index for index, line in enumerate(visible_lines) if cell_len(line.plain.rstrip()) <= text_width
            ]
            index = indices_with_room[-1] if indices_with_room else len(visible_lines) - 1
            line = visible_lines[index].copy()
            line.rstrip()
            line.truncate(text_width, overflow="ellipsis", pad=True)
            line.append(more_sign, self.style_of("strong"))
            looks[index] = line.plain, line.style, tuple(line.spans)
        return looks

    def rows_needed(self, width: int) -> int:
        """As many as the paragraphs take."""
        return len(self._wrap_paragraphs(width) if self._looks is None or width != self.size.width else self._lines)

    def _wrap_paragraphs(self, width: int) -> list[Text]:
        return [line for _, lines in self._iter_paragraphs(max(width, 8)) for line in lines]

    def _iter_paragraphs(self, width: int) -> Iterator[Paragraph]:
        """The node each paragraph speaks of, and its lines."""
        yield self._headline(width)
        if self.browser.predicting is not None:  # all else would give the answer away
            yield from self._iter_prediction(self.browser.predicting, width)
            return
        node = self.browser.selected
        for is_wrong, sentence_text in self.browser.findings.describe_findings_at(node):
            style_name = "wrong" if is_wrong else "about"
            yield node, self._wrap_sentence("⚠" if is_wrong else "i", sentence_text, style_name, width)
        yield from self._iter_code(width)
        yield from self._iter_windows(width)
        overlay = self.browser.describe_what_if(node)
        if overlay:
            window_note = ", with a full window" if self.browser.trace.header.windowed else ""
            sentence_text = f"{overlay[0].upper()}{overlay[1:]}{window_note}; the recording is as it was."
            yield None, self._wrap_sentence("?", sentence_text, "what-if", width)
        for sentence in self.sentences():
            yield (
                sentence.node,
                self._wrap_sentence(SENTENCE_MARKS.get(sentence.kind, " "), sentence.text, sentence.kind, width),
            )
        if len(self.browser.trace) <= MAX_NODES_WITH_ORDER and self.browser.cursor.phase(node) is not Phase.AHEAD:
            order = describe_move_order(self.browser.trace, node)
            if order:
                yield None, self._wrap_sentence(" ", order, "about", width)
        yield from self._iter_keys(width)

    def _iter_prediction(self, predicting: PredictionQuiz, width: int) -> Iterator[Paragraph]:
        verdict = predicting.verdict
        if verdict is not None:
            yield verdict.question.node, self._wrap_sentence(" ", verdict.question.text, "about", width)
            mark, style_name = ("✓", "value") if verdict.is_right else ("⚠", "wrong")
            yield verdict.question.node, self._wrap_sentence(mark, verdict.text, style_name, width)
            for sentence in verdict.sentences:
                yield None, self._wrap_sentence(" ", sentence, "", width)
        yield None, self._wrap_sentence("?", f"Predicting: {predicting.score.text}.", "event", width)
        if self.browser.cursor.step == self.browser.cursor.last:
            keys = "Q ends predicting"
        else:
            keys = f"n {'asks what comes next' if predicting.question else 'one step on'} · Q ends predicting"
        yield None, self._wrap_sentence(" ", f"press {keys}", "about", width)

    def _headline(self, width: int) -> Paragraph:
        """What happens; where it is elsewhere than the node that is looked at, that is said too."""
        cursor = self.browser.cursor
        event_text, style = f"◆ {event(cursor.trace, cursor.step, cursor.last_moment_step)}", self.style_of("event")
        lines = [Text(line, style) for line in wrap_text(event_text, width)]
        return cursor.node, lines if self._is_node_of_step() else [*lines, self._describe_node()]

    def _is_node_of_step(self) -> bool:
        return self.browser.selected in (self.browser.cursor.node, self.browser.cursor.cut_node)

    def _describe_node(self) -> Text:
        trace, node = self.browser.trace, self.browser.selected
        text = f"node {node:,} · ply {int(trace.ply[node]):,} · {format_path(trace, node)}"
        return Text(text, self.style_of("about"), no_wrap=True, overflow="ellipsis")

    def _iter_code(self, width: int) -> Iterator[Paragraph]:
        """The line in hand with its numbers, and what comes of it in the call above."""
        browser = self.browser
        if browser.current_call is not None:
            return
        if browser.trace.columns.log is not None:
            open_text = describe_open_list(browser.trace, browser.cursor.step)
            if open_text is not None:
                yield browser.cursor.node, self._wrap_sentence("▶", open_text, "code", width)
            for part in list_substeps(browser.trace, browser.cursor.step):
                yield part.node, self._wrap_sentence("▶", part.text, "code", width)
            return
        line = describe_code_line(browser.trace, browser.cursor.step, browser.selected)
        if line is not None:
            is_elsewhere = pseudocode_of(browser.trace) is not None and not self._is_node_of_step()
            call = executing_node(browser.trace, browser.cursor.step)
            call_path = f"in {format_path(browser.trace, call)}: " if is_elsewhere else ""
            yield call, self._wrap_sentence("▶", call_path + line, "code", width)
        change = describe_parent_change(browser.trace, browser.cursor.step)
        if change is not None:
            yield None, self._wrap_sentence("↑", change, "about", width)

    def _iter_windows(self, width: int) -> Iterator[Paragraph]:
        windows = explaining_windows(self.browser)
        end_texts = [f"{window.ends_text}{self._describe_bound_setter(window)}" for window in windows]
        bar_width = width - MAX_NAME_WIDTH - 4 - max(map(cell_len, end_texts), default=0) - 1
        number_line = NumberLine.spanning([number for window in windows for number in window.scale_values], bar_width)
        for window, text in zip(windows, end_texts, strict=True):
            yield window.node, [self._draw_window(window, text, number_line, width)]

    def _describe_bound_setter(self, window: NodeWindow) -> str:
        return "" if window.bound_setter is None else f" by {self._label(window.bound_setter)}"

    def _label(self, node: int) -> str:
        return shorten(self.browser.trace.label(node) if node else "root", MAX_NAME_WIDTH - 1)  # and a space after it

    def _draw_window(self, window: NodeWindow, ends_text: str, number_line: NumberLine, width: int) -> Text:
        glyph, player = PLAYER_SIGNS[int(self.browser.trace.columns.turn[window.node])]
        is_selected = window.node == self.browser.selected
        text = Text("  ", no_wrap=True, overflow="crop")
        text.append(f"{glyph} ", self.style_of(player))
        text.append(
            set_cell_size(self._label(window.node), MAX_NAME_WIDTH), self.style_of("strong" if is_selected else "")
        )
        text.append(ends_text, self.style_of("cut" if window.is_closed else "about"))
        if number_line.cells >= MIN_BAR_WIDTH:
            text.append(" " * (width - number_line.cells - text.cell_len))
            text.append(
                window.draw_bar(number_line),
                self.style_of("cut" if window.is_closed else "strong" if is_selected else "about"),
            )
        return text

    def _iter_keys(self, width: int) -> Iterator[Paragraph]:
        lines = [Text("press", self.style_of("about"), no_wrap=True)]
        for index, (key, effect) in enumerate(suggest_keys(self.browser)):
            separator = " · " if index else " "
            if lines[-1].cell_len + cell_len(f"{separator}{key} {effect}") > width:
                lines.append(Text(no_wrap=True))
                separator = "      "
            lines[-1].append(separator, self.style_of("about"))
            lines[-1].append(key, self.style_of("strong")).append(f" {effect}", self.style_of("about"))
        yield None, lines
        if self._is_node_of_step():
            yield None, [self._describe_node()]

    def _wrap_sentence(self, mark: str, text: str, style_name: str, width: int) -> list[Text]:
        style = self.style_of(style_name)
        lines = wrap_text(text, max(width - 2, 1))
        return [Text(f"{mark if number == 0 else ' '} {line}", style) for number, line in enumerate(lines)]

    def on_click(self, event: Click) -> None:
        """Say which node the clicked line speaks of."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        line_index = offset.y + self._first_line
        for node, lines in self._iter_paragraphs(max(self.size.width, 8)):
            if line_index < len(lines):
                if node is not None:
                    self.post_message(NodeClicked(self.browser, node, is_in_panel=True))
                return
            line_index -= len(lines)
