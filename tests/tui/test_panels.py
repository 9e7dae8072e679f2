"""The panels: what they say, and what a click or a drag on them does."""

import json
import re

import pytest
from screens import HOSTILE, running, shown, text
from strategies import AIMA, WIKIPEDIA
from textual.events import MouseScrollDown, MouseScrollUp

import tracer
from tracer.searches.registry import SEARCHES
from tracer.time.landmarks import Landmarks
from tracer.why.code_at_step import pseudocode_line
from tui.app import ExplorerApp
from tui.model.time_scale import HEIGHTS
from tui.widgets.call_stack import Stack
from tui.widgets.canvas import Panel
from tui.widgets.code import Code
from tui.widgets.counts import NAMES, Counts
from tui.widgets.this_step import ThisStep
from tui.widgets.time_line import TimeLine

LARGE = (168, 60)


def panel(app: ExplorerApp, kind: type[Panel]) -> list[str]:
    """The lines of a panel as they stand on the screen."""
    found = app.screen.query_one(kind)
    return [found.render_line(y).text.rstrip() for y in range(found.size.height)]


def row(app: ExplorerApp, kind: type[Panel], mark: str) -> int:
    return next(y for y, line in enumerate(panel(app, kind)) if mark in line)


async def test_a_click_on_any_line_of_a_sentence_selects_the_node_it_speaks_of():
    app = shown(AIMA)
    async with running(app, LARGE) as pilot:
        app.browser.select(5)
        app.screen.sync()
        await pilot.pause()
        sentences = app.screen.query_one(ThisStep).sentences()
        starts = [row(app, ThisStep, sentence.text[:20]) for sentence in sentences]
        ends = [*starts[1:], row(app, ThisStep, "press ")]
        clicked = 0
        for sentence, start, end in zip(sentences, starts, ends, strict=True):
            for y in {start, end - 1}:
                app.browser.select(5)
                app.screen.sync()
                await pilot.pause()
                await pilot.click(ThisStep, offset=(6, y + gutter(app, ThisStep)))
                assert app.browser.selected == (5 if sentence.node is None else sentence.node)
                clicked += sentence.node not in (None, 5)
        assert clicked
        app.browser.select(0)
        app.screen.show_outcome(app.browser.jump_to_node(5))
        await pilot.press("H")
        assert app.browser.selected == 0


def gutter(app: ExplorerApp, kind: type[Panel]) -> int:
    """Rows of a panel above its text: its title."""
    return app.screen.query_one(kind).gutter.top


async def test_a_click_on_a_frame_selects_it_and_the_windows_are_bars_on_one_number_line():
    app = shown(AIMA)
    async with running(app, LARGE) as pilot:
        await pilot.press("0", "x")
        lines = panel(app, Stack)
        assert "root" in lines[0]
        assert "(3, ∞)" in lines[0]
        assert lines[1].startswith("❯▼ a2")
        assert "alpha 3 ≥ beta 2" in lines[1]
        assert lines[1].count("╳") == 2
        assert lines[2].split() == ["2", "3"]
        # The ends of the bars stand above their numbers.
        assert lines[1].index("╳") == lines[2].index("2")
        assert lines[1].rindex("╳") == lines[0].index("├") == lines[2].index("3")
        await pilot.click(Stack, offset=(6, gutter(app, Stack)))
        assert app.browser.selected == 0
        assert app.browser.cursor.step == 12


async def test_frames_that_have_no_room_are_counted():
    app = shown("[" * 300 + "3" + "]" * 300)
    async with running(app, LARGE) as pilot:
        app.browser.time.go_to_step(300)
        app.screen.sync()
        await pilot.pause()
        lines = panel(app, Stack)
        shown_ = [line for line in lines if re.search("[▲▼] [a-z]+1 ", line)]
        assert lines[1] == f"   … {300 - len(shown_)} frames"
        assert lines[len(shown_) + 1].startswith("❯")
        await pilot.click(Stack, offset=(4, gutter(app, Stack) + 1))
        assert app.browser.selected == 300
        await pilot.click(Stack, offset=(4, gutter(app, Stack) + 2))
        assert app.browser.selected == 300 - len(shown_) + 1


async def test_the_line_of_time_goes_where_it_is_clicked_and_dragged():
    app = shown()
    async with running(app, (82, 24)) as pilot:
        last = app.browser.cursor.last
        await pilot.click(TimeLine, offset=(1, 1))
        assert app.browser.cursor.step == 0
        await pilot.click(TimeLine, offset=(80, 1))
        assert app.browser.cursor.step == last
        await pilot.mouse_down(TimeLine, offset=(40, 1))
        await pilot.hover(TimeLine, offset=(60, 1))
        await pilot.mouse_up(TimeLine, offset=(60, 1))
        await pilot.pause()
        assert app.browser.cursor.step == pytest.approx(last * 59 / 79, abs=1)
        assert text(app).splitlines()[1].index("┃") == pytest.approx(60, abs=1)
        here = app.browser.cursor.step
        await pilot.hover(TimeLine, offset=(10, 1))
        await pilot.click(TimeLine, offset=(10, 0))
        assert app.browser.cursor.step == here


async def test_cutoffs_and_new_best_moves_stand_where_they_happened():
    app = shown(AIMA)
    async with running(app, (122, 40)) as pilot:
        await pilot.press("0")
        line = text(app).splitlines()[1][1:]
        marks: Landmarks = app.browser.trace.landmarks
        cells = app.screen.query_one(TimeLine).size.width
        for step in marks.best_changes.tolist():
            assert line[step * (cells - 1) // 23] == "★"
        for step in marks.pruning_steps.tolist():
            assert line[step * (cells - 1) // 23] in HEIGHTS[1:]
        assert sum(mark in HEIGHTS[1:] for mark in line[:cells]) == len(marks.pruning_steps)


async def test_the_wheel_and_the_keys_zoom_the_line_of_time_and_a_notice_stands_over_its_scale():
    app = shown()
    async with running(app, (82, 24)) as pilot:
        assert "╵a1" in text(app).splitlines()[2]
        app.browser.time.go_to_step(20_000)
        app.screen.sync()
        app.screen._forward_event(scrolled(MouseScrollUp))
        await pilot.press("ctrl+up")
        await pilot.pause()
        first, last, _ = app.browser.scale.shown_range(1)
        assert last - first == 43_523 // 2 // 2
        assert f"step 20,000 of 43,523 · {first:,}–{last:,}" in text(app).splitlines()[0]
        await pilot.click(TimeLine, offset=(1, 1))
        assert app.browser.cursor.step == first
        await pilot.press("ctrl+down")
        app.screen._forward_event(scrolled(MouseScrollDown))
        await pilot.pause()
        assert text(app).splitlines()[0].endswith(f"step {first:,} of 43,523")
        await pilot.press("ctrl+down")
        assert "the whole search" in text(app).splitlines()[2]


def scrolled(event: type[MouseScrollUp | MouseScrollDown]) -> MouseScrollUp | MouseScrollDown:
    """A turn of the wheel over the line of time."""
    return event(None, 4, 1, 0, 1, 0, shift=False, meta=False, ctrl=False)


async def test_the_line_of_code_that_runs_is_marked_at_every_step_and_in_sight():
    app = shown(AIMA)
    async with running(app, (120, 40)) as pilot:
        code = SEARCHES["alphabeta"].code.lines
        await pilot.press("0")
        for step in range(24):
            app.browser.time.go_to_step(step)
            app.screen.sync()
            marked = [line for line in panel(app, Code) if line.startswith("▶")]
            assert len(marked) == 1
            wanted = code[pseudocode_line(app.browser.trace, step)].strip()
            assert marked[0][1:].strip().startswith(wanted.rstrip("…")[:20])


async def test_a_search_of_other_code_has_neither_lines_nor_variables_that_nobody_told():
    from dataclasses import replace

    app = shown(AIMA)
    app_trace = app._first.browser.trace
    app_trace.header = replace(app_trace.header, search="[/]\x1bmine", notes={})
    async with running(app, LARGE) as pilot:
        await pilot.press("0", "n", "n", "n")
        lines = panel(app, Code)
        assert lines[0] == "to move MAX  window given (−∞, ∞)  returned 3"
        assert "the recording has no source of [/]␛mine" in lines[1]


async def test_the_counts_are_those_of_the_trace_and_the_bars_grow_with_them():
    app = shown()
    async with running(app, LARGE) as pilot:
        lines = panel(app, Counts)
        for name, count in (("visited", "18,297"), ("leaves", "7,330"), ("cutoffs", "8,180"), ("pruned", "6,930")):
            line = next(line for line in lines if line.startswith(name))
            assert line.split()[-2:] == [count, count]
        full = sum(line.count("█") for line in lines)
        assert sum(line.startswith("ply ") for line in lines) == 10
        await pilot.press("0")
        lines = panel(app, Counts)
        assert next(line for line in lines if line.startswith("visited")).split() == ["visited", "1", "18,297"]
        assert sum(line.count("█") for line in lines) < full / 20
        app.browser.time.go_to_step(app.browser.cursor.last // 2)
        app.screen.sync()
        await pilot.pause()
        assert full / 4 < sum(line.count("█") for line in panel(app, Counts)) < full * 3 / 4


async def test_no_word_of_the_counts_is_cut_where_there_is_little_room():
    app = shown()
    async with running(app, (120, 40)) as pilot:
        for step in ("end", "0", "right_curly_bracket"):
            await pilot.press(step)
            for size in ((120, 40), (80, 24), (116, 30)):
                await pilot.resize_terminal(*size)
                await pilot.pause()
                while not app.screen.query_one(Counts).size.height:
                    await pilot.press("tab")
                    await pilot.pause()
                assert not any("…" in line and "plies more" not in line for line in panel(app, Counts)), (size, step)


async def test_what_was_pruned_is_unknown_where_the_recording_does_not_tell_it():
    """Neither branches nor nodes are said to be none, in the table and in the one line of a small screen."""
    recorder = tracer.Recorder()
    root = recorder.enter(None, 1, -9.0, 9.0)
    leaf = recorder.enter("a", -1, -9.0, 9.0)
    recorder.leave(leaf, 9.0, tracer.Status.TERMINAL)
    recorder.leave(root, 9.0, tracer.Status.EXPANDED, cutoff=True)
    columns, moves = recorder.finish()
    app = ExplorerApp(tracer.Trace(columns, moves, tracer.Header()))
    async with running(app, LARGE) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        lines = [line for line in panel(app, Counts) if line.startswith("pruned")]
        assert [line[:23] for line in lines] == ["pruned branches unknown", "pruned nodes    unknown"]
        counts = app.screen.query_one(Counts)
        assert counts.browser.spared_nodes is None
        rows = [(name, 0, 0) for name in NAMES]
        assert counts._join_counts(rows, " of {:,}").plain.endswith("✗ branches unknown")


async def test_labels_in_panels_are_data():
    app = shown(json.dumps({"children": {label: {"children": [1, {"value": 2}]} for label in HOSTILE}}))
    async with running(app, LARGE) as pilot:
        app.browser.tree.expand_all()
        for step in (2, 5, 11, 16, 21, 26):
            app.browser.time.go_to_step(step)
            app.screen.sync()
            await pilot.pause()
            assert not {"\x1b", "\x07", "\u202e"} & set(text(app))
        app.browser.time.go_to_step(1)
        app.screen.sync()
        await pilot.pause()
        assert "[@click=app.quit]x[/] entered" in text(app)


async def test_panels_of_a_search_without_windows_say_what_there_is():
    app = shown(AIMA, "minimax")
    async with running(app, LARGE) as pilot:
        await pilot.press("0", "n", "n", "n", "n")
        assert any("best 3" in line for line in panel(app, Stack))
        assert not any("├" in line for line in panel(app, Stack))


async def test_without_colour_the_panels_say_the_same(monkeypatch):
    said = []
    monkeypatch.delenv("NO_COLOR", raising=False)
    for colour in ("", "1"):
        if colour:
            monkeypatch.setenv("NO_COLOR", colour)
        app = shown(AIMA)
        async with running(app, (120, 40)) as pilot:
            await pilot.press("0", "x")
            said.append(text(app))
            assert app.no_color == bool(colour)
    assert said[0] == said[1]


async def test_five_thousand_plies_are_described():
    app = ExplorerApp(tracer.trace("[" * 5000 + "3" + "]" * 5000), "chain")
    async with running(app, LARGE) as pilot:
        app.browser.time.go_to_step(5_000)
        app.screen.sync()
        await pilot.pause()
        assert any("frames" in line for line in panel(app, Stack))
        assert any("plies more" in line for line in panel(app, Counts))
        await pilot.press("end", "0", "w")


async def test_the_number_line_tells_the_ends_of_a_null_window_apart():
    app = ExplorerApp(tracer.trace(WIKIPEDIA, "mtdf"))
    async with running(app, LARGE) as pilot:
        app.browser.time.go_to_step(1)
        app.screen.sync()
        await pilot.pause()
        assert ["0⁻", "0"] in [line.split() for line in panel(app, Stack)]
