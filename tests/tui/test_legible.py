"""What stands on the screen can be read in every theme, on every ground."""

import pytest
from rich.style import Style
from screens import running, shown
from strategies import AIMA
from textual.color import Color

from tui.app import ExplorerApp
from tui.screens import trace_screen as themes
from tui.widgets import canvas as panel
from tui.widgets import canvas as rules
from tui.widgets import lists_pane, tree_view
from tui.widgets.canvas import Panel, contrast_ratio, make_legible
from tui.widgets.lists_pane import ListsPane
from tui.widgets.tree_pane import PictureView
from tui.widgets.tree_view import TreeView

OWN = (themes.DARK_THEME.name, themes.LIGHT_THEME.name, "textual-dark")
"""What `^t` offers."""
GROUNDS = {"selected", "pinned", "hand", "edge"}
"""Styles that are no text but what lies under it."""


def styles(app: ExplorerApp) -> dict[tuple[str, str], Style]:
    """The styles of rows, picture, lists and panels as they are painted, by name and ground."""
    screen = app.screen
    tree, lists = screen.query_one(TreeView), screen.query_one(ListsPane)
    picture, panels = screen.query_one(PictureView), [one for one in screen.query("Panel") if isinstance(one, Panel)]
    found = {
        (f"row {name}", on): tree.style_of(name, on) for name in tree_view.STYLES for on in ("", "selected", "pinned")
    }
    found |= {
        (f"picture {name}", on): picture.style_of(name, on) for name in tree_view.STYLES for on in ("", "selected")
    }
    found |= {(f"list {name}", on): lists.style_of(name, on) for name in lists_pane.STYLES for on in ("", "hand")}
    return found | {(f"{one.id} {name}", ""): one.style_of(name) for one in panels for name in panel.STYLES}


def ratio(style: Style) -> float:
    assert style.color is not None
    assert style.bgcolor is not None
    return contrast_ratio(Color.from_rich_color(style.color), Color.from_rich_color(style.bgcolor))


@pytest.mark.parametrize("theme", [*OWN, "textual-light", "gruvbox", "solarized-light"])
async def test_every_text_has_the_contrast_that_reading_takes(theme):
    app = shown(AIMA)
    async with running(app, (120, 40)) as pilot:
        app.theme = theme
        await pilot.press("T", "grave_accent")
        await pilot.pause()
        found = styles(app)
        assert len(found) > 100
        poor = {}
        for (name, on), style in found.items():
            last = name.split()[-1]
            least = rules.MIN_FAINT_CONTRAST if last in rules.FAINT_STYLES else rules.MIN_CONTRAST
            if last not in GROUNDS | rules.NON_TEXT_STYLES and ratio(style) < least:
                poor[name, on] = ratio(style)
        assert poor == {}


@pytest.mark.parametrize("theme", OWN)
@pytest.mark.parametrize("keys", [("0", "x"), ("T",), ("T", "T"), ("grave_accent",)])
async def test_no_text_that_is_painted_is_lost_on_its_ground(theme, keys):
    app = shown(AIMA)
    app._first._has_explained_signs = False  # type: ignore[attr-defined]
    async with running(app, (120, 40)) as pilot:
        app.theme = theme
        await pilot.press(*keys)
        await pilot.pause()
        for strip in app.screen._compositor.render_strips():
            for text, style, _ in strip:
                if style is not None and any(sign.isalnum() for sign in text):
                    assert ratio(style) >= rules.MIN_FAINT_CONTRAST, (text, style)


def test_a_colour_that_can_be_read_stays_and_others_move_no_further_than_they_must():
    red = Style.parse("#aa0000 on #ffffff")
    assert make_legible(red, "cut", red) == red
    pale = Style.parse("bold #ff9999 on #ffffff")
    found = make_legible(pale, "cut", pale)
    assert found.bold
    assert rules.MIN_CONTRAST <= ratio(found) < rules.MIN_CONTRAST + 1
    assert rules.MIN_FAINT_CONTRAST <= ratio(make_legible(pale, "ahead", pale)) < rules.MIN_FAINT_CONTRAST + 1
    assert make_legible(pale, "guide", pale) == pale


async def test_the_key_changes_between_dark_and_light_and_comes_back_to_the_theme_before():
    app = shown(AIMA)
    async with running(app) as pilot:
        app.theme = "gruvbox"
        for theme in (themes.LIGHT_THEME.name, "gruvbox", themes.LIGHT_THEME.name):
            await pilot.press("ctrl+t")
            assert app.theme == theme
