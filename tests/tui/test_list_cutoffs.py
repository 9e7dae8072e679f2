"""The list of cutoffs: in the order of the search or by what they saved; the key that goes to the largest saving."""

from __future__ import annotations

from screens import notice, running, shown, text, until
from strategies import AIMA

import tracer
from tracer.count.spared import count
from tracer.recording.slices import unheard
from tui.model.browser import Browser
from tui.model.explorer_state import Location, SuccessNotice
from tui.model.list_cutoffs import NOT_COUNTED, CutoffList
from tui.model.list_model import ListModel, ListPaneModel
from tui.screens import lab

TICTACTOE = tracer.trace("tictactoe", position="b2/a1")


class Holder:
    """A screen without a screen."""

    def __init__(self, trace: tracer.Trace) -> None:
        self.browser = Browser(trace)

    @property
    def lists(self) -> tuple[ListModel, ...]:
        return self.browser.lists


def opened(trace: tracer.Trace, *, counted: bool) -> tuple[Browser, CutoffList, ListPaneModel]:
    """A browser, its list of cutoffs, worked out, and the pane at it."""
    holder = Holder(trace)
    browser, pane = holder.browser, ListPaneModel(lambda: holder.browser, lambda: holder.lists)
    browser.spared_nodes = count(trace) if counted else None
    pane.activate_list("Cutoffs")
    work = browser.cutoffs.pending_work()
    assert work is not None
    assert len(browser.cutoffs) == 0
    work(unheard)
    assert browser.cutoffs.pending_work() is None
    return browser, browser.cutoffs, pane


def numbers(found: CutoffList) -> list[list[str]]:
    return [[piece.strip() for piece, _ in found.format_entry(number, 100)] for number in range(len(found))]


def test_the_cutoffs_stand_in_the_order_of_the_search_with_what_they_saved():
    browser, found, _ = opened(TICTACTOE, counted=True)
    trace = browser.trace
    rows = numbers(found)
    assert [int(row[3].replace(",", "")) for row in rows] == trace.landmarks.pruning_steps.tolist()
    assert sum(int(row[0]) for row in rows) == trace.counts.pruned_branches
    assert sum(int(row[1].replace(",", "")) for row in rows) == trace.counts.pruned_nodes
    places = [found.find_location(number, 0) for number in range(len(found))]
    assert places == [Location(step, trace.landmarks.cut_at(step)) for step in trace.landmarks.pruning_steps.tolist()]


def test_sorted_by_saving_the_largest_is_first_and_in_hand_and_shown():
    browser, found, pane = opened(TICTACTOE, counted=True)
    before = browser.location
    pane.show_entry(5)
    assert pane.change_order() == "what saved most stands first"
    saved = [int(row[1].replace(",", "")) for row in numbers(found)]
    assert saved == sorted(saved, reverse=True)
    assert (found.current_index, browser.location) == (0, found.find_location(0, 0))
    pane.show_entry(3)
    fourth = browser.location
    assert pane.change_order() == "in the order of the search"
    assert (found.find_location(found.current_index, 0), browser.location) == (fourth, fourth)
    pane.restore_view()
    assert browser.location == before


def test_what_is_not_counted_is_not_sorted_and_moves_nothing():
    browser, found, pane = opened(TICTACTOE, counted=False)
    assert {row[1] for row in numbers(found)} == {"·"}
    before = browser.location
    assert (pane.change_order(), browser.location) == (NOT_COUNTED, before)
    assert browser.cutoffs.next_largest() == NOT_COUNTED
    browser.spared_nodes = count(browser.trace)
    assert isinstance(pane.change_order(), SuccessNotice)
    assert numbers(found)[0][1] != "·"


def test_the_key_goes_from_the_largest_saving_to_the_smallest_and_begins_again():
    browser = Browser(TICTACTOE)
    browser.spared_nodes = count(TICTACTOE)
    assert browser.spared_nodes is not None
    steps, nodes = TICTACTOE.landmarks.pruning_steps, TICTACTOE.landmarks.pruning_nodes
    saved = dict(zip(steps.tolist(), browser.spared_nodes.by_cutoff(TICTACTOE, nodes).tolist(), strict=True))
    met = []
    for _ in range(len(steps)):
        assert isinstance(browser.run_action("cutoffs.next_largest"), SuccessNotice)
        met.append(browser.cursor.step)
    assert sorted(met) == steps.tolist()
    assert [saved[step] for step in met] == sorted(saved.values(), reverse=True)
    browser.run_action("cutoffs.next_largest")
    assert browser.cursor.step == met[0]
    browser.run_action("cutoffs.next_largest")
    browser.run_action("time.step_forward")
    assert f"saved {max(saved.values()):,} nodes" in browser.run_action("cutoffs.next_largest")
    assert browser.cursor.step == met[0], "from elsewhere it begins with the largest"


def test_without_cutoffs_there_is_nothing_to_go_to():
    browser, found, _ = opened(tracer.trace(AIMA, "minimax"), counted=True)
    assert browser.cutoffs.next_largest() == found.change_order() == found.empty_text
    assert CutoffList not in map(type, Browser(tracer.trace(AIMA, "sss")).lists)


async def test_the_key_counts_first_where_that_was_not_done(monkeypatch):
    monkeypatch.setattr(lab, "MAX_SMALL_TRACE", 5)
    async with running(shown("tictactoe"), (120, 40)) as pilot:
        await pilot.press("ctrl+x")
        await until(pilot, lambda: "it saved 55,152 nodes, 10% of all pruned nodes: 1 of 4,237" in notice(pilot.app))
        assert pilot.app.browser.location == Location(8_736, 3_465)
        await pilot.press("H")
        await pilot.press("grave_accent")
        while "▐Cutoffs" not in text(pilot.app):
            await pilot.press("right")
        await until(pilot, lambda: "▐Cutoffs 4,237▌" in text(pilot.app))


def test_that_nobody_recorded_what_was_skipped_is_not_that_nothing_was() -> None:
    record = tracer.Recorder()
    root = record.enter(None, 1, 0, 10)
    record.leave(record.enter("a", -1, 0, 10), 12, tracer.Status.TERMINAL)
    record.leave(root, 12, tracer.Status.EXPANDED, True)
    columns, moves = record.finish()
    _, unknown, _ = opened(tracer.Trace(columns, moves, tracer.Header()), counted=False)
    assert "does not tell" in unknown.next_largest()
    _, none, _ = opened(tracer.trace(AIMA, "minimax"), counted=False)
    assert "no cutoff" in none.next_largest()
