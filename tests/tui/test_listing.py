"""The list of what was kept: bookmarks and conditions, to go there or to remove them."""

from __future__ import annotations

from screens import HOSTILE, notice, running, shown, text
from strategies import AIMA

from tui.model.history import Place
from tui.screens.explorer import Explorer
from tui.screens.listing import Listing


async def test_an_empty_list_does_not_open_and_says_what_fills_it():
    app = shown(AIMA)
    async with running(app) as pilot:
        await pilot.press("apostrophe")
        assert isinstance(app.screen, Explorer)
        assert notice(app) == "nothing is kept yet: * keeps this place, / sets a condition"


async def test_bookmarks_stand_by_step_and_conditions_after_them():
    app = shown(AIMA)
    async with running(app) as pilot:
        for name, step in (("late", 20), ("early", 3)):
            app.browser.go_to(Place(step, 1))
            app.browser.places.keep(name, "")
        app.browser.stops.add("cutoff")
        await pilot.press("apostrophe")
        shown_ = text(app)
        assert shown_.index("early  step 3") < shown_.index("late  step 20") < shown_.index("stop where cutoff")
        await pilot.press("down", "enter")
        assert app.browser.place == Place(20, 1)
        assert isinstance(app.screen, Explorer)


async def test_a_condition_leads_to_its_own_next_hit_and_back():
    app = shown(AIMA)
    async with running(app) as pilot:
        app.browser.stops.add("node == 2")
        app.browser.stops.add("cutoff")
        await pilot.press("apostrophe", "down", "enter")
        assert app.browser.cursor.step == 12
        assert app.browser.selected == 5
        await pilot.press("H")
        assert app.browser.cursor.step == 23


async def test_d_removes_what_is_highlighted_and_the_last_one_closes_the_list():
    app = shown(AIMA)
    async with running(app) as pilot:
        app.browser.stops.add("node == 2")
        app.browser.places.keep("here", "")
        await pilot.press("0")
        assert "•" in text(app).splitlines()[1]
        await pilot.press("apostrophe", "down", "d")
        assert app.browser.stops.conditions == []
        assert isinstance(app.screen, Listing)
        await pilot.press("up", "delete")
        assert app.browser.places.bookmarks == ()
        assert isinstance(app.screen, Explorer)
        await pilot.pause()
        assert "•" not in text(app).splitlines()[1]


async def test_it_closes_without_going_anywhere():
    app = shown(AIMA)
    async with running(app) as pilot:
        app.browser.places.keep("here", "")
        app.browser.go_to(Place(5, 2))
        for key in ("escape", "q", "apostrophe"):
            await pilot.press("apostrophe")
            assert isinstance(app.screen, Listing)
            await pilot.press(key)
            assert isinstance(app.screen, Explorer)
        assert app.browser.place == Place(5, 2)


async def test_names_and_notes_are_data():
    app = shown(AIMA)
    async with running(app, (100, 30)) as pilot:
        for number, label in enumerate(HOSTILE):
            app.browser.go_to(Place(number, 0))
            app.browser.places.keep(label, label)
        app.browser.stops.add('move == "[/]"')
        await pilot.press("apostrophe")
        assert "[@click=app.quit]x[/]  step 0  [@click=app.quit]x[/]" in text(app)
        assert "a␛]0;b␇c  step 2" in text(app)
        assert 'stop where move == "[/]"' in text(app)
        assert not {"\x1b", "\x07", "\u202e"} & set(text(app))
        await pilot.press("down", "enter")
        assert app.browser.cursor.step == 1
