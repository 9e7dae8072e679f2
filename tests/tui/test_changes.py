"""Only what looks otherwise is painted anew, and that is all of it."""

from hypothesis import given
from hypothesis import strategies as st
from screens import running, shown, text

from tui.widgets.canvas import changed_regions
from tui.widgets.tree_view import TreeView

LOOKS = st.lists(st.sampled_from("abc"), max_size=12)


@given(before=LOOKS, now=LOOKS)
def test_the_regions_cover_the_lines_that_differ_and_no_others(before, now):
    found = [y for region in changed_regions(before, now, 7) for y in range(region.y, region.bottom)]
    padded = [[*looks, *[None] * (12 - len(looks))] for looks in (before, now)]
    assert found == [y for y in range(12) if padded[0][y] != padded[1][y]]
    assert all((region.x, region.width) == (0, 7) for region in changed_regions(before, now, 7))


async def test_after_many_keys_the_screen_is_as_if_it_were_painted_anew():
    app = shown("tictactoe", max_nodes=900)
    async with running(app, (120, 40)) as pilot:
        keys = "x n n down down b X e j j m O p enter c 2 o u K J y i end 0 right_curly_bracket P A R U"
        for key in keys.split():
            await pilot.press(key)
            await pilot.pause()
            before = text(app)
            for widget in app.screen.query("*"):
                widget.refresh()
            await pilot.pause()
            assert text(app) == before, key


async def test_where_rows_go_the_tree_has_no_empty_rows_below_it_while_there_are_more_above():
    app = shown("tictactoe", max_nodes=900)
    async with running(app, (80, 24)) as pilot:
        await pilot.press("2", "G")
        view = app.screen.query_one(TreeView)
        for key in ("1", "c", "2", "end", "2", "G", "K", "enter"):
            await pilot.press(key)
            await pilot.pause()
            rows = len(app.browser.rows)
            assert view.scroll_offset.y <= max(rows - view.size.height, 0), key
