"""The window of plies that are indented."""

from hypothesis import given
from hypothesis import strategies as st

from tui.model.tree_keys import IndentedPlies


def window(levels: int, gutter: int) -> IndentedPlies:
    sideways = IndentedPlies()
    sideways.ply_count, sideways.gutter_plies = levels, gutter
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
            sideways.shift_by_half(int(move), root, 5_050)
        else:
            sideways.bring_into_range(root + move, root, number)
            assert sideways.first_ply <= root + move <= sideways.last_ply(root)
        assert sideways.first_ply >= root


def test_a_tree_that_fits_is_never_moved():
    sideways = window(9, 2)
    for ply in (0, 9, 4):
        sideways.bring_into_range(ply, 0, ply)
        assert sideways.first_ply == 0
    assert not sideways.shift_by_half(1, 0, 9)
    assert not sideways.shift_by_half(-1, 0, 9)


def test_the_parent_of_the_followed_row_stays_in_sight():
    sideways = window(9, 2)
    sideways.bring_into_range(4_000, 0, "a")
    assert sideways.first_ply < 4_000
    while sideways.first_ply < 3_999:
        sideways.bring_into_range(sideways.last_ply(0) + 1, 0, sideways.first_ply)
    sideways.bring_into_range(sideways.first_ply, 0, "b")
    assert sideways.first_ply < 4_000


def test_by_hand_the_window_moves_away_and_stays_until_something_else_is_followed():
    sideways = window(9, 2)
    sideways.bring_into_range(0, 0, "a")
    assert sideways.shift_by_half(1, 0, 100)
    assert sideways.first_ply == 3
    sideways.bring_into_range(0, 0, "a")
    assert sideways.first_ply == 3
    sideways.bring_into_range(1, 0, "b")
    assert sideways.first_ply == 0


def test_by_hand_the_window_stops_where_the_deepest_ply_is_in_it():
    sideways = window(9, 2)
    while sideways.shift_by_half(1, 0, 100):
        pass
    assert sideways.last_ply(0) == 100
    while sideways.shift_by_half(-1, 0, 100):
        pass
    assert sideways.first_ply == 0


def test_a_new_first_row_takes_the_window_with_it():
    sideways = window(9, 2)
    sideways.bring_into_range(0, 0, "a")
    sideways.bring_into_range(30, 30, "b")
    assert sideways.first_ply == 30
    sideways.bring_into_range(2, 0, "c")
    assert sideways.first_ply <= 2


def test_a_window_that_has_grown_wide_enough_begins_at_the_root_again():
    window = IndentedPlies()
    window.ply_count = 1
    window.bring_into_range(8, 0, "narrow")
    assert window.first_ply > 0
    window.ply_count = 9
    window.bring_into_range(8, 0, "wide")
    assert window.first_ply == 0
