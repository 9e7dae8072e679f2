"""The screen of two searches: linked trees and times, differences, and keys that go to one of them."""

import json

import pytest
from screens import HOSTILE, ask, fill, running, shown, text, until
from strategies import AIMA
from textual.geometry import Size
from textual.widgets import Static

import tracer
from tracer import PlyscopeError
from tui.app import ExplorerApp
from tui.model.browser import Browser
from tui.model.keys import all_keys
from tui.screens.side_by_side import SideBySide
from tui.terminal.trace_source import TraceRequest
from tui.widgets.canvas import Panel
from tui.widgets.map_view import MapView
from tui.widgets.this_step import ThisStep
from tui.widgets.tree_view import TreeView


def two(spec: object = AIMA, **options: object) -> ExplorerApp:
    return shown(spec, "minimax", against=tracer.trace(spec, "alphabeta", **options), **options)


def tree(app: ExplorerApp, name: str) -> list[str]:
    view = app.screen.query_one(f"#tree-{name} TreeView", TreeView)
    return [view.render_line(y).text.rstrip() for y in range(view.size.height)]


def said(app: ExplorerApp, name: str) -> str:
    found = app.screen.query_one(f"#{name}")
    if isinstance(found, Panel):
        return "\n".join(line.plain for line in found.lines())
    assert isinstance(found, Static)
    return str(found.render())


async def test_it_opens_where_the_two_part_and_says_how():
    app = two()
    async with running(app, (140, 40)):
        assert isinstance(app.screen, SideBySide)
        assert "B ⊂ A: A visited every node that B did, and more; both roots returned 3" in text(app)
        assert "difference 1 of 2, a2: B cuts (2 ≤ alpha 3), A does not" in text(app)
        for browser in app.screen.pair.browsers:
            assert browser.cursor.step == 12
        assert next(row for row in tree(app, "A") if row.startswith("❯◆")).split()[-3] == "A"
        assert next(row for row in tree(app, "B") if row.startswith("❯◆")).endswith("pruned branch")
        assert "step 12/25 · visited 8/13" in said(app, "title-A")
        assert "step 12/23 · visited 7/11\n" in said(app, "title-B")
        assert "cutoffs 1/2 · pruned branches 2/2" in said(app, "title-B")
        assert "a2/b2 entered" in said(app, "told-A")
        assert "Pruned: move b2 was never searched" in said(app, "told-B")


async def test_keys_go_to_one_tree_and_the_other_follows_in_time_selection_and_folding():
    app = two()
    async with running(app, (140, 40)) as pilot:
        pair = app.screen.pair
        await pilot.press("0", "n", "n")
        assert [browser.location for browser in pair.browsers] == [(2, 2), (2, 2)]
        await pilot.press("tab")
        assert app.browser is pair.browsers[1]
        assert (said(app, "title-A")[0], said(app, "title-B")[0]) == (" ", "❯")
        await pilot.press("x", "circumflex_accent")
        assert app.browser.trace.node(pair.browsers[1].selected).cutoff
        assert paths(pair) == [("a3",), ("a3",)]
        await pilot.press("shift+tab", "end")
        assert [browser.cursor.step for browser in pair.browsers] == [25, 23]


def paths(pair) -> list[tuple[str, ...]]:
    return [browser.trace.node(browser.selected).path for browser in pair.browsers]


async def test_differences_are_gone_to_and_filtered():
    app = two()
    async with running(app, (140, 40)) as pilot:
        pair = app.screen.pair
        await pilot.press("0", "g", "exclamation_mark")
        assert [browser.cursor.step for browser in pair.browsers] == [12, 12]
        assert "first difference" not in text(app)
        assert "difference 1 of 2, a2: B cuts (2 ≤ alpha 3), A does not; A = 2, B ≤ 2; A alone visits 2 nodes" in text(
            app
        )
        await pilot.press("d")
        assert "difference 2 of 2, a3: B cuts" in text(app)
        await pilot.press("tab", "d")
        assert "no difference after this node" in text(app)
        await pilot.press("tab", "D")
        assert [browser.location for browser in pair.browsers] == [(12, 5), (12, 5)]
        expected = pair.comparison.differences[0].tolist()
        await pilot.press("tilde")
        assert all("differences" in said(app, f"tree-{name} #columns") for name in "AB")
        shown_ = {app.browser.rows.node_in_row(row) for row in range(len(app.browser.rows))}
        assert shown_ == {above for node in expected for above in app.browser.trace.ancestry(node)}
        await pilot.press("tilde")
        assert len(app.browser.rows) == 13


async def test_what_was_visited_cut_and_pruned_of_both_is_on_a_narrow_screen():
    app = two("tictactoe")
    async with running(app, (80, 24)) as pilot:
        await pilot.press("end")
        shown_ = text(app)
        for counts in ("visited 549,946/549,946", "visited 18,297/18,297", "✂ 8,180/8,180 · ✗ 6,930/6,930"):
            assert counts in shown_
        assert "no cutoffs" in shown_
        for word in ("side", "step", "cutoff", "difference", "first", "only these", "list", "help", "quit"):
            assert word in shown_.splitlines()[-1]


async def test_a_very_small_screen_shows_the_tree_that_has_the_keys():
    app = two()
    async with running(app, (40, 12)) as pilot:
        for here, there in (("A", "B"), ("B", "A")):
            assert app.screen.query_one(f"#tree-{here}").size.height >= 3
            assert not app.screen.query_one(f"#side-{there}").display
            await pilot.press("tab")


async def test_the_differences_are_listed_with_what_they_saved_and_gone_to():
    app = two("tictactoe")
    async with running(app, (160, 45)) as pilot:
        pair = app.screen.pair
        await pilot.press("grave_accent")
        assert "Differences 4,242" in text(app)
        await pilot.press("s", "home")
        assert f"{max(found.saved for found in pair.differences):,}" in text(app)
        assert pair.current_difference == pair.differences[int(pair.differences.by_saving[0])]
        await pilot.press("down")
        assert pair.current_difference == pair.differences[int(pair.differences.by_saving[1])]
        place = [browser.location for browser in pair.browsers]
        await pilot.press("enter")
        assert [browser.location for browser in pair.browsers] == place
        number = pair.current_difference.number
        await pilot.press("d")
        assert pair.current_difference.number == number + 1


async def test_a_click_gives_the_keys_to_the_tree_that_was_clicked():
    app = two()
    async with running(app, (140, 40)) as pilot:
        await pilot.click("#tree-B", offset=(12, 3))
        await pilot.pause()
        assert app.browser is app.screen.pair.browsers[1]
        assert app.focused is app.screen.query_one("#tree-B")
        assert app.browser.selected_row == 2
        assert said(app, "title-B").startswith("❯")
        await pilot.press("j")
        assert app.browser.selected_row == 3


async def test_one_search_against_itself_is_the_same():
    app = shown(AIMA, against=tracer.trace(AIMA))
    async with running(app, (100, 30)) as pilot:
        await pilot.press("exclamation_mark")
        assert "A and B are the same, event for event" in text(app)
        assert "the two recordings are the same, event for event" in text(app)


async def test_prompts_breakpoints_and_what_if_work_on_the_tree_that_has_the_keys():
    app = two()
    async with running(app, (140, 40)) as pilot:
        pair = app.screen.pair
        await pilot.press("tab", "colon")
        await fill(pilot, "2/2")
        await pilot.press("enter")
        assert pair.browsers[1].selected == 7
        await pilot.press("W")
        await until(pilot, lambda: 7 in pair.browsers[1].what_if_traces)
        await pilot.pause()
        assert "What if: = 4" in said(app, "told-B")
        assert pair.browsers[0].what_if_traces == {}
        await pilot.press("0", "slash")
        await fill(pilot, "cutoff")
        await pilot.press("enter")
        assert pair.browsers[1].cursor.step == 12
        await pilot.press("W", "q")
        assert isinstance(app.screen, SideBySide)


async def test_scrolling_what_is_told_and_keys_of_one_search_alone():
    app = two("tictactoe", position="b2/a1/c3")
    async with running(app, (90, 20)) as pilot:
        await pilot.press("tab")
        box = app.screen.query_one("#told-B", ThisStep)
        before = [box.render_line(y).text for y in range(box.size.height)]
        await pilot.press("right_square_bracket")
        assert [box.render_line(y).text for y in range(box.size.height)] != before
        await pilot.press("left_square_bracket", "left_square_bracket")
        assert [box.render_line(y).text for y in range(box.size.height)] == before


def test_traces_of_different_games_are_refused_before_a_screen_opens():
    for one, other in ((AIMA, "tictactoe"), ("tictactoe", "mnk:4,4,3")):
        traces = [tracer.trace(spec, max_nodes=20) for spec in (one, other)]
        with pytest.raises(PlyscopeError) as caught:
            ExplorerApp(traces[0], "", against=traces[1])
        assert "position" in str(caught.value) or "game" in str(caught.value)


async def test_labels_are_data_on_this_screen_too():
    spec = json.dumps({"children": {label: {"children": [1, {"value": 2}]} for label in HOSTILE}})
    app = two(spec)
    async with running(app, (120, 40)) as pilot:
        for _ in HOSTILE:
            await pilot.press("j")
            assert not {"\x1b", "\x07", "\u202e"} & set(text(app))
        assert "[@click=app.quit]" in text(app)
        assert "a␛]0;b␇c" in text(app)


async def test_five_thousand_plies_side_by_side():
    spec = "[" * 5000 + "3" + "]" * 5000
    app = two(spec)
    async with running(app, (120, 30)) as pilot:
        await pilot.press("G", "v", "0", "end", "tab", "n", "n")
        assert app.browser.cursor.step == 0, "after the last step comes the first again"
        await pilot.press("exclamation_mark")


async def test_it_survives_every_size():
    app = two("tictactoe", position="b2/a1/c3")
    async with running(app, (80, 24)) as pilot:
        for width, height in ((10, 4), (300, 80), (80, 24)):
            await pilot.resize_terminal(width, height)
            await pilot.press("d", "tab")
            assert app.screen.size == Size(width, height)
            for browser in app.screen.pair.browsers:
                assert browser.rows.node_in_row(browser.selected_row) == browser.selected
        for name in "AB":
            assert sum(row.startswith("❯") for row in tree(app, name)) == 1


async def test_every_key_leaves_both_trees_at_one_path(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    app = two()
    async with running(app, (120, 40)) as pilot:
        screen = app.screen
        for key in all_keys():
            if key.action in ("quit", "ask.start"):
                continue
            await pilot.press(key.keys.split(",")[0])
            while app.screen is not screen:
                await pilot.press("escape")
            screen.player.pause()
            chosen = [browser.trace.node(browser.selected).path for browser in screen.pair.browsers]
            assert chosen[0][: len(chosen[1])] == chosen[1] or chosen[1][: len(chosen[0])] == chosen[0], key.keys
            screen.focus_tree()


async def test_what_is_kept_of_each_of_two_is_kept_in_its_file_and_each_says_which_file_it_is(tmp_path):
    paths = [str(tmp_path / name / "t.plyscope") for name in ("good", "bad")]
    for path, search in zip(paths, ("minimax", "alphabeta"), strict=True):
        (tmp_path / path).parent.mkdir()
        tracer.trace(AIMA, search).save(path)
    wanted = TraceRequest(*paths)
    one, other = wanted.load_traces()
    assert wanted.files == tuple(paths)
    app = ExplorerApp(one, "", against=other, path=paths[0], beside=paths[1])
    async with running(app, (80, 24)) as pilot:
        assert "good/t.plyscope · value 3" in said(app, "title-A")
        assert "❯ A good/t.plyscope" in text(app)
        assert "bad/t.plyscope · value 3" in text(app)
        for name in ("here", "there"):
            await ask(pilot, "asterisk", name)
            await pilot.press("tab")
        await ask(pilot, "semicolon", "cutoff")
        assert "in no file" not in text(app)
    kept = [Browser(trace, path) for trace, path in zip((one, other), paths, strict=True)]
    assert [[mark.name for mark in browser.places.bookmarks] for browser in kept] == [["here"], ["there"]]
    assert [len(browser.stops.breakpoints) for browser in kept] == [1, 0]


async def test_two_of_which_one_is_searched_have_one_file(tmp_path):
    path = str(tmp_path / "t.plyscope")
    tracer.trace(AIMA).save(path)
    assert TraceRequest(path, "tictactoe").files == (path, None)
    assert TraceRequest("tictactoe", searches=("minimax", "alphabeta")).files == (None, None)
    app = ExplorerApp(tracer.load(path), "", against=tracer.trace(AIMA), path=path, served=True)
    async with running(app, (80, 24)) as pilot:
        assert "t.plyscope" in said(app, "title-A")
        assert "· alphabeta" not in said(app, "title-B")
        before = (tmp_path / "t.plyscope").read_bytes()
        await ask(pilot, "asterisk", "here")
    assert (tmp_path / "t.plyscope").read_bytes() == before


async def test_a_null_windowed_search_begins_where_it_differs_in_more_than_windows_and_is_nested_as_the_other():
    app = shown("tictactoe", against=tracer.trace("tictactoe", "pvs"))
    async with running(app, (120, 40)):
        assert isinstance(app.screen, SideBySide)
        found = app.screen.pair.current_difference
        assert (found.number, found.alone_a + found.alone_b > 0) == (0, True)
        assert all("│ │ │ │ │" in "\n".join(tree(app, name)) for name in "AB")
        layouts = [view.row_layout for view in app.screen.query(TreeView)]
        assert max(layout.window_width for layout in layouts) <= 9


@pytest.mark.parametrize("size", [(72, 18), (80, 24), (120, 40)])
async def test_the_signs_of_both_are_explained_and_a_key_of_both_says_what_it_does(size):
    app = two()
    async with running(app, size) as pilot:
        assert "A B visited there alone  ≠ other window" in text(app)
        await pilot.press("T")
        assert "space: both race" in said(app, "relation").replace("\n", " ")
        screen = app.screen
        assert all(
            hasattr(screen, f"action_{key.action.partition('(')[0]}") for key in all_keys() if "." not in key.action
        ), "each key does something, or says why not"


async def test_the_help_begins_with_the_keys_of_two_searches():
    app = two()
    async with running(app, (120, 40)) as pilot:
        await pilot.press("question_mark")
        first = text(app).partition("Signs")[0]
        assert all(word in first for word in ("the next difference", "the first step at which the two"))
        assert "as a picture" not in first


def visited(app: ExplorerApp) -> list[int]:
    return [browser.cursor.tally["visited"] for browser in app.screen.pair.browsers]


async def test_two_maps_are_filled_in_a_race():
    app = two("tictactoe", position="XOX/.O./...")
    async with running(app, (120, 36)) as pilot:
        before = app.screen.player.speed
        await pilot.press("T")
        assert [view.display for view in app.screen.query(MapView)] == [True, True]
        assert not any(view.display for view in app.screen.query(TreeView))
        assert "space: both race" in text(app)
        assert visited(app) == [1, 1]
        for name in "AB":
            assert "root · 206 nodes" in said(app, f"tree-{name} #columns"), "both are as wide as the full tree"
        for key in ("n", "n", "n", "right_curly_bracket", "b", "right_curly_bracket"):
            await pilot.press(key)
            one, other = visited(app)
            assert one == other
        assert f"race: A has visited {one}, B has visited {one}" in text(app)
        await pilot.press("end")
        assert visited(app) == [206, 101]
        assert "race: A is done after 206, B is done after 101" in text(app)
        await pilot.press("T")
        assert not any(view.display for view in app.screen.query(MapView))
        assert all(view.display for view in app.screen.query(TreeView))
        assert app.screen.player.speed == before
        await pilot.press("0", "n")
        assert [browser.cursor.step for browser in app.screen.pair.browsers] == [1, 1]


async def test_a_race_is_played_to_its_end_and_the_one_that_is_done_waits():
    app = two("tictactoe", position="XOX/.O./...")
    async with running(app, (120, 36)) as pilot:
        await pilot.press("T", "space")
        await until(pilot, lambda: visited(app)[0] > 101)
        assert visited(app)[1] == 101
        await until(pilot, lambda: not app.screen.player.direction)
        assert visited(app) == [206, 101]
        await pilot.press("tab", "down")
        assert visited(app) == [206, 101], "who is done takes nobody back"


async def test_the_keys_of_a_race_are_those_of_a_map_and_both_show_the_same_part():
    app = shown("tictactoe", "alphabeta", against=tracer.trace("tictactoe", "minimax", depth=3), depth=3)
    async with running(app, (120, 36)) as pilot:
        await pilot.press("T")
        assert app.screen.pair.active_side == 1, "minimax is done last"
        await pilot.press("end", "down", "enter")
        await pilot.pause()
        for name in "AB":
            assert "root › a1 · 11% of 586 nodes" in said(app, f"tree-{name} #columns")
        await pilot.press("minus", "minus", "minus", "minus")
        await pilot.pause()
        assert "root · 586 nodes" in said(app, "tree-A #columns")
        await pilot.click("#tree-A MapView", offset=(2, 7))
        assert app.screen.pair.active_side == 0
        assert len(app.screen.pair.active_browser.trace.node(app.screen.pair.active_browser.selected).path) >= 1


async def test_a_race_of_a_search_that_goes_best_first_counts_what_it_makes():
    app = shown("tictactoe", "sss", against=tracer.trace("tictactoe", "alphabeta", depth=3), depth=3)
    async with running(app, (120, 36)) as pilot:
        await pilot.press("T", "right_curly_bracket", "right_curly_bracket")
        one, other = visited(app)
        assert abs(one - other) <= 1
        await pilot.press("end")
        assert visited(app) == [browser.cursor.total_tally["visited"] for browser in app.screen.pair.browsers]
