"""The list of the table's entries: how each stands at the current step, and where it leads."""

import pytest
from screens import running, until
from strategies import AIMA

import tracer
from tracer.count.table_history import lives_of
from tracer.count.table_lives import Deed
from tracer.count.transpositions import positions_of
from tracer.recording.slices import unheard
from tracer.text import range_text
from tui.app import ExplorerApp
from tui.model.browser import Browser
from tui.model.counted_lists import EntryList
from tui.model.explorer_state import Location


def entries(trace: tracer.Trace) -> tuple[Browser, EntryList]:
    """A browser and its list of entries, worked out."""
    browser = Browser(trace)
    found = next(one for one in browser.lists if isinstance(one, EntryList))
    positions_of(trace)
    work = found.pending_work()
    assert work is not None
    work(unheard)
    assert found.pending_work() is None
    return browser, found


def said(found: EntryList, number: int) -> list[str]:
    return [text.strip() for text, _ in found.format_entry(number, 100)]


def test_an_entry_leads_from_each_of_its_events_to_the_next():
    trace = tracer.trace("nim:1,2,3", "mtdf")
    browser, found = entries(trace)
    lives = lives_of(trace)
    assert len(found) == len(lives)
    most = lives.life(int(lives.hits.argmax()))
    browser.go_to(Location(0, 0))
    for event in (*most, most[0]):
        assert found.show_entry(0, browser.cursor.step) == ""
        assert browser.location == (event.step, event.node)
        assert found.is_at_current_step(0)
        assert said(found, 0)[3] == range_text(event.low, event.high)
    browser.go_to(Location(most[0].step - 1, 0))
    assert said(found, 0)[3] == "·"
    assert not found.is_at_current_step(0)
    assert most[0].deed.word in said(found, 0)[5]


def test_entries_can_stand_in_three_orders_and_that_in_hand_stays():
    trace = tracer.trace("nim:1,2,3", "mtdf")
    browser, found = entries(trace)
    browser.go_to(Location(0, 0))

    def column(place: int) -> list[int]:
        return [int(said(found, number)[place].replace("·", "0")) for number in range(len(found))]

    assert column(0) == sorted(column(0), reverse=True)
    found.make_current(5)
    kept = found.find_location(5, 0)
    found.change_order()
    assert column(2) == sorted(column(2), reverse=True)
    assert found.find_location(found.current_index, 0) == kept
    found.change_order()
    steps = [found.find_location(number, 0).step for number in range(len(found))]
    assert steps == sorted(steps)
    found.change_order()
    assert found.current_index == 5


@pytest.mark.parametrize("search", ["minimax", "alphabeta", "deepening"])
def test_a_search_without_a_table_has_no_such_list(search):
    assert not any(isinstance(one, EntryList) for one in Browser(tracer.trace(AIMA, search)).lists)


def test_entries_of_paths_need_no_positions():
    trace = tracer.trace("nim:1,2", "mtdf", table="path")
    found = next(one for one in Browser(trace).lists if isinstance(one, EntryList))
    assert not found.can_sort
    work = found.pending_work()
    assert work is not None
    work(unheard)
    assert len(found) == len(lives_of(trace))
    assert found.can_sort
    assert lives_of(trace).total(Deed.STORED) == len(found)


async def test_the_key_that_finds_positions_fills_it():
    app = ExplorerApp(tracer.trace("nim:1,2,3", "alphabeta-memo"))
    async with running(app, (110, 36)) as pilot:
        app.screen.pane.activate_list("Table")
        await pilot.press("grave_accent")
        assert app.screen.pane.active_list.empty_text.startswith("s finds")
        await pilot.press("s")
        await until(pilot, lambda: len(app.screen.pane.active_list) > 0)
        app.screen.sync()
        await pilot.press("home", "enter")
        lives = lives_of(app.browser.trace)
        assert app.browser.cursor.step in lives.steps[lives.owner == lives.hits.argmax()]


@pytest.mark.parametrize("width", [66, 72, 100])
def test_paths_make_room_for_what_is_said_behind_them(width: int) -> None:
    browser, found = entries(tracer.trace("nim:1,2,3", "mtdf"))
    browser.go_to(Location(browser.cursor.last, 0))
    for number in range(len(found)):
        line = "".join(text for text, _ in found.format_entry(number, width))
        assert len(line) <= width
