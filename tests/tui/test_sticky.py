"""Rows that scrolled away and explain the selected one stay at the top of the tree."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from screens import recording, rows, running, shown
from strategies import AIMA

from tracer.recording.status import PRUNED
from tracer.time.moments import Phase
from tracer.why.causes import end_name, origin, source
from tui.model.browser import Browser
from tui.model.sticky import SHARE, pinned_rows, top_beside
from tui.widgets.tree_view import TreeView

TRACES = [recording(AIMA), recording("tictactoe"), recording("tictactoe", "minimax", max_nodes=3_000)]


@given(st.sampled_from(TRACES), st.floats(0, 1), st.integers(0, 400), st.integers(0, 60), st.data())
def test_what_is_pinned_has_scrolled_away_explains_and_hides_nothing_that_matters(trace, when, top, height, data):
    browser = Browser(trace)
    browser.time.go_to_step(round(when * browser.cursor.last))
    if data.draw(st.booleans()):
        browser.tree.expand_all()
    browser.select(data.draw(st.integers(0, len(trace) - 1)))
    # The selected row is in sight, as it is when the tree has scrolled to it.
    top = max(min(top, browser.row), browser.row - max(height - 1, 0), 0)
    top = top_beside(browser, top, height)
    pinned = pinned_rows(browser, top, height)
    assert pinned == sorted(set(pinned))
    assert len(pinned) <= height // SHARE
    assert all(row < top + len(pinned) for row in pinned)
    assert browser.row >= top + len(pinned) or not pinned
    assert not pinned or browser.row < top + height
    above = trace.ancestry(browser.selected)[:-1]
    cut = above[-1] if trace.columns.status[browser.selected] == PRUNED else browser.selected
    setting = source(trace, cut, end_name(trace, cut))
    bounds = [node for node in (setting.child, setting.ancestor) if node is not None]
    assert set(pinned) <= {browser.rows.row(node) for node in (*above, *bounds)}
    if browser.cursor.is_cut(cut) and browser.cursor.phase(browser.selected) is not Phase.AHEAD:
        for bound in bounds[: height // SHARE]:
            row = browser.rows.row(bound)
            assert row in pinned or row >= top + len(pinned)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 12)])
@pytest.mark.long
async def test_the_move_that_set_the_bound_is_on_the_screen_at_every_cutoff(size):
    app = shown()
    async with running(app, size) as pilot:
        await pilot.press("0", "e", "0")
        for _ in range(12):
            await pilot.press("x")
            await pilot.pause()
            browser = app.browser
            known = origin(browser.trace, browser.selected)
            assert known is not None
            view = app.screen.query_one(TreeView)
            seen = [look[0].node for look in view._looks]
            assert browser.selected in seen
            if known.child is not None:
                assert known.child in seen
            assert sum(row.startswith("❯") for row in rows(app)) == 1


async def test_a_click_on_a_pinned_row_selects_it_and_the_wheel_pins_others():
    app = shown()
    async with running(app, (80, 24)) as pilot:
        await pilot.press("0", "e", *"x" * 6)
        await pilot.pause()
        view = app.screen.query_one(TreeView)
        assert rows(app)[0].startswith("⇡")
        node = view._looks[0][0].node
        assert browser_row(app, node) < view.scroll_offset.y
        await pilot.click(TreeView, offset=(20, 0))
        assert app.browser.selected == node
        view.scroll_to(y=view.scroll_offset.y + 40, animate=False, immediate=True, force=True)
        await pilot.pause()
        assert rows(app)[0].startswith("⇡")
        view.scroll_to(y=0, animate=False, immediate=True, force=True)
        await pilot.pause()
        assert not any(row.startswith("⇡") for row in rows(app))


def browser_row(app, node: int) -> int:
    return int(app.browser.rows.row(node))
