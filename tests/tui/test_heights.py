"""Heights: everybody its least, the most important first, the tree never less than a third."""

from typing import cast

from hypothesis import given
from hypothesis import strategies as st

from tui.widgets.canvas import Panel
from tui.widgets.panes import MIN_PANEL_ROWS, REMEMBERED_MOMENTS, Panes, RowWish, rows_under_tree, share_rows

WISHES = st.lists(st.builds(RowWish, st.integers(1, 8), st.integers(1, 30)), min_size=1, max_size=5)


@given(st.integers(0, 80), WISHES)
def test_no_row_is_given_twice_and_none_is_kept_back(rows: int, wishes: list[RowWish]) -> None:
    heights = share_rows(rows, wishes)
    assert len(heights) == len(wishes)
    assert sum(heights) == (rows if any(heights) else 0)
    assert all(height == 0 or height >= MIN_PANEL_ROWS for height in heights)


@given(st.integers(0, 80), WISHES)
def test_nobody_gets_more_than_its_least_while_somebody_before_it_lacks_a_row(rows: int, wishes: list[RowWish]) -> None:
    heights = share_rows(rows, wishes)
    for place, (height, wish) in enumerate(zip(heights, wishes, strict=True)):
        if MIN_PANEL_ROWS <= height < wish.wanted_rows:
            after = list(zip(heights, wishes, strict=True))[place + 1 :]
            assert all(given_ <= min(later.min_rows, later.wanted_rows) for given_, later in after)


@given(st.integers(1, 100), st.integers(0, 60))
def test_the_tree_keeps_a_third_of_the_screen_and_three_rows(screen: int, wanted: int) -> None:
    rows = max(screen - (3 if screen < 16 else 4), 0)
    below = rows_under_tree(screen, rows, wanted)
    assert below <= wanted
    if below:
        tree = rows - below - 1  # a row has the names of its columns
        assert tree >= 3
        assert tree * 3 >= screen


class Wanting:
    """A panel that needs some rows."""

    id, rows = "stack", 0

    def rows_needed(self, _width: int) -> int:
        return self.rows


def test_a_panel_grows_at_once_and_shrinks_when_it_has_been_smaller_for_a_while() -> None:
    panes, panel = Panes(), Wanting()

    def rows_after(rows: int, width: int = 40) -> int:
        panel.rows = rows
        return max(panes._note_needed_rows(cast(Panel, panel), width))

    assert [rows_after(rows) for rows in (4, 12)] == [4, 12]
    assert {rows_after(5) for _ in range(REMEMBERED_MOMENTS - 1)} == {12}
    assert rows_after(5) == 5
    assert rows_after(3, width=50) == 3, "another width is begun anew"
