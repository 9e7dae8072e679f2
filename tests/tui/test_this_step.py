"""The panel that tells of the step: everything of one step in one place, and keys that do something there."""

from __future__ import annotations

import math

import pytest
from screens import recording, rows, running, shown, text
from strategies import AIMA

import tracer
from tracer.why.cutoff_causes import find_cutoff_origin
from tui.model.browser import Browser
from tui.model.keys import all_keys
from tui.model.window_bars import NodeWindow, NumberLine, explaining_windows
from tui.screens.explorer import Explorer
from tui.widgets.this_step import ThisStep, suggest_keys


def panel(app) -> list[str]:
    found = app.screen.query_one(ThisStep)
    return [found.render_line(y).text.rstrip() for y in range(found.size.height)]


async def test_the_whole_message_of_the_textbook_cutoff_and_its_rows_fit_at_eighty_columns():
    app = shown(AIMA)
    async with running(app, (80, 24)) as pilot:
        await pilot.press("0", "x")
        await pilot.pause()
        lines = panel(app)
        assert lines[0] == "◆ ✂ alpha cutoff at a2: 2 ≤ alpha 3; moves b2 and b3 pruned"
        assert lines[1] == "▶ best 2 ≤ alpha 3 → cut"
        assert "alpha 3 ≥ beta 2" in lines[2]
        assert "(3, ∞) by a1" in lines[3]
        assert lines[2].rindex("╳") == lines[3].index("├")
        assert any("15 %" in line for line in lines)
        assert lines[-1].startswith("press w ")
        labels = [" ".join(row[2:14].split()) for row in rows(app)]
        for wanted in ("▾ ▲ root", "├╴▾ ▼ a1", "├╴▾ ▼ a2", "│ ├╴ ▲ b1", "│ ├╴ ✗ b2"):
            assert wanted in labels


async def test_a_long_name_ends_before_its_window():
    app = shown('{"children": {"price war": {"children": {"go": 3}}, "do nothing": {"children": {"a": 2, "b": 5}}}}')
    async with running(app, (80, 24)) as pilot:
        await pilot.press("0", "x")
        await pilot.pause()
        assert "… alpha 3 ≥ beta 2" in panel(app)[2]


async def test_the_headline_tells_of_all_branches_that_one_key_passes_or_of_each_where_they_are_passed_one_by_one():
    app = shown(AIMA)
    async with running(app, (80, 24)) as pilot:
        await pilot.press("0", "x", "down", "down", "down")
        await pilot.pause()
        assert sum("pruned branch" in row for row in rows(app)) == 2
        assert any(line.startswith("✗ Pruned: move b3 was never searched") for line in panel(app))
        await pilot.press("backslash")
        await pilot.pause()
        assert panel(app)[0] == "◆ ✂ alpha cutoff at a2: 2 ≤ alpha 3; move b2 pruned"
        await pilot.press("n")
        await pilot.pause()
        assert panel(app)[0] == "◆ branch a2/b3 pruned"


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40), (200, 60), (100, 9), (60, 16)])
async def test_the_tree_always_has_a_third_of_the_screen(size):
    app = shown()
    async with running(app, size) as pilot:
        for key in ("0", "x", "tab", "tab", "x", "end"):
            await pilot.press(key)
            await pilot.pause()
            assert len(rows(app)) >= max(min(3, size[1] - 4), size[1] // 3), key


async def test_stepping_to_and_fro_lays_nothing_out_once_all_heights_were_seen():
    app = shown(AIMA)
    async with running(app, (120, 40)) as pilot:
        await pilot.press("0", "x")
        await pilot.pause()
        before = app.screen.query_one("#main")._given_regions
        for key in "bnbnb":
            await pilot.press(key)
            await pilot.pause()
            assert app.screen.query_one("#main")._given_regions == before


@pytest.mark.parametrize(("spec", "search"), [(AIMA, "alphabeta"), (AIMA, "minimax"), ("tictactoe", "alphabeta")])
def test_every_key_that_is_offered_does_something_there(spec, search):
    trace = recording(spec, search)
    by_label = {label: key for key in all_keys() for label in key.label.split(" ")}
    every = 1 if len(trace) < 100 else trace.steps // 60
    for step in range(0, trace.steps, every):
        for node in {0, min(step // 2, len(trace) - 1), None}:
            browser = Browser(trace)
            browser.time.go_to_step(step)
            if node is not None:
                browser.select(node)
            place = browser.location
            for name, _ in suggest_keys(browser):
                browser.go_to(place)
                owner = by_label[name].action
                if owner.startswith(("time.", "tree.")):
                    assert browser.run_action(owner) == "", (step, node, name)
                else:
                    assert name == "W"


def test_the_bound_is_on_the_same_scale_as_the_node_it_cut():
    browser = Browser(recording(AIMA))
    browser.time.go_to_step(12)
    own, above = explaining_windows(browser)
    assert (own.node, own.alpha, own.beta, own.is_closed) == (5, 3, 2, True)
    assert (above.node, above.alpha, above.beta, above.bound_setter) == (0, 3, math.inf, 1)
    for step in range(browser.cursor.last):
        browser.time.go_to_step(step)
        for window in explaining_windows(browser)[1:]:
            known = find_cutoff_origin(browser.trace, browser.selected)
            assert known is None or window.node == known.ancestor


@pytest.mark.parametrize(("alpha", "beta"), [(3, 2), (2, 2), (math.inf, -math.inf), (5, -math.inf)])
def test_a_crossed_window_is_never_an_interval(alpha, beta):
    window = NodeWindow.at_node(recording(AIMA), 0, alpha, beta)
    assert "(" not in window.ends_text
    assert "≥" in window.ends_text
    assert not set("─├┤◄►") & set(window.draw_bar(NumberLine(0, 5, 20)))


async def test_findings_of_the_node_stand_right_after_the_headline(monkeypatch):
    app = shown(AIMA)
    async with running(app, (80, 24)) as pilot:
        await pilot.press("0", "x")
        monkeypatch.setattr(
            app.browser.findings, "describe_findings_at", lambda node: [(True, f"Node {node} is wrong.")]
        )
        assert isinstance(app.screen, Explorer)
        app.screen.sync()
        await pilot.pause()
        assert panel(app)[1] == "⚠ Node 5 is wrong."
        assert "⚠ Node 5 is wrong." in text(app)


async def test_a_line_of_another_call_says_whose_it_is():
    app = shown(AIMA)
    async with running(app, (120, 40)) as pilot:
        await pilot.press("0", "x")
        assert "▶ best 2 ≤ alpha 3 → cut" in text(app)
        await pilot.press("w")
        assert "▶ in a2: best 2 ≤ alpha 3 → cut" in text(app)


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (60, 16), (200, 60)])
async def test_lines_that_are_out_of_sight_are_counted_and_no_headline_is_cut_for_that(size):
    app = shown("tictactoe")
    async with running(app, size) as pilot:
        await pilot.press("0", "x")
        await pilot.pause()
        shown_lines, found = panel(app), app.screen.query_one(ThisStep)
        more = len(found.lines()) - len(shown_lines)
        assert "1 ≤ alpha 1; move c3 pruned" in " ".join(line.rpartition(" ▾")[0] or line for line in shown_lines)
        assert [f"▾ {more} more: ]" in line for line in shown_lines].count(True) == (more > 0)
        for _ in range(len(found.lines())):
            await pilot.press("right_square_bracket")
        await pilot.pause()
        assert not any("more: ]" in line for line in panel(app))


def test_the_end_of_a_selective_search_leads_to_what_misled_it(need):
    """By the key that checks it, and where something was found by the one that goes there."""
    need("chess")
    zugzwang = "chess:8/8/8/4pK2/4P3/2k5/8/8 b - - 0 1"
    for options, keys in (({"with_": "null"}, ["C", "B"]), ({}, ["0", "0"])):
        browser = Browser(tracer.trace(zugzwang, "engine", depth=6, **options))
        browser.time.finish()
        assert suggest_keys(browser)[0][0] == keys[0]
        browser.findings.show_findings(tracer.check(browser.trace))
        assert suggest_keys(browser)[0][0] == keys[1]
    browser = Browser(tracer.trace(zugzwang, "engine", depth=6, with_="null"))
    browser.time.finish()
    browser.findings.show_findings(tracer.check(browser.trace))
    browser.findings.previous_node()
    assert browser.trace.label(browser.selected) == "Kd4"
    assert browser.trace.label(browser.trace.children(browser.selected)[0]) == "null move"
