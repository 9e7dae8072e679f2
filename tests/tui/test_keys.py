"""The table of keys is the only place where keys are."""

import re
from operator import attrgetter

import pytest
from screens import recording, running, shown, text, until
from strategies import AIMA
from textual.binding import Binding

import tracer
from tui.model.browser import Browser
from tui.model.browser_pair import BrowserPair
from tui.model.keys import COLUMNS, all_keys, footer_keys, footer_keys_side_by_side
from tui.model.row_layout import Layout
from tui.screens.explorer import Explorer
from tui.screens.help import Help, collect_help_groups, filter_groups
from tui.screens.trace_screen import ACTION_OWNERS, keys_and_actions, make_bindings
from tui.widgets.hint_strips import Footer


def test_no_key_does_two_things():
    keys = [name for key in all_keys() for name in key.keys.split(",")]
    assert len(keys) == len(set(keys))


def test_what_an_action_says_is_a_method_of_an_attribute_whose_class_has_a_file_of_its_name():
    screen = Explorer(Browser(tracer.trace("tictactoe", max_nodes=9)), "")
    for key in all_keys():
        owner, _, method = key.action.rpartition(".")
        if owner:
            of_screen = owner in ACTION_OWNERS
            holder = BrowserPair if owner == "pair" else type(getattr(screen if of_screen else screen.browser, owner))
            room = "screens" if of_screen and owner != "pair" else "model"
            name = re.sub(r"(?<!^)(?=[A-Z])", "_", holder.__name__).lower()
            assert holder.__module__ == f"tui.{room}.{name}"
            assert method in vars(holder), key.action
            assert callable(getattr(holder, method)), key.action
        else:
            assert callable(getattr(Explorer, f"action_{method.partition('(')[0]}")), key.action


def test_every_action_is_found_from_a_screen():
    screen = Explorer(Browser(tracer.trace("tictactoe", max_nodes=9)), "")
    for key in all_keys():
        owner = key.action.partition(".")[0]
        if "." in key.action and owner != "pair":
            assert callable(attrgetter(key.action)(screen if owner in ACTION_OWNERS else screen.browser))
            assert all(action.startswith(f"do('{key.action}'") for _, action in keys_and_actions(key))


def test_every_key_is_bound_and_in_the_help():
    bound = [binding.key for binding in make_bindings(footer_keys()) if isinstance(binding, Binding)]
    assert sorted(bound) == sorted(names for key in all_keys() for names, _ in keys_and_actions(key))
    for key in all_keys():
        assert any((key.label, key.help) in pairs for pairs in collect_help_groups().values())


async def test_the_help_begins_with_the_first_keys_then_the_signs_and_has_every_line():
    app = shown(AIMA)
    async with running(app, (120, 300)) as pilot:
        await pilot.press("question_mark")
        lines = text(app).splitlines()
        found = [next(y for y, line in enumerate(lines) if title in line) for title in collect_help_groups()]
        assert found == sorted(found)
        assert list(collect_help_groups())[:3] == ["First keys", "Signs", "Columns"]
        for sign, meaning in (pair for pairs in collect_help_groups().values() for pair in pairs):
            assert any(sign in line and " ".join(meaning.split()[:5]) in line for line in lines), sign


def test_every_column_of_the_tree_is_explained():
    view = Browser(recording("tictactoe"))
    assert set(Layout.fit_to_width(view.trace, 160).format_title(160).split()) - {"node"} == {
        name for name, _ in COLUMNS
    }


@pytest.mark.parametrize("shown", [footer_keys(), footer_keys_side_by_side()], ids=["one search", "two"])
def test_the_footer_fits_eighty_columns(shown):
    there = [key for key in shown if key.label != "/"]
    assert sum(len(key.label.split()[0]) + len(key.footer) + 2 for key in there) <= 80


@pytest.mark.parametrize("width", [30, 40, 60, 80, 120])
@pytest.mark.parametrize("opened", [(), ("grave_accent",)])
async def test_the_row_of_keys_ends_at_a_whole_key_and_has_help_and_the_way_out(width, opened):
    app = shown(AIMA)
    async with running(app, (width, 12)) as pilot:
        await pilot.press(*opened)
        await pilot.pause()
        row = text(app).splitlines()[-1]
        assert row.endswith("? help q quit")
        assert row == " ".join(f"{key.label} {key.word}" for key in app.screen.query_one(Footer).keys)
        if not opened and width >= 40:
            assert row.startswith("n step x cutoff w why")


async def test_a_click_on_a_key_presses_it():
    app = shown(AIMA)
    async with running(app) as pilot:
        await pilot.press("0")
        await pilot.click(Footer, offset=(2, 0))
        await pilot.pause()
        assert app.browser.cursor.step == 1


async def test_what_leaves_a_screen_that_lies_on_another_is_called_back_and_a_search_after_all_is_seen_from_its_begin():
    app = shown(AIMA)
    async with running(app) as pilot:
        await pilot.press("down", "W")
        await until(pilot, lambda: app.browser.what_if_traces)
        assert text(app).splitlines()[-1].endswith("? help q quit")
        await pilot.press("W")
        await until(pilot, lambda: len(app.screen_stack) == 2 and app.screen.query(Footer))
        await pilot.pause()
        assert app.browser.cursor.step == 0
        assert text(app).splitlines()[-1].endswith("? help q back")


async def test_help_is_searched_by_words_of_a_line_or_what_else_people_call_it():
    app = shown(AIMA)
    async with running(app) as pilot:
        await pilot.press("question_mark", "slash", *"whole", "space", *"as")
        await pilot.pause()
        assert "no key and no sign has these words" in text(app)
        await pilot.press("escape")
        assert isinstance(app.screen, Help)
        await pilot.press("slash", *"transposition")
        await pilot.pause()
        lines = [line.strip("│❯◆ ▶") for line in text(app).splitlines()]
        assert any(line.startswith("s  ") for line in lines)
        assert not any(line.startswith("x  ") for line in lines)
        assert not any(line.startswith("First keys") for line in lines)
        await pilot.press("enter", "q")
        assert not isinstance(app.screen, Help)
    assert set(filter_groups(collect_help_groups(), "diff compare filter")) == {"Two searches side by side"}
