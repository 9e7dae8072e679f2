"""Conditions to stop at: where they lead, and what is said where they lead nowhere."""

from __future__ import annotations

import pytest
from conditions import conditions
from hypothesis import given
from screens import notice, rows, running, shown, text
from strategies import AIMA, cases

import tracer
from tracer import PlyscopeError
from tracer.condition.expression import parse
from tui.model.browser import Browser

TRACE = tracer.trace("tictactoe")


def browser(*texts: str, trace: tracer.Trace = TRACE) -> Browser:
    view = Browser(trace)
    for one in texts:
        view.stops.add(one)
    view.cursor.start()
    return view


@given(case=cases(), condition=conditions(depth=False))
def test_running_on_visits_every_step_with_a_hit_once_and_running_back_the_same_in_reverse(case, condition):
    trace = tracer.trace(case.game, "alphabeta", position=case.position)
    view = Browser(trace)
    view.stops.add(condition.text)
    expected = sorted({hit.step for hit in parse(condition.text).hits(trace)})
    view.cursor.start()
    met = [0] if 0 in expected else []
    while not view.stops.next_hit():
        met.append(view.cursor.step)
    assert met == expected
    view.cursor.finish()
    back = [trace.steps - 1] if trace.steps - 1 in expected else []
    while not view.stops.previous_hit():
        back.append(view.cursor.step)
    assert back == expected[::-1]


def test_the_node_that_is_hit_is_selected():
    view = browser("cutoff and ply == 3")
    for _ in range(20):
        assert view.stops.next_hit() == ""
        node = TRACE.node(view.selected)
        assert (node.cutoff, node.ply) == (True, 3)


def test_several_conditions_stop_at_the_hits_of_each_of_them():
    both = browser("ply == 8", "cutoff and ply == 2").stops.steps.tolist()
    assert both == sorted({*browser("ply == 8").stops.steps, *browser("cutoff and ply == 2").stops.steps})
    assert len(both) == len(set(both))


def test_a_condition_that_is_removed_stops_nothing():
    view = browser("ply == 8", "cutoff and ply == 2")
    view.stops.remove("ply == 8")
    assert view.stops.conditions == ["cutoff and ply == 2"]
    assert view.stops.steps.tolist() == browser("cutoff and ply == 2").stops.steps.tolist()
    view.stops.remove("cutoff and ply == 2")
    assert not len(view.stops.steps)


def test_a_condition_is_kept_once_however_often_it_is_set():
    view = browser("ply == 8", "ply == 8")
    assert view.stops.conditions == ["ply == 8"]


@pytest.mark.parametrize("condition", ["ply == ", "__import__('os')", "depht > 3", "", "((((" * 500])
def test_what_is_no_condition_is_refused_and_changes_nothing(condition):
    view = browser("ply == 8")
    before = view.stops.steps.tolist()
    with pytest.raises(PlyscopeError):
        view.stops.add(condition)
    assert view.stops.conditions == ["ply == 8"]
    assert view.stops.steps.tolist() == before


def test_why_nothing_is_run_to():
    view = browser()
    assert "no condition is set" in view.stops.next_hit()
    assert "nothing is hit" in view.stops.toggle_hits()
    view.stops.add("ply == 99")
    assert view.stops.next_hit() == view.stops.previous_hit() == "no node fulfils the condition"
    view.stops.add("ply == 98")
    assert view.stops.next_hit() == "no node fulfils the conditions"
    view.stops.add("ply == 9")
    assert view.stops.previous_hit() == "no hit before this step; f runs on"
    view.cursor.finish()
    assert view.stops.next_hit() == "no hit after this step; F runs back"


def test_only_hits_and_what_is_above_them_are_shown_and_all_again():
    view = browser("cutoff and ply == 2")
    view.tree.expand_all()
    assert view.stops.toggle_hits() == ""
    hits = set(parse("cutoff and ply == 2").hits(TRACE).nodes.tolist())
    above = {above for node in hits for above in TRACE.ancestry(node)}
    assert {view.rows.node(row) for row in range(len(view.rows))} == above
    view.stops.toggle_hits()
    assert len(view.rows) > len(above)


@given(case=cases())
def test_the_first_hit_within_some_steps_is_the_one_a_walk_would_meet(case):
    trace = tracer.trace(case.game, "alphabeta", position=case.position)
    view = Browser(trace)
    view.stops.add("ply == 2 or cutoff")
    hits = set(view.stops.steps.tolist())
    for step in range(0, trace.steps, max(trace.steps // 15, 1)):
        view.cursor.go(step)
        for steps in (1, 3, 50, -1, -3, -50):
            way = range(step + 1, step + steps + 1) if steps > 0 else range(step - 1, step + steps - 1, -1)
            assert view.stops.hit_within(steps) == next((at for at in way if at in hits), None)


async def test_hits_stand_on_the_line_of_time_and_change_with_the_condition():
    app = shown(AIMA)
    async with running(app) as pilot:
        lines = {}
        for condition in ("node == 2", "node == 10"):
            app.browser.stops.add(condition)
            app.screen.sync()
            await pilot.press("0")
            lines[condition] = text(app).splitlines()[1]
            assert lines[condition].count("•") == 1
            app.browser.stops.remove(condition)
        assert lines["node == 2"] != lines["node == 10"]


async def test_as_many_hits_elsewhere_are_drawn_elsewhere():
    app = shown()
    async with running(app) as pilot:
        lines = []
        for condition in ("node < 300", "node >= 24927"):
            app.browser.stops.add(condition)
            await pilot.press("0")
            lines.append(text(app).splitlines()[1])
            app.browser.stops.remove(condition)
        assert len(parse("node < 300").hits(TRACE)) == len(parse("node >= 24927").hits(TRACE)) == 300
        assert lines[0] != lines[1]


async def test_f_and_its_capital_run_to_the_hits():
    app = shown()
    async with running(app) as pilot:
        await pilot.press("f")
        assert "no condition is set" in notice(app)
        app.browser.stops.add("cutoff and ply == 2")
        steps = app.browser.stops.steps.tolist()
        await pilot.press("F")
        assert app.browser.cursor.step == steps[-1]
        await pilot.press("F", "f", "f")
        assert app.browser.cursor.step == steps[-1]
        assert "no hit after" in notice(app)
        await pilot.press("vertical_line")
        assert "hits" in text(app)
        assert all("ply" not in row for row in rows(app))
        await pilot.press("vertical_line")
        assert app.browser.tree.filters.chosen is None
