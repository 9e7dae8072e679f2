"""The window of plies that are indented."""

from hypothesis import given
from hypothesis import strategies as st

from tui.model.filters import Sideways


def window(levels: int, gutter: int) -> Sideways:
    sideways = Sideways()
    sideways.levels, sideways.gutter = levels, gutter
    return sideways


@given(
    levels=st.integers(2, 40),
    gutter=st.integers(0, 4),
    root=st.integers(0, 50),
    moves=st.lists(st.integers(0, 5_000) | st.sampled_from([-1, 1]).map(str), max_size=30),
)
def test_what_is_selected_is_indented_and_the_window_never_begins_above_the_first_row(levels, gutter, root, moves):
    sideways = window(levels, min(gutter, levels - 1))
    for number, move in enumerate(moves):
        if isinstance(move, str):
            sideways.shift(int(move), root, 5_050)
        else:
            sideways.follow(root + move, root, number)
            assert sideways.first <= root + move <= sideways.last(root)
        assert sideways.first >= root


def test_a_tree_that_fits_is_never_moved():
    sideways = window(9, 2)
    for ply in (0, 9, 4):
        sideways.follow(ply, 0, ply)
        assert sideways.first == 0
    assert not sideways.shift(1, 0, 9)
    assert not sideways.shift(-1, 0, 9)


def test_the_parent_of_the_followed_row_stays_in_sight():
    sideways = window(9, 2)
    sideways.follow(4_000, 0, "a")
    assert sideways.first < 4_000
    while sideways.first < 3_999:
        sideways.follow(sideways.last(0) + 1, 0, sideways.first)
    sideways.follow(sideways.first, 0, "b")
    assert sideways.first < 4_000


def test_by_hand_the_window_moves_away_and_stays_until_something_else_is_followed():
    sideways = window(9, 2)
    sideways.follow(0, 0, "a")
    assert sideways.shift(1, 0, 100)
    assert sideways.first == 3
    sideways.follow(0, 0, "a")
    assert sideways.first == 3
    sideways.follow(1, 0, "b")
    assert sideways.first == 0


def test_by_hand_the_window_stops_where_the_deepest_ply_is_in_it():
    sideways = window(9, 2)
    while sideways.shift(1, 0, 100):
        pass
    assert sideways.last(0) == 100
    while sideways.shift(-1, 0, 100):
        pass
    assert sideways.first == 0


def test_a_new_first_row_takes_the_window_with_it():
    sideways = window(9, 2)
    sideways.follow(0, 0, "a")
    sideways.follow(30, 30, "b")
    assert sideways.first == 30
    sideways.follow(2, 0, "c")
    assert sideways.first <= 2


def test_a_window_that_has_grown_wide_enough_begins_at_the_root_again():
    window = Sideways()
    window.levels = 1
    window.follow(8, 0, "narrow")
    assert window.first > 0
    window.levels = 9
    window.follow(8, 0, "wide")
    assert window.first == 0
