"""A row: what it says at a step, and that its columns line up."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from strategies import AIMA, WIKIPEDIA, cases

import tracer
from tracer.recording.header import Header
from tui.model.browser import Browser
from tui.model.row_layout import Layout
from tui.model.row_line import Line, expand_mark_column, line_spans, make_line

CHAIN = "[" * 5000 + "3" + "]" * 5000


def text(view: Browser, node: int, width: int = 78) -> str:
    layout = Layout.fit_to_width(view.trace, width)
    return "".join(piece for piece, _ in line_spans(make_line(view, node, layout), layout))


def styles(view: Browser, node: int) -> set[str]:
    layout = Layout.fit_to_width(view.trace, 78)
    return {name for piece, name in line_spans(make_line(view, node, layout), layout) if piece.strip()}


def opened(spec: object, step: int | None = None, search: str = "alphabeta") -> Browser:
    view = Browser(tracer.trace(spec, search))
    view.rows.expand_all(0)
    if step is not None:
        view.cursor.go_to_step(step)
    return view


def test_the_finished_textbook_tree_reads_as_in_the_textbook():
    view = opened(AIMA)
    assert [text(view, node).rstrip() for node in range(len(view.trace))] == [
        "❯◆▾ ▲ root     = 3   (−∞, ∞)      11 ██████  ★",
        "  ├╴▾ ▼ a1     = 3   (−∞, ∞)       4 ██▏     ★",
        "  │ ├╴  ▲ b1   = 3   (−∞, ∞)         ▌       ★ ■ terminal",
        "  │ ├╴  ▲ b2   = 12  (−∞, 3)         ▌         ■ terminal",
        "  │ └╴  ▲ b3   = 8   (−∞, 3)         ▌         ■ terminal",
        "  ├╴▾ ▼ a2     ≤ 2   (3, ∞)        2 █▏        ✂ alpha cutoff",
        "  │ ├╴  ▲ b1   = 2   (3, ∞)          ▌         ■ terminal",
        "  │ ├╴  ✗ b2     4                               pruned branch",
        "  │ └╴  ✗ b3     6                               pruned branch",
        "  └╴▾ ▼ a3     = 2   (3, ∞)        4 ██▏       ✂ alpha cutoff",
        "    ├╴  ▲ b1   = 14  (3, ∞)          ▌         ■ terminal",
        "    ├╴  ▲ b2   = 5   (3, 14)         ▌         ■ terminal",
        "    └╴  ▲ b3   = 2   (3, 5)          ▌         ■ terminal",
    ]


def test_the_columns_are_named_above_where_they_stand():
    view = opened(AIMA)
    layout = Layout.fit_to_width(view.trace, 78)
    title, row = layout.format_title(78), text(view, 0)
    assert title.index("value") == row.index("= 3")
    assert title.index("window") == row.index("(−∞")


def test_means_that_are_not_whole_yet_have_room_in_their_column():
    view = Browser(tracer.trace("pig:8,30", "star1", depth=5))
    layout = Layout.fit_to_width(view.trace, 110)
    for step in range(view.trace.steps):
        view.cursor.go_to_step(step)
        line = make_line(view, 1, layout)
        assert len(line.value) <= layout.value_width, line.value


def test_the_windows_next_to_the_root_have_room_however_few_have_one_like_them():
    record = tracer.Recorder()
    root = record.enter(None, 1)
    one = record.enter("a", -1, -2000, 2000)
    for move in range(3_000):
        record.leave(record.enter(f"{move}", 1, 0, 1), 0, tracer.Status.TERMINAL)
    record.leave(one, 0)
    record.leave(root, 0)
    view = Browser(tracer.Trace(*record.finish(), Header(search="own")))
    assert Layout.fit_to_width(view.trace, 110).window_width == len("(−2000, 2000)")


def test_what_the_search_had_not_reached_shows_neither_value_nor_fate():
    view = opened(AIMA, 12)
    assert text(view, 9).split() == ["└╴▾", "·", "a3", "·", "not", "reached"]
    assert text(view, 10).split() == ["├╴", "·", "b1", "·", "not", "reached"]
    assert "pruned" in text(view, 7)
    assert "ahead" in styles(view, 9)


def test_an_open_node_shows_its_running_best_and_its_window_on_entry():
    view = opened(AIMA, 12)
    assert text(view, 0).split() == ["❯", "▾", "▲", "root", "…", "3", "(−∞,", "∞)", "7", "███▉", "★", "…", "open"]
    view = opened(AIMA, 0)
    assert text(view, 0).split() == ["❯◆▾", "▲", "root", "…", "(−∞,", "∞)", "▌", "…", "open"]
    assert "★" not in text(view, 0)


def test_a_cutoff_is_marked_from_the_step_at_which_it_happens():
    assert "✂" not in text(opened(AIMA, 11), 5)
    assert "✂ alpha cutoff" in text(opened(AIMA, 12), 5)


def test_a_collapsed_row_counts_what_it_hides_at_this_step():
    view = Browser(tracer.trace("tictactoe"))
    assert text(view, 0).rstrip().endswith("★")
    view.tree.toggle()
    assert "6,930 branches pruned" in text(view, 0, 120)
    view.cursor.go_to_step(100)
    below, pruned = view.cursor.count_below(0)
    visited = 1 + below
    assert f"{pruned} branches pruned" in text(view, 0, 120)
    assert f"{visited} ✗ ×{pruned}" in text(view, 0, 70)
    for width in (70, 120):
        assert text(view, 0, width).count(str(visited)) == 1


def test_a_note_is_shortened_where_there_is_no_room_for_it():
    view = Browser(tracer.trace("connect4", depth=4))
    view.tree.toggle()
    below, pruned = view.cursor.count_below(0)
    visited = 1 + below
    assert f"{visited} ✗ ×{pruned}" in text(view, 0, 64)


def test_hidden_pruned_branches_are_counted_on_the_row_of_their_node():
    view = opened(AIMA)
    view.tree.toggle_pruned()
    assert "alpha cutoff · 2 hidden" in text(view, 5)
    assert text(view, 6).startswith("  │ └╴")


def test_what_a_filter_leaves_out_is_counted_on_the_row_above_it():
    view = opened(AIMA)
    view.tree.limit_plies(1)
    assert "★   3 hidden" in text(view, 1)
    assert text(view, 1).split()[1] == "▼"
    view = Browser(tracer.trace("tictactoe"))
    view.tree.limit_plies(1)
    assert f"★   {sum(view.cursor.count_below(1)):,} hidden" in text(view, 1)
    view.tree.show_all()
    assert "hidden" not in text(view, 1)


def test_pruned_branches_have_a_glyph_and_a_style_of_their_own():
    view = opened(AIMA)
    assert {"pruned"} <= styles(view, 7)
    assert "✗" in text(view, 7)
    assert not {"pruned"} & styles(view, 6)


def test_a_search_without_windows_has_no_column_for_them():
    view = opened(AIMA, search="minimax")
    assert Layout.fit_to_width(view.trace, 78).window_width == 0
    assert "∞" not in text(view, 0)
    assert "window" not in Layout.fit_to_width(view.trace, 78).format_title(78)


def test_the_label_of_another_script_takes_two_cells_a_character_and_the_columns_stay_in_place():
    tree = '{"children": {"王手": {"value": 1}, "a\\u001b[31m": {"value": 2}}}'
    view = opened(tree)
    widths = [cell_len(text(view, node).split("=")[0]) for node in range(3)]
    assert len(set(widths)) == 1
    assert "␛[31m" in text(view, 2)


def test_a_label_that_is_too_long_is_cut_short_and_the_columns_stay_in_place():
    labels = ["x" * 18, "x" * 150, "王" * 20]
    children = ", ".join(f'"{label}": {{"value": 1}}' for label in labels)
    view = opened(f'{{"children": {{{children}}}}}')
    for node in (1, 2, 3):
        assert "…" in text(view, node)
        assert cell_len(text(view, node).split("=")[0]) == text(view, 0).index("=")


def shifted(view: Browser, first: int, width: int = 78) -> Layout:
    return Layout.fit_to_width(view.trace, width).indented_from(first, int(view.trace.columns.ply[view.rows.root]))


def row(view: Browser, node: int, layout: Layout) -> str:
    return "".join(piece for piece, _ in line_spans(make_line(view, node, layout), layout))


def test_a_row_left_or_right_of_the_indentation_says_its_ply_and_the_other_columns_stay():
    view = opened(CHAIN, search="minimax")
    layout = shifted(view, 2_000)
    for node in (0, 5, 1_999, 2_000, 2_003, 2_020, 4_999):
        assert cell_len(row(view, node, layout)) <= 78
        assert row(view, node, layout).index("=") == row(view, 0, layout).index("=")
    assert row(view, 1_999, layout).startswith("  ‹1,999  ▾")
    assert row(view, 2_000, layout).startswith("          ▾")
    assert row(view, 2_001, layout).startswith("          └╴▾")
    assert row(view, 4_999, layout).split()[0] == "4,999›"
    deepest = layout.last_ply
    assert "└╴" in row(view, deepest, layout)
    assert "›" in row(view, deepest + 1, layout)
    assert expand_mark_column(make_line(view, deepest, layout), layout) == expand_mark_column(
        make_line(view, deepest + 1, layout), layout
    )


def test_the_guides_of_an_indented_row_are_those_of_its_last_plies():
    view = opened([[[[3, 4], 5], 6], 7], search="minimax")
    node = view.trace.find("1/1/1/1").index
    whole = row(view, node, shifted(view, 0))
    assert whole.startswith("  │ │ │ ├╴")
    part = row(view, node, shifted(view, 2))
    assert "│ ├╴" in part
    assert "│ │ ├╴" not in part


def test_where_there_is_no_room_for_the_ply_the_row_still_says_on_which_side_it_is():
    view = opened(CHAIN, search="minimax")
    layout = shifted(view, 100, width=30)
    assert "‹" in row(view, 1, layout)
    assert "›" in row(view, 4_999, layout)


def test_the_size_of_a_subtree_has_a_column_where_there_is_room():
    view = Browser(tracer.trace("tictactoe"))
    assert Layout.fit_to_width(view.trace, 68).visited_width == 0
    wide = Layout.fit_to_width(view.trace, 118)
    title, root = wide.format_title(118), row(view, 0, wide)
    at = title.index("visited") + len("visited")
    assert root[:at].endswith(" 18,297")
    assert row(view, 1, wide)[:at].endswith(f" {view.cursor.count_below(1)[0] + 1:,}")
    leaf = int(view.trace.columns.ply.argmax())
    assert row(view, leaf, wide)[at - 7 : at] == " " * 7
    view.time.start()
    assert row(view, 0, wide)[at - 7 : at] == " " * 7


def test_the_share_of_all_visits_is_a_bar_and_a_number_and_grows_with_the_search():
    view = opened(AIMA)
    wide = Layout.fit_to_width(view.trace, 118)
    at = wide.format_title(118).index("share")
    assert [row(view, node, wide)[at : at + 12] for node in (0, 1, 2, 5, 7)] == [
        " 100% ██████",
        "  36% ██▏   ",
        " 9.1% ▌     ",
        "  18% █▏    ",
        "            ",
    ]
    view.cursor.go_to_step(4)
    assert [row(view, node, wide)[at : at + 12] for node in (0, 1, 5)] == ["  36% ██▏   ", "  27% █▋    ", " " * 12]
    narrow = Layout.fit_to_width(view.trace, 68)
    assert (narrow.bar_width, narrow.share_width, narrow.visited_width) == (6, 0, 0)
    at = narrow.format_title(68).index("share")
    assert row(view, 0, narrow)[at : at + 6] == "██▏   "
    assert [Layout.fit_to_width(view.trace, width).bar_width for width in (60, 55, 53, 51)] == [6, 5, 3, 0]


def test_the_title_says_on_its_right_what_is_not_as_usual():
    layout = Layout.fit_to_width(tracer.trace(AIMA), 78)
    title = layout.format_title(78, ["root: 1/2", "only cutoffs"])
    assert len(title) == 78
    assert title.endswith("root: 1/2 · only cutoffs")
    assert title.startswith("  node")
    assert layout.format_title(20, ["root: 1/2", "only cutoffs"]).endswith("root: 1/2 · only …")


def test_what_is_known_from_elsewhere_stands_before_the_note_and_the_side_before_the_star(monkeypatch):
    view = opened(AIMA)
    monkeypatch.setattr(view, "describe_what_if", lambda node: "what if: = 5 · 17 visited" if node == 5 else "")
    monkeypatch.setattr(view, "comparison_mark", lambda node: "≠" if node == 5 else "")
    assert "≠  ✂ what if: = 5 · 17 visited alpha cutoff" in text(view, 5, 98)
    assert {"overlay", "side"} <= styles(view, 5)
    assert not {"overlay", "side"} & styles(view, 1)
    assert text(view, 5, 98).index("✂") == text(view, 9, 98).index("✂")


@pytest.mark.parametrize("width", [40, 78, 118, 198])
@given(case=cases(), step=st.integers(0, 10**6))
def test_the_columns_of_all_rows_line_up_at_every_step(width, case, step):
    view = Browser(tracer.trace(case.game, "alphabeta", position=case.position))
    view.rows.expand_all(0)
    view.cursor.go_to_step(step % view.trace.steps)
    layout = Layout.fit_to_width(view.trace, width)
    for node in range(0, len(view.trace), max(len(view.trace) // 30, 1)):
        shown = make_line(view, node, layout)
        pieces = line_spans(shown, layout)
        assert cell_len("".join(piece for piece, _ in pieces[:7])) == 2 + layout.name_width


def test_equal_lines_are_painted_alike():
    view = opened(AIMA)
    layout = Layout.fit_to_width(view.trace, 78)
    first = make_line(view, 1, layout)
    view.cursor.go_to_step(22)
    assert make_line(view, 1, layout) == first
    view.cursor.go_to_step(5)
    assert make_line(view, 1, layout) != first
    assert isinstance(first, Line)


def test_no_name_of_a_column_is_cut_by_what_is_not_as_usual():
    layout = Layout.fit_to_width(tracer.trace(AIMA), 39)
    for width in range(20, 60):
        names = layout.format_title(width, ["only differences"]).removesuffix("only differences").split()
        assert set(names) <= {"node", "value", "window", "visited", "share"}


def test_a_scout_and_its_re_search_are_told_apart_by_a_word():
    browser = Browser(tracer.trace(WIKIPEDIA, "pvs"))
    browser.time.finish()
    layout = Layout.fit_to_width(browser.trace, 110)
    notes = [make_line(browser, child, layout).note.split(" · ") for child in browser.trace.children(0)]
    assert ["scout" in note for note in notes] == [False, True, False, True]
    assert ["searched again" in note for note in notes] == [False, False, True, False]
    narrow = Layout.fit_to_width(browser.trace, 60)
    shown = ["".join(text for text, _ in line_spans(make_line(browser, 13, narrow), narrow))]
    assert all(cell_len(text) <= 60 for text in shown)


def test_the_row_of_the_played_move_says_so_where_another_is_best_once_the_root_has_returned():
    trace = tracer.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    for move, steps in (("a2", [-1]), ("a1", [])):
        view = Browser(trace.with_columns(trace.columns, replace(trace.header, notes={"played": move})))
        said = []
        for step in (-2, -1):
            view.cursor.go_to_step(trace.steps + step)
            said += [step] * any("played" in text(view, node) for node in trace.children(0))
        assert said == steps
