"""Breakpoints: where they stop, and what is said where they stop nothing."""

import pytest
from hypothesis import given
from screens import notice, running, shown, text
from strategies import AIMA, cases

import tracer
from tracer import PlyscopeError
from tracer.bookmarks import Breakpoint
from tracer.condition.expression import parse_condition
from tui.model.browser import Browser

TRACE = tracer.trace("tictactoe")


def browser(*texts: str, trace: tracer.Trace = TRACE) -> Browser:
    view = Browser(trace)
    for one in texts:
        view.stops.add_breakpoint(one)
    view.cursor.go_to_start()
    return view


def test_the_node_that_is_hit_is_selected_and_the_breakpoint_named():
    view = browser("cutoff and ply == 3")
    count = len(parse_condition("cutoff and ply == 3").hits(TRACE))
    for number in range(1, 20):
        assert view.stops.run_on() == f"stopped at cutoff and ply == 3 (hit {number} of {count})"
        node = TRACE.node(view.selected)
        assert (node.cutoff, node.ply) == (True, 3)


def test_all_breakpoints_that_are_hit_at_a_step_are_named():
    view = browser("node == 5", "node == 6", "ply == 5")
    assert view.stops.run_on().startswith("stopped at node == 5 (hit 1 of 1) and ply == 5 (hit ")


def test_several_conditions_stop_at_the_hits_of_each_of_them():
    both = browser("ply == 8", "cutoff and ply == 2").stops.hit_steps.tolist()
    assert both == sorted({*browser("ply == 8").stops.hit_steps, *browser("cutoff and ply == 2").stops.hit_steps})
    assert len(both) == len(set(both))


def test_one_that_is_removed_or_off_stops_nothing():
    view = browser("ply == 8", "cutoff and ply == 2")
    view.stops.switch_breakpoint("ply == 8")
    assert view.stops.breakpoints == [Breakpoint("ply == 8", False), Breakpoint("cutoff and ply == 2")]
    alone = browser("cutoff and ply == 2").stops.hit_steps.tolist()
    assert view.stops.hit_steps.tolist() == alone
    view.stops.switch_breakpoint("ply == 8")
    assert view.stops.hit_steps.tolist() != alone
    view.stops.remove_breakpoint("ply == 8")
    assert view.stops.breakpoints == [Breakpoint("cutoff and ply == 2")]
    assert view.stops.hit_steps.tolist() == alone
    view.stops.remove_breakpoint("cutoff and ply == 2")
    assert not len(view.stops.hit_steps)


def test_one_is_there_once_however_often_it_is_set():
    view = browser("ply == 8", "cutoff", "ply == 8")
    assert [one.text for one in view.stops.breakpoints] == ["ply == 8", "cutoff"]


@pytest.mark.parametrize(
    "text", ["ply == ", "__import__('os')", "depht > 3", "", "((((" * 500, "best changes at #99999"]
)
def test_what_is_none_is_refused_and_changes_nothing(text):
    view = browser("ply == 8")
    before = view.stops.hit_steps.tolist()
    with pytest.raises(PlyscopeError):
        view.stops.add_breakpoint(text)
    assert view.stops.breakpoints == [Breakpoint("ply == 8")]
    assert view.stops.hit_steps.tolist() == before


def test_changes_are_those_of_the_selected_node_or_of_the_one_that_is_named():
    view = browser()
    view.select(5)
    view.stops.add_breakpoint("window changes")
    view.select(0)
    view.stops.add_breakpoint("best changes at #5")
    assert [one.text for one in view.stops.breakpoints] == ["window changes at #5", "best changes at #5"]
    assert view.stops.hits_of("window changes at #5").steps.tolist() == TRACE.landmarks.window_changes(5).tolist()
    view.stops.run_on()
    assert view.selected == 5


def test_why_nothing_is_run_to():
    view = browser()
    assert "no breakpoint is set" in view.stops.run_on()
    view.stops.add_breakpoint("ply == 99")
    assert view.stops.run_on() == view.stops.run_back() == "no breakpoint is ever hit"
    view.stops.switch_breakpoint("ply == 99")
    assert "all breakpoints are off" in view.stops.run_on()
    view.stops.add_breakpoint("ply == 9")
    assert view.stops.run_back() == "no breakpoint before this; ) runs on"
    view.cursor.go_to_end()
    assert view.stops.run_on() == "no breakpoint after this step; ( runs back"


@given(case=cases())
def test_the_first_hit_within_some_steps_is_the_one_a_walk_would_meet(case):
    trace = tracer.trace(case.game, "alphabeta", position=case.position)
    view = browser("ply == 2 or cutoff", trace=trace)
    hits = set(view.stops.hit_steps.tolist())
    for step in range(0, trace.steps, max(trace.steps // 15, 1)):
        view.cursor.go_to_step(step)
        for steps in (1, 3, 50, -1, -3, -50):
            way = range(step + 1, step + steps + 1) if steps > 0 else range(step - 1, step + steps - 1, -1)
            assert view.stops.first_hit_within(steps) == next((at for at in way if at in hits), None)


async def test_hits_stand_on_the_line_of_time_and_go_with_the_breakpoint():
    app = shown(AIMA)
    async with running(app) as pilot:
        lines = {}
        for condition in ("node == 2", "node == 10"):
            app.browser.stops.add_breakpoint(condition)
            app.screen.sync()
            await pilot.press("0")
            lines[condition] = text(app).splitlines()[1]
            assert lines[condition].count("●") == 1
            app.browser.stops.remove_breakpoint(condition)
        assert lines["node == 2"] != lines["node == 10"]


async def test_parentheses_run_on_and_back():
    app = shown()
    async with running(app) as pilot:
        app.browser.stops.add_breakpoint("cutoff and ply == 2")
        steps = app.browser.stops.hit_steps.tolist()
        await pilot.press("left_parenthesis")
        assert app.browser.cursor.step == steps[-1]
        await pilot.press("left_parenthesis", "right_parenthesis", "right_parenthesis")
        assert app.browser.cursor.step == steps[-1]
        assert "no breakpoint after" in notice(app)
