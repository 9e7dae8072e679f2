"""The prompts: what they answer while one types, what completes, what enter takes, and what it does then."""

import json

from screens import HOSTILE, answer, ask, fill, notice, running, shown, text
from strategies import AIMA
from textual.geometry import Size
from textual.widgets import Input

from tracer.condition.vocabulary import NAMES
from tui.screens.explorer import Explorer
from tui.screens.prompt import MAX_COMPLETIONS_SHOWN, Prompt


def line(app) -> Input:
    return app.screen.query_one(Input)


async def test_where_a_text_leads_is_said_while_it_is_typed():
    app = shown()
    async with running(app) as pilot:
        await pilot.press("colon")
        assert "a step" in answer(app)
        assert "a1  b1  c1  a2  b2  c2  a3  b3  c3" in answer(app)
        for typed, said in (
            ("12", "step 12"),
            ("-23", "step 43,500"),
            ("#77", "node 77: a1/b1/c1"),
            ("b", "b1  b2  b3"),
            ("b2", "node 9,404: b2"),
            ("b2/", "a1  b1  c1  a2  c2  a3  b3  c3"),
            ("b2/x", "no move 'x' at b2; there are: a1"),
            ("99999", "there is no step 99,999: the last is 43,523"),
        ):
            await fill(pilot, typed)
            assert said in answer(app), typed
        await pilot.press("escape")
        assert isinstance(app.screen, Explorer)
        assert app.browser.cursor.step == 43_523


async def test_tab_completes_a_path_move_by_move():
    app = shown()
    async with running(app) as pilot:
        await pilot.press("colon", "b", "2", "slash", "tab")
        assert line(app).value == "b2/a1"
        await pilot.press("slash", "c", "tab", "enter")
        assert app.browser.trace.node(app.browser.selected).path == ("b2", "a1", "c1")
        await pilot.press("colon", "x", "tab")
        assert line(app).value == "x"
        assert isinstance(app.screen, Prompt)


async def test_a_step_moves_time_a_node_and_a_path_move_the_selection_and_all_can_be_undone():
    app = shown()
    async with running(app) as pilot:
        for typed, place in (("500", (500, 258)), ("#77", (500, 77)), ("+10", (510, None)), ("/b2", (510, 9_404))):
            await ask(pilot, "colon", typed)
            assert app.browser.cursor.step == place[0]
            assert place[1] is None or app.browser.selected == place[1] or typed == "500"
        await pilot.press("H", "H", "H")
        assert app.browser.cursor.step == 500
        await pilot.press("H")
        assert app.browser.cursor.step == 43_523


async def test_a_condition_is_judged_while_it_is_typed_and_names_are_completed():
    app = shown()
    async with running(app) as pilot:
        await pilot.press("slash")
        assert all(name in answer(app) for name in list(NAMES)[:MAX_COMPLETIONS_SHOWN])
        for typed, said in (
            ("cutoff and ply == 3", " hits"),
            ("node == 4", "1 hit"),
            ("ply == 99", "0 hits"),
            ("cutoff and ply ==", "column"),
            ("1 +", "column"),
            ("depht > 3", "no name 'depht'"),
            ('move == "[/]"', "0 hits"),
        ):
            await fill(pilot, typed)
            assert said in answer(app), typed
        await fill(pilot, "cutoff and al")
        assert answer(app) == "alpha"
        await pilot.press("tab")
        assert line(app).value == "cutoff and alpha"
        await fill(pilot, "alpha / be")
        assert answer(app) == "beta"


async def test_a_wrong_condition_is_answered_in_place_and_a_right_one_is_run_to():
    app = shown()
    async with running(app) as pilot:
        await pilot.press("0", "slash", *"cut", "enter")
        assert isinstance(app.screen, Prompt)
        await pilot.press("tab", "enter")
        assert app.browser.finder.text == "cutoff"
        assert app.browser.stops.breakpoints == []
        assert app.browser.cursor.step == app.browser.finder.hits[0].step
        assert app.browser.trace.node(app.browser.selected).cutoff
        await pilot.press("H")
        assert app.browser.cursor.step == 0


async def test_a_move_and_a_path_of_moves_are_found_and_completed():
    app = shown()
    async with running(app) as pilot:
        await pilot.press("0", "slash")
        for typed, said in (
            ("b2", " hits"),
            ("b2/a1", " hits"),
            ("/b2/a1", "1 hit"),
            ("b", "b1  b2  b3"),
            ("/z9", "z9"),
        ):
            await fill(pilot, typed)
            assert said in answer(app), typed
        await fill(pilot, "/b2/a1")
        await pilot.press("enter")
        assert app.browser.trace.node(app.browser.selected).path == ("b2", "a1")
        assert notice(app) == "hit 1 of 1"


async def test_nothing_typed_goes_to_the_next_hit_of_what_was_looked_for_last():
    app = shown(AIMA)
    async with running(app) as pilot:
        await pilot.press("slash", "enter")
        assert isinstance(app.screen, Prompt)
        await pilot.press("escape")
        await ask(pilot, "slash", "cutoff")
        assert notice(app) == "hit 1 of 2, from the start again"
        await pilot.press("slash")
        assert "cutoff: 2 hits" in answer(app)
        await pilot.press("enter")
        assert notice(app) == "hit 2 of 2"
        assert app.browser.cursor.step == 22


async def test_a_breakpoint_is_set_and_changes_are_those_of_the_selected_node():
    app = shown(AIMA)
    async with running(app) as pilot:
        await pilot.press("0", "semicolon")
        assert "window changes" in answer(app)
        await fill(pilot, "best ch")
        await pilot.press("tab")
        assert line(app).value == "best changes"
        assert "1 hit" in answer(app)
        await pilot.press("enter")
        assert notice(app) == "1 hit; ) runs to them, and playing stops there"
        assert app.browser.location == (0, 0)
        await pilot.press("right_parenthesis")
        assert notice(app) == "stopped at best changes at #0 (hit 1 of 1)"
        assert app.browser.cursor.step == 9


async def test_a_bookmark_needs_a_name():
    app = shown(AIMA)
    async with running(app) as pilot:
        await pilot.press("asterisk", "enter", "colon", "n", "enter")
        assert isinstance(app.screen, Prompt)
        assert app.screen.query_one("#answer").has_class("wrong")
        await pilot.press("escape")
        assert app.browser.places.bookmarks == ()


async def test_more_completions_than_can_be_listed_are_counted():
    app = shown([[number] for number in range(100)])
    async with running(app) as pilot:
        await pilot.press("colon")
        assert f"… and {100 - MAX_COMPLETIONS_SHOWN} more" in answer(app)


async def test_labels_are_shown_and_completed_as_they_are_and_nothing_acts():
    app = shown(json.dumps({"children": {label: {"value": 1} for label in HOSTILE}}))
    async with running(app) as pilot:
        await pilot.press("colon")
        assert "[@click=app.quit]x[/]" in text(app)
        assert not {"\x1b", "\x07", "\u202e"} & set(text(app))
        for typed in ("[/]", "[b]", "[@click=app.quit]x[/]", "\x1b[2J", "\u202e"):
            await fill(pilot, typed)
            assert not {"\x1b", "\x07", "\u202e"} & set(text(app) + line(app).value)
        await fill(pilot, "[b]")
        await pilot.press("tab", "enter")
        assert app.browser.trace.label(app.browser.selected) == "[b]bold"


async def test_every_dialog_survives_every_size_and_needs_no_colour(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    app = shown(AIMA)
    dialogs = {
        "colon": "Go to",
        "slash": "Find",
        "semicolon": "Stop where",
        "asterisk": "Bookmark",
        "question_mark": "Keys and signs",
    }
    dialogs |= {"ctrl+n": "Explore", "ctrl+e": "Write the tree"}
    async with running(app, (10, 4)) as pilot:
        assert app.no_color
        app.browser.stops.add_breakpoint("cutoff")
        for key, title in dialogs.items():
            await pilot.press(key)
            assert not isinstance(app.screen, Explorer)
            assert str(app.screen.children[0].border_title).startswith(title)
            await pilot.press("escape")
            assert isinstance(app.screen, Explorer)
        await pilot.press("question_mark")
        await pilot.resize_terminal(300, 80)
        assert "Keys and signs" in text(app)
        await pilot.press("escape", "colon")
        assert "Go to" in text(app)
        await pilot.press("escape")
        await pilot.press("ctrl+n")
        await pilot.resize_terminal(20, 8)
        assert app.screen.size == Size(20, 8)


async def test_five_thousand_plies_are_gone_to_and_completed():
    app = shown("[" * 5000 + "3" + "]" * 5000, "minimax")
    async with running(app) as pilot:
        await ask(pilot, "colon", "#5000")
        assert app.browser.selected == 5_000
        await pilot.press("colon")
        await fill(pilot, "/".join("1" * 1_900))
        assert "node 1,900" in answer(app)
        await pilot.press("slash", "tab", "enter")
        assert app.browser.selected == 1_901
