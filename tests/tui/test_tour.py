"""The tour: five stops, each one sentence and one key that really does it."""

import pytest
from screens import running, text, until

import tracer
from tracer.why.cutoff_causes import find_cutoff_origin
from tui.app import ExplorerApp
from tui.model.keys import all_keys
from tui.screens.explorer import Explorer, TourScreen
from tui.screens.start_screen import StartScreen
from tui.widgets.hint_strips import TOUR_END, TOUR_PLACES, TOUR_TREE, TourStop

NAMES = {label: name for key in all_keys() for name in key.keys.split(",")[:1] for label in key.label.split()}


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (200, 60)])
async def test_each_key_leads_to_the_next_stop(size):
    app = ExplorerApp(None, tour=True)
    async with running(app, size) as pilot:
        for stop in TOUR_PLACES:
            assert app.browser.location == stop.location
            shown = text(app)
            assert stop.name in shown
            assert stop.sentence.split()[0] in shown
            await pilot.press(NAMES[stop.key])
        await until(pilot, lambda: 11 in app.browser.what_if_traces)
        assert TOUR_END.split()[0] in text(app)
        assert app.browser.what_if_traces[11].value == 2


def test_the_keys_are_those_of_the_table():
    table = {key.action: key.label.split()[0] for key in all_keys()}
    assert [table[stop.action] for stop in TOUR_PLACES] == [stop.key for stop in TOUR_PLACES]
    assert [stop.name for stop in TOUR_PLACES] == [
        "the root",
        "entering a move",
        "a bound",
        "a cutoff",
        "a deep cutoff, and what if",
    ]


def test_what_the_sentences_say_is_so():
    trace = tracer.trace(TOUR_TREE)
    assert trace.columns.value[1] == 3, "the first move returned 3"
    assert [trace.label(child) for child in trace.children(5) if trace.columns.status[child] == 4] == ["b2", "b3"]
    assert trace.columns.value[5] == 2
    shallow, deep = find_cutoff_origin(trace, 5), find_cutoff_origin(trace, 11)
    assert (shallow.limit, shallow.is_deep) == (3, False)
    assert (deep.limit, deep.is_deep, deep.plies, deep.ancestor) == (3, True, 3, 0)


async def test_from_wherever_one_went_the_key_does_what_the_stop_says():
    app = ExplorerApp(None, tour=True)
    async with running(app) as pilot:
        await pilot.press("n", "end", "k", "o")
        assert app.browser.location == TOUR_PLACES[2].location


async def test_escape_ends_the_tour_and_leaves_its_tree():
    app = ExplorerApp(None, tour=True)
    async with running(app) as pilot:
        await pilot.press("n", "escape")
        await until(pilot, lambda: not app.screen.query(TourStop))
        before = app.browser.cursor.step
        await pilot.press("n")
        assert app.browser.cursor.step == before + 1
        await pilot.press("q")
        await until(pilot, lambda: app.return_code is not None)


async def test_the_tour_begins_on_the_first_screen_and_q_comes_back():
    app = ExplorerApp(None)
    async with running(app) as pilot:
        await pilot.press("down", "enter")
        assert isinstance(app.screen, TourScreen)
        assert isinstance(app.screen, Explorer)
        await pilot.press("q")
        assert isinstance(app.screen, StartScreen)


def test_after_the_last_stop_there_is_none():
    tour = TourStop()
    tour._stop_index = len(TOUR_PLACES)
    assert tour.current_stop is None
