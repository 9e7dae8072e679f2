"""Rows that scrolled away and explain the selected one stay at the top of the tree."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from screens import recording, rows, running, shown
from strategies import AIMA, nested_lists

import tracer
from tracer.recording.status import PRUNED
from tracer.time.moments import Phase
from tracer.why.cutoff_causes import cutoff_end_name, find_cutoff_origin, find_end_origin
from tui.model.browser import Browser
from tui.widgets.tree_view import (
    MIN_PINNED_ROWS,
    PINNED_FRACTION,
    TreeView,
    first_row_with_bound,
    pinned_rows,
    rows_apart_from_parent,
)

TRACES = [
    recording(AIMA),
    recording("tictactoe"),
    recording("tictactoe", "minimax", max_nodes=3_000),
    recording("[[3,12,8],[2,4,6],[[[2,9],7],5]]"),
    recording("tictactoe", "deepening", max_nodes=900),
]


def placed(browser: Browser, data: st.DataObject, nodes: int) -> None:
    """Go to some step of a tree, folded, sorted and filtered somehow, and select one of its nodes."""
    browser.cursor.go_to_step(data.draw(st.integers(0, browser.cursor.last)))
    for action in data.draw(st.lists(st.sampled_from(["expand_all", "next_order", "toggle_pruned", "reroot"]))):
        getattr(browser.tree, action)()
        browser.select_row(data.draw(st.integers(0, len(browser.rows) - 1)))
        browser.tree.toggle()
    browser.select(data.draw(st.integers(0, nodes - 1)))


def seen_rows(browser: Browser, top: int, height: int) -> list[int]:
    pinned = pinned_rows(browser, top, height)
    return [*pinned, *range(top + len(pinned), min(top + height, len(browser.rows)))]


def stands_under(browser: Browser, seen: list[int]) -> list[tuple[int, int]]:
    """Rows with the row that a reader takes for their parent's or for one above it."""
    plies = [int(browser.trace.ply[browser.rows.node_in_row(row)]) for row in seen]
    nearest = [next((up for up in range(at - 1, -1, -1) if plies[up] < plies[at]), None) for at in range(len(seen))]
    return [(seen[at], seen[up]) for at, up in enumerate(nearest) if up is not None]


def is_parent(browser: Browser, above: int, row: int) -> bool:
    return int(browser.trace.columns.parent[browser.rows.node_in_row(row)]) == browser.rows.node_in_row(above)


@given(
    st.one_of(st.sampled_from(TRACES), nested_lists().filter(lambda tree: isinstance(tree, list)).map(tracer.trace)),
    st.integers(2, 26),
    st.data(),
)
def test_no_row_stands_under_one_that_it_is_not_below_at_any_scroll_position(trace, height, data):
    browser = Browser(trace)
    placed(browser, data, len(trace))
    last = max(len(browser.rows) - height, 0)
    for top in {*range(min(last, 12) + 1), last, data.draw(st.integers(0, last))}:
        seen = seen_rows(browser, top, height)
        assert seen == sorted(set(seen))
        assert len(seen) == min(height, len(browser.rows))
        for row, above in stands_under(browser, seen):
            assert browser.rows.node_in_row(above) in trace.ancestry(browser.rows.node_in_row(row))
        under = [row for row, above in stands_under(browser, seen) if not is_parent(browser, above, row)]
        assert rows_apart_from_parent(browser, seen) == under
        pinned = pinned_rows(browser, top, height)
        assert bool(pinned) == bool(top)
        if pinned:
            first = browser.rows.node_in_row(top + len(pinned))
            assert browser.rows.row_of(int(trace.columns.parent[first])) in seen


@given(st.sampled_from(TRACES), st.integers(0, 400), st.integers(0, 60), st.data())
def test_what_is_pinned_has_scrolled_away_explains_and_hides_nothing_that_matters(trace, top, height, data):
    browser = Browser(trace)
    placed(browser, data, len(trace))
    # The selected row is in sight, as it is when the tree has scrolled to it.
    top = max(
        min(top, browser.selected_row, max(len(browser.rows) - height, 0)), browser.selected_row - max(height - 1, 0), 0
    )
    top = first_row_with_bound(browser, top, height)
    pinned = pinned_rows(browser, top, height)
    assert pinned == sorted(set(pinned))
    assert len(pinned) <= max(height // PINNED_FRACTION, MIN_PINNED_ROWS)
    assert all(row < top + len(pinned) for row in pinned)
    assert height < 1 or top + len(pinned) <= browser.selected_row < top + height
    if not pinned or trace.columns.log is not None:
        return
    first = trace.ancestry(browser.rows.node_in_row(top + len(pinned)))[:-1]
    selected = browser.selected
    cut = int(trace.columns.parent[selected]) if trace.columns.status[selected] == PRUNED else selected
    setting = find_end_origin(trace, cut, cutoff_end_name(trace, cut))
    bounds = [node for node in (setting.child, setting.ancestor) if node is not None]
    assert set(pinned) <= {browser.rows.row_of(browser.rows.nearest_visible(node)) for node in (*first, *bounds)}
    if height > MIN_PINNED_ROWS and browser.cursor.is_cut(cut) and browser.cursor.phase(selected) is not Phase.AHEAD:
        for bound in bounds[:1]:
            row = browser.rows.row_of(browser.rows.nearest_visible(bound))
            assert row in pinned or row >= top + len(pinned)


async def test_a_branch_that_a_cutoff_skipped_stands_under_the_node_that_was_cut():
    app = shown("[[3,12,8],[2,4,6],[[[2,9],7],5]]")
    async with running(app, (80, 24)) as pilot:
        for _ in range(5):
            await pilot.press("x")
            await pilot.pause()
            view = app.screen.query_one(TreeView)
            seen = [app.browser.rows.row_of(look[0].node) for look in view._looks]
            for row, above in stands_under(app.browser, seen):
                assert above in app.browser.trace.ancestry(row)  # all is open: a node's row is its id


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 12)])
async def test_the_move_that_set_the_bound_is_on_the_screen_at_every_cutoff(size):
    app = shown()
    async with running(app, size) as pilot:
        await pilot.press("0", "e", "0")
        for _ in range(12):
            await pilot.press("x")
            await pilot.pause()
            browser = app.browser
            known = find_cutoff_origin(browser.trace, browser.selected)
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
    return int(app.browser.rows.row_of(node))
