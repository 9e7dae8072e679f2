"""The tree as a picture: what is where, what is left out, and the keys in it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from strategies import AIMA, cases

import tracer
from tracer.recording.status import PRUNED
from tracer.time.landmarks import window_ends
from tui.model.browser import Browser
from tui.model.picture_layout import Block as BlockSpot
from tui.model.tree_picture import HEAVY, ITEM_LIMITS, LIGHT, DrawingSheet, Picture
from tui.model.tree_sketch import ItemType, TreeSketch

SIZES = ((80, 11), (68, 30), (118, 50), (40, 8), (30, 5), (12, 2))


def opened(spec: object = AIMA, step: int | None = None, search: str = "alphabeta") -> Browser:
    view = Browser(tracer.trace(spec, search))
    if step is not None:
        view.time.go_to_step(step)
    return view


def drawn(view: Browser, size: tuple[int, int] = (80, 11)) -> tuple[Picture, list[str]]:
    picture = Picture(view)
    picture.pane_size = size
    return picture, lines(picture)


def lines(picture: Picture) -> list[str]:
    return ["".join(text for text, _ in row).rstrip() for row in picture.draw_rows()]


def spot_of(picture: Picture, node: int, kind: ItemType = ItemType.NODE) -> BlockSpot:
    return next(spot for spot in picture.spots if spot.item.node == node and spot.item.item_type is kind)


def test_the_textbook_tree_at_its_cutoff_reads_as_in_the_textbook():
    picture, text = drawn(opened(step=12))
    assert text == [
        "                                       ▲ …3",
        "                                   α −∞→3  β ∞",
        "             ┏━━━━━━━━━━━━━━━━━━━━━━━━━━╃───────────────────────────┐",
        "             ┃                          │                           │",
        "             a1                        ❯a2                          a3",
        "            ▼ =3                      ▼ …2 ✂                        ·",
        "             ┃                      α 3  β ∞→2                      │",
        "   ┏━━━━━━━━━╃────────┐        ┌────────┼╌╌╌╌╌╌╌╌┐         ┌────────┼────────┐",
        "   ┃         │        │        │        ✗        ✗         │        │        │",
        "   b1        b2       b3       b1       b2       b3        b1       b2       b3",
        "  ■ 3       ■ 12     ■ 8      ■ 2      ◆4        6         ·        ·        ·",
    ]
    assert picture.title == "all 13 nodes"


def test_old_ends_of_a_window_are_struck_out_and_an_arrow_leads_to_the_new_one():
    view = opened([[[5, 1], [6, 2], [7, 3], [8, 4]]], 0, "alphabeta")
    view.time.go_to_step(view.trace.steps - 3)
    picture = Picture(view)
    picture.pane_size = (80, 20)
    spans = [span for row in picture.draw_rows() for span in row]
    assert [text for text, style in spans if style.startswith("old")] == ["∞"]
    assert window_ends(view.trace, 1, view.cursor.step) == ([-np.inf], [np.inf, 5.0])
    view = opened([1, 2, 3, 4, 5], 10)
    assert window_ends(view.trace, 0, view.cursor.step) == ([-np.inf, 1.0, 2.0, 3.0, 4.0], [np.inf])
    assert "α −∞→…→3→4  β ∞" in "\n".join(drawn(view)[1])


def test_a_search_without_windows_has_no_alpha_and_no_row_for_it():
    text = drawn(opened(step=12, search="minimax"))[1]
    assert "α" not in "".join(text)
    assert text[4].split() == ["a1", "a2", "a3"]


def test_a_tree_that_is_too_high_for_the_pane_lies_on_its_side():
    picture, text = drawn(opened(step=12), (80, 8))
    assert not picture.is_upright
    assert text == [
        "                                                       ┏━━━ b1 ■ 3",
        "                            ┏━━━ a1 ▼ =3 ━━━━━━━━━━━━━━╃─── b2 ■ 12",
        "                            ┃                          └─── b3 ■ 8",
        "          ▲ …3 α −∞→3  β ∞ ━╃─❯─ a2 ▼ …2 ✂ α 3  β ∞→2 ─┬─── b1 ■ 2",
        "                            │                          └╌╌◆ ✗ ×2 branches",
        "                            │                          ┌─── b1 ·",
        "                            └─── a3 · ─────────────────┼─── b2 ·",
        "                                                       └─── b3 ·",
    ]


def keeps_the_laws(view: Browser, picture: Picture) -> None:
    columns, rows = picture.pane_size
    text = picture.draw_rows()
    assert len(text) == rows
    assert all(cell_len("".join(piece for piece, _ in row)) == columns for row in text)
    # Whatever is not there is counted.
    assert sum(spot.item.node_count for spot in picture.spots) == view.rows.count_below(view.rows.root) + 1
    nodes = [spot.item.node for spot in picture.spots if spot.item.item_type is ItemType.NODE]
    assert len(set(nodes)) == len(nodes)
    assert all(view.rows.nearest_visible(node) == node for node in nodes)
    cells = [(x, y) for spot in picture.spots for x in range(spot.x, spot.x + spot.width) for y in span(spot)]
    assert len(set(cells)) == len(cells)
    hang_from_the_middle(picture)
    chosen = picture.spots[picture._selected_index]
    assert 0 <= chosen.y < rows
    assert -chosen.width < chosen.x < columns


def span(spot: BlockSpot) -> range:
    return range(spot.y, spot.y + spot.height)


def hang_from_the_middle(picture: Picture) -> None:
    for place, spot in enumerate(picture.spots):
        below = [other for other in picture.spots if other.item.parent == place]
        if below:
            stems = [other.edge_position for other in below]
            assert stems == sorted(stems)
            begins = {other.y if picture.is_upright else other.x for other in below}
            ends_at = spot.y + spot.height if picture.is_upright else spot.x + spot.width
            assert len(begins) == 1
            assert begins.pop() > ends_at
            inside = stems[0] <= spot.edge_position <= stems[-1]
            assert inside or len(below) == 1 or spot.width > stems[-1] - stems[0]


@given(case=cases(), data=st.data())
def test_no_blocks_overlap_and_whatever_is_not_there_is_counted(case, data):
    view = Browser(tracer.trace(case.game, "alphabeta", position=case.position))
    picture = Picture(view)
    keys = ("go_up", "go_down", "go_left", "go_right", "toggle")
    others = ("next_order", "expand_all", "toggle_pruned", "reroot", "unroot", "collapse_siblings", "show_all")
    for _ in range(data.draw(st.integers(1, 6))):
        picture.pane_size = data.draw(st.sampled_from(SIZES))
        view.cursor.go_to_step(data.draw(st.integers(0, view.cursor.last)))
        view.select(data.draw(st.integers(0, len(view.trace) - 1)))
        for key in data.draw(st.lists(st.sampled_from((*keys, *others)), max_size=4)):
            picture.draw_rows()
            before = (view.selected, set(picture.opened_nodes), len(view.rows))
            notice = getattr(picture, key)() if key in keys else getattr(view.tree, key)()
            if key in keys:
                assert bool(notice) == ((view.selected, set(picture.opened_nodes), len(view.rows)) == before)
        keeps_the_laws(view, picture)


@given(case=cases(), data=st.data())
def test_kin_are_those_that_a_walk_finds(case, data):
    view = Browser(tracer.trace(case.game, "alphabeta", position=case.position))
    for key in data.draw(st.lists(st.sampled_from(("next_order", "toggle_pruned", "toggle_cutoffs")), max_size=3)):
        getattr(view.tree, key)()
    view.rows.expand_all(0)
    shown, parent, kin = view.rows.visible_nodes.tolist(), view.trace.columns.parent.tolist(), view.rows.relatives
    for node in data.draw(st.lists(st.sampled_from(shown), min_size=1, max_size=20)):
        below = [other for other in shown if parent[other] == node]
        assert kin.first_child(node) == (below[0] if below else None)
        for before, after in zip([None, *below], [*below, None], strict=True):
            if after is not None:
                assert kin.previous_sibling(after) == before
            if before is not None:
                assert kin.next_sibling(before) == after
        sizes = [sum(node in view.trace.ancestry(other) for other in shown) for node in below]
        for place, child in enumerate(below):
            assert kin.count_shown(child) == sizes[place]
            assert kin.count_before(child) == sum(sizes[:place])
            assert kin.count_after(child) == sum(sizes[place + 1 :])


def test_several_pruned_branches_are_one_chip_that_opens_and_closes():
    view = opened([[3, 12, 8], [2, [4], [6]], [14, 5, 2]])
    picture, text = drawn(view)
    assert any("✗ ×2" in line for line in text)
    view.select(8)
    lines(picture)
    assert spot_of(picture, 7, ItemType.PRUNED) == picture.spots[picture._selected_index]
    assert picture.toggle() == ""
    text = lines(picture)
    assert view.selected == 8
    assert spot_of(picture, 8) == picture.spots[picture._selected_index]
    assert sum(line.count("✗") for line in text) == 2
    assert picture.toggle() == ""
    assert spot_of_nothing(picture, 8)
    view.select(6)
    assert picture.toggle() == "there is nothing below this node"


def spot_of_nothing(picture: Picture, node: int) -> bool:
    picture.draw_rows()
    return not any(spot.item.node == node and spot.item.item_type is ItemType.NODE for spot in picture.spots)


@pytest.mark.parametrize(("size", "chips"), [((80, 11), 0), ((68, 30), 0), ((60, 9), 0), ((40, 5), 1)])
def test_pruned_leaves_whose_values_are_known_are_drawn_where_there_is_room(size, chips):
    picture, text = drawn(opened(step=12), size)
    assert sum("✗ ×2" in line for line in text) == chips
    assert [block.value[0][0] for block in picture.blocks if block.is_pruned] == ([] if chips else ["4", "6"])


def test_one_pruned_branch_alone_is_shown_as_itself_with_a_cut_through_its_line():
    text = drawn(opened([[3, 12], [2, 4]]), (60, 12))[1]
    assert "✗ ×1" not in "".join(text)
    row = next(line for line in text if "✗" in line)
    assert text[text.index(row) + 1][row.index("✗")] == "b"


def test_what_is_folded_is_counted_below_its_node():
    view = opened()
    view.rows.collapse(1)
    text = drawn(view)[1]
    assert any("+3" in line for line in text)
    assert drawn(view)[0].title == "10 of 13 nodes"


def test_arrows_go_where_they_point():
    view = opened()
    picture, _ = drawn(view)
    for key, node in (
        ("go_down", 1),
        ("go_right", 5),
        ("go_right", 9),
        ("go_down", 10),
        ("go_right", 11),
        ("go_left", 10),
        ("go_left", 8),
        ("go_left", 7),
        ("go_left", 6),
        ("go_left", 4),
        ("go_up", 1),
        ("go_up", 0),
    ):
        assert getattr(picture, key)() == ""
        assert view.selected == node, key
        picture.draw_rows()
    assert picture.go_up() == "this is the root"
    assert picture.go_left() == "nothing stands beside this node here"
    picture.pane_size = (60, 8)
    picture.draw_rows()
    assert not picture.is_upright
    for key, node in (("go_right", 1), ("go_down", 5), ("go_right", 6), ("go_up", 4), ("go_left", 1)):
        assert getattr(picture, key)() == ""
        assert view.selected == node, key
        picture.draw_rows()


def test_in_a_large_tree_the_picture_is_of_the_nodes_around_the_selected_one():
    view = opened("tictactoe")
    view.select(300)
    picture, text = drawn(view, (80, 24))
    there = {spot.item.node for spot in picture.spots if spot.item.item_type is ItemType.NODE}
    assert {300, *view.trace.ancestry(300)[-3:-1]} <= there
    assert any(line.lstrip().startswith("↑") for line in text)
    assert picture.title.endswith(f"of {len(view.trace):,} nodes")
    assert not picture.title.startswith("all")


@pytest.mark.parametrize("size", [*SIZES[:3], (40, 8), (60, 5)])
def test_of_a_wide_tree_the_best_move_the_open_path_and_the_selected_ones_best_move_are_drawn(size):
    wide = [[number % 7, 20 if number == 41 else 9] for number in range(80)]
    view = opened(wide, search="minimax")
    moves = view.trace.children(0)
    view.time.go_to_step(view.trace.entered(moves[70]) + 1)
    view.rows.expand(moves[20])
    for selected, there in ((0, {view.cursor.principal_variation()[1], moves[70]}), (moves[20], {moves[20] + 1})):
        view.select(selected)
        picture = drawn(view, size)[0]
        found = [spot.item.node for spot in picture.spots if spot.item.item_type is ItemType.NODE]
        assert there <= set(found)
        assert len(found) == len(set(found)) < 80
        assert sum(spot.item.node_count for spot in picture.spots) == len(view.trace)


def test_a_chain_of_five_thousand_plies_and_a_node_of_ten_thousand_moves_are_drawn():
    view = opened("[" * 5000 + "3" + "]" * 5000, search="minimax")
    view.rows.expand_all(0)
    view.select(4_000)
    keeps_the_laws(view, drawn(view, (80, 30))[0])
    view = opened([list(range(10_000)), [0, *range(5_000)]])
    view.select(5_000)
    keeps_the_laws(view, drawn(view, (80, 30))[0])
    pruned = int(np.flatnonzero(view.trace.columns.status == PRUNED)[2_500])
    view.select(pruned)
    keeps_the_laws(view, drawn(view, (80, 30))[0])


def test_a_sketch_of_two_places_is_the_selected_one_and_its_parent():
    view = opened()
    view.select(6)
    items = TreeSketch(view, set()).take_nearest(2, 10)
    assert [(item.node, item.item_type) for item in items if item.item_type is ItemType.NODE] == [
        (5, ItemType.NODE),
        (6, ItemType.NODE),
    ]
    assert sum(item.node_count for item in items) == 13


@given(case=cases(), data=st.data())
def test_a_sketch_takes_the_same_places_whatever_it_took_before(case, data):
    view = Browser(tracer.trace(case.game, "alphabeta", position=case.position))
    view.rows.expand_all(0)
    view.select(data.draw(st.integers(0, len(view.trace) - 1)))
    levels, lines = data.draw(st.integers(2, 6)), [view.cursor.principal_variation()]
    used = TreeSketch(view, set(), lines)
    for most in data.draw(st.permutations(ITEM_LIMITS)):
        fresh = TreeSketch(view, set(), lines)
        items = fresh.take_nearest(most, levels)
        assert used.take_nearest(most, levels) == items


def test_wide_characters_are_not_cut_in_half_and_labels_obey_nobody():
    view = opened('{"children": {"王手王手": {"value": 1}, "a\\u001b[31m": {"value": 2}}}')
    for width in range(10, 40):
        picture = Picture(view)
        picture.pane_size = (width, 9)
        for row in picture.draw_rows():
            assert cell_len("".join(text for text, _ in row)) == width
            assert "\x1b" not in "".join(text for text, _ in row)


def test_lines_join_where_they_meet_the_heavy_ones_too():
    sheet = DrawingSheet(5, 3)
    sheet.draw_line(2, 0, 2, 1, HEAVY, 2)
    sheet.draw_line(2, 1, 0, 1, HEAVY, 2)
    sheet.draw_line(2, 1, 4, 1, LIGHT, 1)
    sheet.draw_line(4, 1, 4, 2, LIGHT, 0)
    styles = ("cut", "line", "best")
    assert ["".join(text for text, _ in sheet.styled_row(y, 0, 5, styles)) for y in range(3)] == [
        "  ╻  ",
        "╺━┹─┐",
        "    ╵",
    ]
    assert sheet.styled_row(1, 0, 3, styles) == [("╺━┹", "best")]
    assert sheet.styled_row(9, -3, 2, styles) == [("  ", "")]


@pytest.mark.parametrize("size", SIZES)
def test_a_picture_of_one_node(size):
    view = opened('{"value": 7}')
    picture, text = drawn(view, size)
    assert any("■ 7" in line for line in text)
    keeps_the_laws(view, picture)


def test_pruned_leaves_have_the_numbers_of_the_tree_struck_out() -> None:
    """At the step that prunes them, and not before; where each branch stands for itself."""
    view = opened(step=13)
    picture, _ = drawn(view)
    picture.opened_nodes.add(5)
    assert "4" in " ".join(lines(picture)).split()
    assert [("4", "pruned")] in [one.value for one in picture.blocks]
    view.time.go_to_step(11)
    picture.draw_rows()
    assert [("4", "pruned")] not in [one.value for one in picture.blocks]
