"""Finding: from hit to hit of what was typed last and of nothing else, round and round, and nothing is kept of it."""

import pytest
from screens import notice, rows, running, shown, text
from strategies import AIMA

import tracer
from tracer import PlyscopeError
from tracer.condition.expression import parse_condition
from tui.model.browser import Browser

TRACE = tracer.trace("tictactoe")


def test_at_the_ends_it_goes_on_at_the_other_and_says_so():
    view = Browser(TRACE)
    hits = list(parse_condition("cutoff and ply == 3").hits(TRACE))
    assert view.finder.look_for("cutoff and ply == 3") == f"hit 1 of {len(hits)}, from the start again"
    assert view.finder.previous_hit() == f"hit {len(hits)} of {len(hits)}, from the end again"
    assert view.location == hits[-1]
    assert view.finder.next_hit() == f"hit 1 of {len(hits)}, from the start again"
    assert view.finder.next_hit() == f"hit 2 of {len(hits)}"


def test_only_what_was_typed_last_is_found():
    view = Browser(TRACE)
    view.finder.look_for("ply == 8")
    view.finder.look_for("cutoff and ply == 2")
    assert view.finder.hits.nodes.tolist() == parse_condition("cutoff and ply == 2").hits(TRACE).nodes.tolist()
    assert view.stops.breakpoints == []


def test_a_move_is_found_by_its_label_and_by_its_way():
    view = Browser(TRACE)
    assert view.finder.look_for("b2")[:8] == "hit 1 of"
    assert {TRACE.label(node) for node in view.finder.hits.nodes.tolist()} == {"b2"}
    view.finder.look_for("b2/a1")
    paths = {TRACE.node(node).path[-2:] for node in view.finder.hits.nodes.tolist()}
    assert paths == {("b2", "a1")}
    assert view.finder.look_for("/b2/a1") == "hit 1 of 1"
    assert TRACE.node(view.selected).path == ("b2", "a1")


@pytest.mark.parametrize("nothing", ["z9", "b2/z9", "ply ==", "b2 == 3"])
def test_what_is_neither_a_condition_nor_a_move_is_refused_and_changes_nothing(nothing):
    view = Browser(TRACE)
    view.finder.look_for("ply == 8")
    place = view.location
    with pytest.raises(PlyscopeError):
        view.finder.look_for(nothing)
    assert (view.finder.text, view.location) == ("ply == 8", place)


def test_why_nothing_is_found():
    view = Browser(TRACE)
    assert view.finder.next_hit() == view.finder.toggle_hits()
    assert "/ finds" in view.finder.next_hit()
    assert view.finder.look_for("ply == 99") == view.finder.toggle_hits() == "nothing fulfils ply == 99"


def test_only_hits_and_what_is_above_them_are_shown_and_all_again():
    view = Browser(TRACE)
    view.finder.look_for("cutoff and ply == 2")
    view.rows.expand_all(0)
    assert view.finder.toggle_hits() == ""
    hits = set(parse_condition("cutoff and ply == 2").hits(TRACE).nodes.tolist())
    above = {above for node in hits for above in TRACE.ancestry(node)}
    assert {view.rows.node_in_row(row) for row in range(len(view.rows))} == above
    view.finder.toggle_hits()
    assert len(view.rows) > len(above)


def test_a_recording_that_has_grown_has_more_hits():
    view = Browser(tracer.trace("tictactoe", max_nodes=500))
    view.finder.look_for("ply == 8")
    before = len(view.finder.hits)
    view.extend_trace(TRACE)
    assert before < len(view.finder.hits) == len(parse_condition("ply == 8").hits(TRACE))


async def test_a_hit_stands_on_the_line_of_time_and_another_elsewhere():
    app = shown(AIMA)
    async with running(app) as pilot:
        lines = []
        for condition in ("node == 2", "node == 10"):
            app.browser.finder.look_for(condition)
            app.screen.sync()
            await pilot.press("0")
            lines.append(text(app).splitlines()[1])
            assert lines[-1].count("•") == 1
        assert lines[0] != lines[1]


async def test_as_many_hits_elsewhere_are_drawn_elsewhere():
    app = shown()
    async with running(app) as pilot:
        lines = []
        for condition in ("node < 300", "node >= 24927"):
            app.browser.finder.look_for(condition)
            await pilot.press("0")
            lines.append(text(app).splitlines()[1])
        assert (
            len(parse_condition("node < 300").hits(TRACE)) == len(parse_condition("node >= 24927").hits(TRACE)) == 300
        )
        assert lines[0] != lines[1]


async def test_f_and_its_capital_go_from_hit_to_hit_without_a_bell(monkeypatch):
    app, bells = shown(), []
    monkeypatch.setattr(app, "bell", lambda: bells.append(1))
    async with running(app) as pilot:
        await pilot.press("f")
        assert bells == [1]
        app.browser.finder.look_for("cutoff and ply == 2")
        steps = app.browser.finder.hits.steps.tolist()
        await pilot.press("F", "F", "f", "f")
        assert app.browser.cursor.step == steps[0]
        assert notice(app) == f"hit 1 of {len(steps)}, from the start again"
        assert bells == [1]
        await pilot.press("vertical_line")
        assert "only hits" in text(app)
        assert all("ply" not in row for row in rows(app))
        await pilot.press("vertical_line")
        assert app.browser.tree.filters.chosen_nodes is None
