"""The page shows a program's own source with the line at every step, and its text is never more than text."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from attached import own_code
from pages import Open, by_hand
from strategies import AIMA, DEPTH_FIRST, variants

import tracer
from tracer.attaching.attach_functions import attach
from tracer.time.moments import Event, event_at, is_pruned_together
from tracer.tracing import Trace
from tracer.why.code_at_step import find_code_location, pseudocode_line
from viz.page import document, script
from viz.page.packing import pack


@pytest.fixture(scope="module")
def trace() -> Trace:
    """A class's two methods, of which cutoffs skip moves, near the end of a game."""
    game = own_code("board_class").TicTacToe()
    game.board = [["X", "O", "X"], [".", "O", "."], [".", ".", "."]]
    with attach(type(game).max, type(game).min, state="self.board", moves=free) as recording:
        game.max(-2, 2)
    return recording.trace


def free(variables: Any) -> list[tuple[int, int]]:
    """The free squares."""
    board = variables["self"].board
    return [(row, column) for row in range(3) for column in range(3) if board[row][column] == "."]


PLACES = """([header, data, pairs]) => {
    %s
    const {unpack: {unpack}, why: {findCodeLocation}} = rooms;
    return unpack(header, Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))).then((trace) =>
        pairs.map(([step, node]) => {
            const place = findCodeLocation(trace, step, node);
            return place === null ? null : [place.node, place.source.name, place.line];
        }));
}"""


IN_SIGHT = """() => {
    const line = document.querySelector(".source [aria-current]").getBoundingClientRect();
    const list = document.querySelector(".source .lines").getBoundingClientRect();
    return line.top >= list.top - 1 && line.bottom <= list.bottom + 1;
}"""
"""Whether the line of the step is in sight: the list is scrolled in the frame after the step."""


CODE = """([header, data]) => {
    %s
    const {unpack: {unpack}, source: {codeAt}} = rooms;
    return unpack(header, Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)))
        .then((trace) => Array.from({length: trace.steps}, (_, step) => codeAt(trace, step).line));
}"""


def places(tab: Any, trace: Trace, pairs: list[tuple[int, int]]) -> list[list[Any] | None]:
    """What the page's script says of some steps with some selected nodes."""
    packed = pack(trace)
    header = json.loads(json.dumps(packed.header))
    found = tab.evaluate(PLACES % script.join_modules(), [header, base64.b64encode(packed.data).decode(), pairs])
    return list(found)


def wanted(trace: Trace, pairs: list[tuple[int, int]]) -> list[list[Any] | None]:
    """The same as Python says it."""
    found = [find_code_location(trace, step, node) for step, node in pairs]
    return [None if place is None else [place.node, place.source.name, place.line] for place in found]


def test_the_page_is_on_the_line_that_python_says_at_every_step(tab: Any, trace: Trace) -> None:
    pairs = [(step, node) for step in range(trace.steps) for node in range(0, len(trace), 5)]
    assert trace.counts.pruned_branches
    assert places(tab, trace, pairs) == wanted(trace, pairs)


def test_lines_and_functions_that_cannot_be_break_no_page(tab: Any, trace: Trace, open_page: Open) -> None:
    huge = np.full(len(trace), 2**31 - 1, np.int32)
    function = np.arange(len(trace), dtype=np.int32) - 20
    columns = replace(trace.columns, called_at=-huge, left_at=huge, function=function)
    hostile = Trace(
        columns, [], trace.header, labels=trace.move_labels, texts=trace.texts, sources=trace.sources
    )  # fmt: skip
    pairs = [(step, 0) for step in range(trace.steps)]
    assert places(tab, hostile, pairs) == wanted(hostile, pairs)
    page = open_page(hostile, f"#step={hostile.left(20)}")
    assert "of which no text is kept" in page.text(".source .file")
    page.press("0")
    assert page.text(".source .file") == "The recording has no source of this function."


def test_the_line_is_marked_and_in_sight_at_every_step(trace: Trace, open_page: Open) -> None:
    page = open_page(trace, "#step=0")
    for step in range(60):
        if event_at(trace, step)[0] is Event.PRUNED and is_pruned_together(trace, event_at(trace, step)[1]):
            continue  # it is one step with the branch before
        place = find_code_location(trace, step)
        assert place is not None
        assert place.line is not None
        here = page.page.locator(".source [aria-current]")
        assert here.count() == 1
        code = place.source.lines[place.line - place.source.line]
        assert here.locator(".number").text_content() == str(place.line)
        assert here.locator("code").text_content() == (code or " ")
        assert page.text(".source .file").startswith(f"{place.source.name} in board_class.py")
        page.until(lambda: page.page.evaluate(IN_SIGHT), f"the line of step {step} is in sight")
        page.press("n")


def test_a_hostile_source_is_text(trace: Trace, open_page: Open) -> None:
    evil = "def f():\n    '</script><script>window.pwned = 1</script><img src=x onerror=alert(1)>'\n"
    evil += "    '<!--{script}\u2028'\n"
    sources = [replace(source, text=evil, line=1, name="<b>f</b>") for source in trace.sources]
    hostile = Trace(trace.columns, [], trace.header, labels=trace.move_labels, texts=trace.texts, sources=sources)
    text = document.make_page(hostile)
    assert (text.count("</script>"), text.count("<script")) == (3, 3)
    assert "<!--" not in text.split("<script", 1)[1]
    page = open_page(hostile)
    lines = page.page.locator(".source code").all_text_contents()
    assert lines == hostile.sources[0].lines
    assert "</script><script>" in lines[1]
    assert page.page.evaluate("() => [window.pwned, document.querySelectorAll('img, b').length]") == [None, 0]
    assert page.page.evaluate("() => document.scripts.length") == 3


def test_a_search_without_a_source_and_without_pseudo_code_has_no_such_panel(open_page: Open) -> None:
    page = open_page(next(by_hand()))
    assert page.page.locator(".source").count() == 0


def test_the_pseudo_code_has_its_line_at_every_step(tab: Any, open_page: Open) -> None:
    for search in DEPTH_FIRST:
        for options in variants(search, (-1, 4)):
            trace = tracer.trace(AIMA, search, **options)
            assert code_lines(tab, trace) == [pseudocode_line(trace, step) for step in range(trace.steps)], (
                search,
                options,
            )
    page = open_page(tracer.trace(AIMA), "#step=12")
    assert page.text(".source [aria-current] code") == "      if best ≤ alpha: break"
    page.press("n")  # both branches that were skipped are one step
    assert page.text(".source [aria-current] code") == "  return best"


def code_lines(tab: Any, trace: Trace) -> list[int | None]:
    """Where the page's script sees every step in the pseudo-code."""
    packed = pack(trace)
    header = json.loads(json.dumps(packed.header))
    found = tab.evaluate(CODE % script.join_modules(), [header, base64.b64encode(packed.data).decode()])
    return [None if not line else line - 1 for line in found]
