"""What is worked out in the background: searching a node after all, and finding the same positions."""

import threading
from collections.abc import Iterator

import pytest
from screens import ask, notice, rows, running, shown, text, until
from strategies import AIMA, columns_of

import tracer
from tracer.condition.terms import Condition
from tracer.count.transpositions import Positions, positions_of
from tracer.run.whatif import what_if
from tui.app import ExplorerApp
from tui.model import tree_keys
from tui.model.row_order import ORDER_MAKERS, Sorting
from tui.screens import lab
from tui.screens.explorer import Explorer
from tui.screens.side_by_side import SideBySide


def method(call):
    """A method of a class that does what an object does when it is called."""
    return lambda *arguments: call(*arguments)  # noqa: PLW0108  # only a function becomes a method


class Gate:
    """Holds background work until it is opened."""

    def __init__(self, work) -> None:
        self.pending_work, self.opened_nodes, self.reached = work, threading.Event(), threading.Event()

    def __call__(self, *arguments, **options):
        self.reached.set()
        assert self.opened_nodes.wait(60)
        return self.pending_work(*arguments, **options)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Gate]]:
    """Both kinds of work, each behind a gate."""
    gates = {"what_if": Gate(what_if), "positions_of": Gate(positions_of)}
    for name, gate in gates.items():
        monkeypatch.setattr(lab, name, gate)
    yield gates
    for gate in gates.values():
        gate.opened_nodes.set()


async def test_the_moves_of_many_nodes_are_put_in_order_in_the_background(monkeypatch):
    monkeypatch.setattr(lab, "MAX_IMMEDIATE_NODES", 100)
    gate = Gate(ORDER_MAKERS[Sorting.VALUE])
    monkeypatch.setitem(ORDER_MAKERS, Sorting.VALUE, gate)
    app = shown("tictactoe")
    async with running(app) as pilot:
        await pilot.press("O")
        assert "putting the moves in order" in notice(app)
        assert app.browser.tree.title_notes == []
        await pilot.press("escape")
        gate.opened_nodes.set()
        await until(pilot, lambda: idle(app) and "nothing was changed" in notice(app))
        assert app.browser.tree.title_notes == []
        await pilot.press("O")
        await until(pilot, lambda: idle(app))
        assert app.browser.tree.title_notes == ["by value"]
        gate.pending_work = None
        for title in ("by nodes", "in the order of the search", "by value"):
            await pilot.press("O")
            await until(pilot, lambda title=title: idle(app) and app.browser.tree.sorting.value == title)
            assert app.browser.tree.title_notes == ([title] if title.startswith("by") else [])


async def test_rows_of_many_nodes_are_filtered_while_keys_go_on_and_something_else_is_counted(monkeypatch):
    monkeypatch.setattr(lab, "MAX_IMMEDIATE_NODES", 100)
    app = shown("tictactoe")
    async with running(app) as pilot:
        count, gate = Gate(lab.count), Gate(tree_keys.Rows.filter_rows)
        monkeypatch.setattr(lab, "count", count)
        monkeypatch.setattr(tree_keys.Rows, "filter_rows", method(gate))
        app.browser.spared_nodes = None
        await pilot.press("number_sign")
        await until(pilot, count.reached.is_set)
        app.browser.finder.look_for("cutoff")
        await until(pilot, lambda: "hit 1 of" in notice(app))
        for key in ("vertical_line", "vertical_line"):
            before = app.browser.selected
            await pilot.press(key)
            await until(pilot, gate.reached.is_set)
            assert "leaving rows out" in notice(app)
            assert app.browser.tree.title_notes == []
            await pilot.press("down")
            assert app.browser.selected != before
        gate.opened_nodes.set()
        await until(pilot, lambda: app.browser.tree.title_notes == ["only hits"])
        count.opened_nodes.set()
        await until(pilot, lambda: idle(app) and app.browser.spared_nodes is not None)


async def test_a_filter_that_is_given_up_changes_nothing(monkeypatch):
    monkeypatch.setattr(lab, "MAX_IMMEDIATE_NODES", 100)
    gate = Gate(tree_keys.Rows.filter_rows)
    monkeypatch.setattr(tree_keys.Rows, "filter_rows", method(gate))
    app = shown("tictactoe")
    async with running(app) as pilot:
        await pilot.press("P")
        await until(pilot, gate.reached.is_set)
        await pilot.press("escape")
        gate.opened_nodes.set()
        await until(pilot, lambda: idle(app) and notice(app) == "given up; nothing was changed")
        assert app.browser.tree.title_notes == []


def stored(trace: tracer.Trace) -> dict[str, bytes]:
    return {name: getattr(trace.columns, name).tobytes() for name in ("move", "end", "turn", "alpha", "beta", "value")}


def idle(app: ExplorerApp) -> bool:
    return not app.screen.lab.is_busy  # type: ignore[attr-defined]


async def test_a_pruned_branch_is_searched_after_all_and_explored_and_the_trace_stays_as_it_was():
    app = shown(AIMA)
    async with running(app, (100, 40)) as pilot:
        trace, before = app.browser.trace, stored(app.browser.trace)
        named = columns_of(trace)
        app.browser.select(7)
        app.screen.sync()
        await pilot.pause()
        await pilot.press("W")
        await until(pilot, lambda: idle(app) and 7 in app.browser.what_if_traces)
        await pilot.pause()
        assert notice(app) == "what if: = 4 · 1 visited; W explores it, the trace itself is as it was"
        assert "what if: = 4" in next(row for row in rows(app) if row.startswith("❯"))
        assert "? what if: = 4 · 1 visited" in text(app).lower()
        await pilot.press("W")
        assert len(app.screen_stack) == 2
        assert app.browser.trace is app.screen_stack[0].browser.what_if_traces[7]
        assert "what if a2/b2" in text(app)
        await pilot.press("q")
        assert len(app.screen_stack) == 1
        assert app.browser.trace is trace
        assert app.browser.selected == 7
        assert stored(trace) == before
        assert columns_of(trace) == named
        assert app.return_code is None


async def test_the_value_is_the_positions_own_whatever_the_window_was():
    app = shown()
    async with running(app) as pilot:
        pruned = [node.index for node in app.browser.trace[:3000] if node.status is tracer.Status.PRUNED][::40]
        for node in pruned[:5]:
            app.browser.select(node)
            await pilot.press("W")
            await until(pilot, lambda node=node: node in app.browser.what_if_traces and idle(app))
            game, state = app.browser.trace.game, app.browser.trace.state(node)
            assert app.browser.what_if_traces[node].value == tracer.search(game, "minimax", position=state).value


async def test_escape_gives_a_search_up_and_nothing_is_changed(held):
    app = shown()
    async with running(app) as pilot:
        app.browser.select(1)
        await pilot.press("W")
        assert "searching this node after all" in notice(app)
        await pilot.press("W")
        assert notice(app) == "something runs already; esc gives it up"
        await pilot.press("escape")
        assert notice(app) == "given up"
        held["what_if"].opened_nodes.set()
        await until(pilot, lambda: idle(app) and notice(app) == "given up; nothing was changed")
        assert app.browser.what_if_traces == {}
        await pilot.press("escape")
        assert notice(app) == ""


async def test_leaving_while_a_search_runs_ends_it(held):
    app = shown()
    async with running(app) as pilot:
        await pilot.press("W")
        await until(pilot, held["what_if"].reached.is_set)
        held["what_if"].opened_nodes.set()
        await pilot.press("q")
    assert app.return_code == 0


async def test_without_a_game_it_says_why_not():
    app = shown(AIMA)
    async with running(app) as pilot:
        app.browser.trace.game = None
        app.browser.select(7)
        for key in "Ws":
            await pilot.press("n", key)
            await until(pilot, lambda: idle(app) and "game" in notice(app))
        assert app.browser.what_if_traces == {}


async def test_a_search_that_plyscope_does_not_know_cannot_be_run_again():
    from dataclasses import replace

    app = shown(AIMA)
    async with running(app) as pilot:
        trace = app.browser.trace
        trace.header = replace(trace.header, search="[/]\x1bmine")
        await pilot.press("W")
        await until(pilot, lambda: idle(app) and "cannot be run again" in notice(app))
        assert "\x1b" not in text(app)


async def test_the_same_position_is_visited_forwards_and_backwards():
    app = shown()
    async with running(app) as pilot:
        found = Positions(app.browser.trace)
        same = next(ids for node in range(1, 2_000) if 3 < len(ids := found.visits(node).tolist()) < 7)
        app.browser.select(same[0])
        await pilot.press("s")
        await until(pilot, lambda: idle(app) and app.browser.selected != same[0])
        met = [app.browser.selected]
        for _ in same[2:]:
            await pilot.press("s")
            met.append(app.browser.selected)
            assert app.browser.cursor.step == app.browser.trace.entered(met[-1])
        assert met == same[1:]
        await pilot.press("s")
        assert notice(app) == "this position is not visited again"
        await pilot.press("S")
        assert app.browser.selected == same[-2]
        await pilot.press("H")
        assert app.browser.selected == same[-1]


async def test_finding_same_positions_is_given_up_by_escape(held):
    app = shown()
    async with running(app) as pilot:
        await pilot.press("S")
        assert "looking for the same positions" in notice(app)
        await pilot.press("escape")
        held["positions_of"].opened_nodes.set()
        await until(pilot, lambda: idle(app) and notice(app) == "given up; nothing was changed")
        assert app.browser.positions is None


async def test_same_positions_are_kept_with_the_recording_for_every_screen():
    trace = tracer.trace("tictactoe", depth=4)
    first, second = ExplorerApp(trace, "t"), ExplorerApp(trace, "t")
    async with running(first) as pilot:
        await pilot.press("s")
        await until(pilot, lambda: idle(first) and first.browser.positions is not None)
    async with running(second) as pilot:
        second.browser.select(trace.find("a1/b1/c1").index)
        await pilot.press("s")
        assert second.browser.selected == trace.find("c1/b1/a1").index


async def test_long_work_is_asked_about_first(monkeypatch):
    monkeypatch.setattr(lab, "MAX_SMALL_TRACE", 10)
    monkeypatch.setattr(lab, "seconds_at_most", lambda _: 130.0)
    app = ExplorerApp(tracer.trace("tictactoe", depth=3), "t")
    async with running(app) as pilot:
        app.browser.select(app.browser.trace.find("a1/b1/c1").index)
        await pilot.press("s")
        visits = app.browser.trace.counts.visited
        assert notice(app) == f"{visits:,} visits are to be replayed, at most some 2 minutes: the same key again starts"
        assert app.browser.positions is None
        await pilot.press("s")
        await until(pilot, lambda: idle(app) and app.browser.positions is not None)
        assert app.browser.selected == app.browser.trace.find("c1/b1/a1").index


async def test_positions_that_are_found_when_the_keys_go_to_the_other_search_move_and_say_nothing(held):
    app = shown("tictactoe", "minimax", position="b2/a1/c3", against=tracer.trace("tictactoe", position="b2/a1/c3"))
    async with running(app, (120, 30)) as pilot:
        assert isinstance(app.screen, SideBySide)
        same = Positions(app.browser.trace)
        app.browser.select(next(node for node in range(1, 200) if same.next(node) is None))
        await pilot.press("s")
        await until(pilot, held["positions_of"].reached.is_set)
        await pilot.press("tab")
        before = app.browser.location
        held["positions_of"].opened_nodes.set()
        await until(pilot, lambda: idle(app) and app.screen.pair.other_browser.positions is not None)
        assert app.browser.location == before
        assert app.browser.positions is None
        await pilot.pause()
        assert "visited again" not in text(app)


async def test_positions_of_a_recording_that_has_grown_meanwhile_are_not_taken(held):
    app = shown("tictactoe", max_nodes=200)
    async with running(app) as pilot:
        await pilot.press("s")
        await until(pilot, held["positions_of"].reached.is_set)
        assert isinstance(app.screen, Explorer)
        app.screen.show_grown_trace(tracer.trace("tictactoe", max_nodes=900))
        held["positions_of"].opened_nodes.set()
        await until(pilot, lambda: idle(app) and "grown" in notice(app))
        assert app.browser.positions is None
        await pilot.press("s")
        await until(pilot, lambda: idle(app) and app.browser.positions is not None)


async def test_the_oldest_results_are_forgotten(monkeypatch):
    monkeypatch.setattr(lab, "MAX_OVERLAYS", 2)
    app = shown(AIMA)
    async with running(app) as pilot:
        for node in (7, 8, 2):
            app.browser.select(node)
            await pilot.press("W")
            await until(pilot, lambda node=node: idle(app) and node in app.browser.what_if_traces)
        assert list(app.browser.what_if_traces) == [8, 2]


async def test_pruned_nodes_of_a_small_recording_are_counted_at_once_and_follow_time():
    async with running(shown(AIMA), (170, 50)) as pilot:
        app = pilot.app
        assert "pruned nodes         2           2" in text(app)
        await pilot.press("0")
        await pilot.pause()
        assert "pruned nodes         0           2" in text(app)


async def test_those_of_a_larger_one_are_counted_in_the_background_when_asked(monkeypatch):
    monkeypatch.setattr(lab, "MAX_SMALL_TRACE", 5)
    async with running(shown(AIMA), (170, 50)) as pilot:
        app = pilot.app
        assert "pruned nodes    # counts them" in text(app)
        await pilot.press("number_sign")
        await until(pilot, lambda: idle(app) and app.browser.spared_nodes is not None)
        await pilot.pause()
        assert notice(app) == "2 nodes of the full tree were pruned"
        assert "pruned nodes         2           2" in text(app)


async def test_too_many_to_count_is_said(monkeypatch):
    monkeypatch.setattr(lab, "MAX_SMALL_TRACE", 5)
    monkeypatch.setattr(lab, "MAX_COUNTED_POSITIONS", 0)
    async with running(shown("tictactoe"), (100, 30)) as pilot:
        await pilot.press("number_sign")
        await until(pilot, lambda: "too many" in notice(pilot.app))
        assert pilot.app.browser.spared_nodes is None


async def test_hits_of_a_breakpoint_in_a_large_recording_are_looked_for_in_the_background(monkeypatch):
    monkeypatch.setattr(lab, "MAX_IMMEDIATE_NODES", 100)
    gate = Gate(Condition.hits)
    app = shown("tictactoe")
    async with running(app) as pilot:
        monkeypatch.setattr(Condition, "hits", method(gate))
        await ask(pilot, "semicolon", "cutoff")
        await until(pilot, gate.reached.is_set)
        assert notice(app) == "looking for cutoff …; esc gives up"
        assert app.browser.stops.breakpoints == []
        before = app.browser.cursor.step
        await pilot.press("b")
        assert app.browser.cursor.step == before - 1
        gate.opened_nodes.set()
        await until(pilot, lambda: "hits; ) runs to them" in notice(app))
        assert [one.text for one in app.browser.stops.breakpoints] == ["cutoff"]


async def test_a_map_has_pruned_nodes_counted_unless_there_are_too_many(monkeypatch):
    monkeypatch.setattr(lab, "MAX_SMALL_TRACE", 5)
    async with running(shown("tictactoe"), (100, 30)) as pilot:
        await pilot.press("T", "T")
        await until(pilot, lambda: pilot.app.browser.spared_nodes is not None)
        assert pilot.app.browser.spared_nodes.total == 531_649
        await until(pilot, lambda: "531,649 pruned" in text(pilot.app))
    monkeypatch.setattr(lab, "MAX_POSITIONS_FOR_MAP", 0)
    async with running(shown("tictactoe"), (100, 30)) as pilot:
        await pilot.press("T", "T")
        await until(pilot, lambda: "# counts them" in notice(pilot.app))
        assert pilot.app.browser.spared_nodes is None
        await pilot.press("T", "T", "T")
        assert notice(pilot.app) == "", "it is tried once"
