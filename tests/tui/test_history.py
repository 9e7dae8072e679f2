"""Back and forward through the places that were jumped from."""

from hypothesis import strategies as st
from screens import notice, running, shown
from strategies import AIMA

import tracer
from tui.model.browser import Browser
from tui.model.explorer_state import MAX_HISTORY, History, Location

PLACES = st.integers(0, 5).map(lambda number: Location(number, number))


def test_back_returns_through_the_jumps_and_forward_repeats_them():
    history = History()
    for step in (0, 10, 20):
        history.add_jump(Location(step, 0))
    here = Location(30, 0)
    behind = []
    while (place := history.go_back(here)) is not None:
        behind.append(place.step)
        here = place
    assert behind == [20, 10, 0]
    ahead = []
    while (place := history.go_forward(here)) is not None:
        ahead.append(place.step)
        here = place
    assert ahead == [10, 20, 30]


def test_a_jump_forgets_what_lay_ahead():
    history = History()
    history.add_jump(Location(0, 0))
    assert history.go_back(Location(9, 0)) == Location(0, 0)
    history.add_jump(Location(0, 0))
    assert history.go_forward(Location(5, 0)) is None


def test_a_place_that_one_is_at_already_is_no_stop_on_the_way_back():
    history = History()
    history.add_jump(Location(1, 1))
    history.add_jump(Location(2, 2))
    assert history.go_back(Location(2, 2)) == Location(1, 1)


def test_the_oldest_places_are_forgotten():
    history = History()
    for step in range(MAX_HISTORY + 5):
        history.add_jump(Location(step, 0))
    here, count = Location(-1, 0), 0
    while (place := history.go_back(here)) is not None:
        here, count = place, count + 1
    assert (here.step, count) == (5, MAX_HISTORY)


def test_single_steps_leave_no_place_behind():
    browser = Browser(tracer.trace(AIMA))
    browser.cursor.go_to_start()
    for action in ("time.step_forward", "time.step_forward", "tree.select_next", "tree.select_previous"):
        browser.run_action(action)
    assert browser.run_action("places.go_back") == "there is nothing to go back to"
    assert browser.run_action("places.go_forward") == "there is nothing to go forward to"


def test_a_place_that_was_folded_away_is_opened_again():
    browser = Browser(tracer.trace("tictactoe"))
    browser.go_to(Location(3, 3))
    browser.run_action("time.start")
    browser.run_action("tree.collapse_all")
    browser.run_action("places.go_back")
    assert browser.location == Location(3, 3)
    assert browser.rows.node_in_row(browser.selected_row) == 3


async def test_the_keys_go_back_and_forward():
    app = shown()
    async with running(app) as pilot:
        await pilot.press("0", "x", "x", "H")
        first = app.browser.cursor.landmarks.cutoff_steps[0]
        assert app.browser.cursor.step == first
        await pilot.press("backspace")
        assert app.browser.cursor.step == 0
        await pilot.press("L")
        assert app.browser.cursor.step == first
        await pilot.press("L", "L")
        assert notice(app) == "there is nothing to go forward to"
