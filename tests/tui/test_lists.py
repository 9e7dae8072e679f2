"""The pane of the lists: what is highlighted is shown at once, enter stays there, escape goes back."""

import threading

import pytest
from screens import HOSTILE, ask, notice, running, shown, text, until
from strategies import AIMA

import tracer
from tracer.count.groups import by_ply
from tracer.errors import Cancelled
from tracer.tracing import Trace
from tui.app import ExplorerApp
from tui.model.browser import Browser
from tui.model.explorer_state import Location
from tui.model.finder import Finder
from tui.model.list_model import ListModel, ListPaneModel
from tui.widgets.hint_strips import Footer
from tui.widgets.lists_pane import ListsPane
from tui.widgets.this_step import ThisStep
from tui.widgets.tree_pane import TreePane


class Holder:
    """A screen without a screen."""

    def __init__(self, trace: Trace) -> None:
        self.browser = Browser(trace)

    @property
    def lists(self) -> tuple[ListModel, ...]:
        return self.browser.lists


def kept(trace: Trace, *places: tuple[int, int]) -> tuple[Browser, ListPaneModel]:
    """A pane at the bookmarks of some places."""
    holder = Holder(trace)
    for number, place in enumerate(places):
        holder.browser.go_to(Location(*place))
        holder.browser.places.add_bookmark(f"m{number}", "")
    holder.browser.tree.collapse_all()
    pane = ListPaneModel(lambda: holder.browser, lambda: holder.lists)
    pane.activate_list("Bookmarks")
    return holder.browser, pane


TICTACTOE = tracer.trace("tictactoe", max_nodes=3_000)
PLACES = ((100, 50), (1_000, 500), (4_000, 2_000))


def test_what_is_highlighted_is_shown_and_undone_with_all_it_opened():
    browser, pane = kept(TICTACTOE, *PLACES)
    browser.go_to(Location(7, 0))
    before, folding = browser.location, browser.rows.collapsed_nodes.tolist()
    for number in (1, 2, 0, 1):
        assert pane.show_entry(number) == ""
        assert browser.location == PLACES[number]
        assert browser.rows.node_in_row(browser.selected_row) == PLACES[number][1]
    assert pane.restore_view() == ""
    assert (browser.location, browser.rows.collapsed_nodes.tolist()) == (before, folding)
    assert pane.restore_view() == ""
    assert browser.location == before


def test_what_is_looked_at_opens_its_own_path_alone():
    browser, pane = kept(TICTACTOE, *PLACES)
    pane.show_entry(1)
    pane.show_entry(2)
    through_others = browser.rows.collapsed_nodes.tolist()
    pane.restore_view()
    pane.show_entry(2)
    assert browser.rows.collapsed_nodes.tolist() == through_others


def test_a_choice_is_one_jump_that_can_be_come_back_from():
    browser, pane = kept(TICTACTOE, *PLACES)
    browser.go_to(Location(7, 0))
    for number in (0, 1, 2):
        pane.show_entry(number)
    pane.accept_entry()
    assert browser.location == PLACES[2]
    assert pane.restore_view() == ""
    assert browser.location == PLACES[2]
    browser.run_action("places.go_back")
    assert browser.location == Location(7, 0)


def test_who_went_elsewhere_from_there_is_not_taken_back():
    browser, pane = kept(TICTACTOE, *PLACES)
    pane.show_entry(1)
    browser.run_action("time.step_forward")
    here = browser.location
    pane.restore_view()
    assert browser.location == here


def test_rows_in_another_order_stay_as_they_are():
    browser, pane = kept(TICTACTOE, *PLACES)
    browser.go_to(Location(7, 0))
    pane.show_entry(1)
    browser.tree.next_order()
    opened = browser.rows.collapsed_nodes.tolist()
    pane.restore_view()
    assert browser.location == Location(7, 0)
    assert browser.rows.collapsed_nodes.tolist() == opened


@pytest.mark.parametrize("by", [-5, 5])
def test_beyond_the_last_entry_there_is_none(by):
    browser, pane = kept(TICTACTOE, *PLACES)
    pane.move_current(by)
    assert browser.location == PLACES[0 if by < 0 else -1]


def test_the_lists_are_turned_in_a_circle():
    browser, pane = kept(TICTACTOE)
    names = [one.name for one in browser.lists]
    pane.activate_list(names[0])
    seen = [pane.active_list.name for _ in names if pane.activate_neighbour(1) == ""]
    assert seen == [*names[1:], names[0]]
    pane.activate_neighbour(-1)
    assert pane.active_list.name == names[-1]


def test_an_empty_list_leads_nowhere_and_says_what_fills_it():
    browser, pane = kept(TICTACTOE)
    before = browser.location
    for one in browser.lists:
        pane.activate_list(one.name)
        for said in (pane.move_current(1), pane.accept_entry(), pane.remove_entry(), pane.switch_entry()):
            assert said == one.empty_text
    assert browser.location == before
    assert "* keeps this place" in next(one.empty_text for one in pane.lists if one.name == "Bookmarks")


def pane_of(app: ExplorerApp) -> list[str]:
    """The rows of the pane."""
    view = app.screen.query_one(ListsPane)
    return [view.render_line(y).text.rstrip() for y in range(view.size.height)]


def footer(app: ExplorerApp) -> str:
    return " ".join(key.word for key in app.screen.query_one(Footer).keys)


async def test_it_opens_has_the_keys_and_closes():
    app = shown(AIMA)
    async with running(app) as pilot:
        view = app.screen.query_one(ListsPane)
        assert not view.display
        await pilot.press("grave_accent")
        assert view.display
        assert view.has_focus
        assert "go there" in footer(app)
        await pilot.press("escape")
        assert view.display
        assert isinstance(app.focused, TreePane)
        assert "go there" not in footer(app)
        await pilot.press("grave_accent", "grave_accent")
        assert not view.display
        assert isinstance(app.focused, TreePane)


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40), (200, 60)])
async def test_it_takes_at_most_two_fifths_and_the_tree_keeps_a_third(size):
    app = shown()
    async with running(app, size) as pilot:
        await pilot.press("grave_accent")
        assert 3 <= app.screen.query_one(ListsPane).size.height <= size[1] * 2 / 5
        assert app.screen.query_one(TreePane).size.height >= 4


@pytest.mark.parametrize("size", [(80, 24), (100, 40), (80, 16)])
async def test_where_there_is_room_for_one_panel_the_step_is_told_below_open_lists(size):
    app = shown(AIMA)
    async with running(app, size) as pilot:
        await pilot.press("0", "x", "tab", "grave_accent")
        await pilot.pause()
        step = app.screen.query_one(ThisStep)
        said = [step.render_line(y).text.partition("  ")[0] for y in range(step.size.height)]
        assert said[:2] == ["◆ ✂ alpha cutoff at a2: 2 ≤ alpha 3; moves b2 and b3 pruned", "▶ best 2 ≤ alpha 3 → cut"]
        assert 3 <= step.size.height <= size[1] // 4
        assert not app.screen.query_one("#search").display
        assert app.screen.query_one(ListsPane).size.height >= 3
        assert app.screen.query_one(TreePane).size.height - 1 >= size[1] // 3 - 1
        await pilot.press("escape", "escape")
        assert app.screen.query_one("#search").display
        assert not step.display


async def test_arrows_show_enter_stays_and_escape_goes_back():
    app = shown(AIMA)
    async with running(app) as pilot:
        for name, place in (("late", Location(20, 11)), ("early", Location(3, 2))):
            app.browser.go_to(place)
            app.browser.places.add_bookmark(name, "said")
        await pilot.press("0", "apostrophe", "down")
        assert app.browser.location == Location(20, 11)
        assert "step 20 of 23" in text(app)
        assert [line[:7] for line in pane_of(app)[1:3]] == ["  early", "❯◆late "]
        await pilot.press("up")
        assert app.browser.location == Location(3, 2)
        await pilot.press("escape")
        assert app.browser.location == Location(0, 0)
        await pilot.press("grave_accent", "down", "enter")
        assert app.browser.location == Location(20, 11)
        assert isinstance(app.focused, TreePane)
        await pilot.press("n", "H")
        assert app.browser.location == Location(0, 0)
        assert app.screen.query_one(ListsPane).display


async def test_a_condition_leads_to_its_own_next_hit_and_back():
    app = shown(AIMA)
    async with running(app) as pilot:
        app.browser.stops.add_breakpoint("node == 2")
        app.browser.stops.add_breakpoint("cutoff")
        app.screen.pane.activate_list("Breakpoints")
        await pilot.press("grave_accent", "down", "enter")
        assert app.browser.location == Location(12, 5)
        await pilot.press("H")
        assert app.browser.cursor.step == 23


async def test_d_removes_what_is_in_hand():
    app = shown(AIMA)
    async with running(app) as pilot:
        app.browser.stops.add_breakpoint("node == 2")
        app.browser.places.add_bookmark("here", "")
        await pilot.press("0")
        assert "●" in text(app).splitlines()[1]
        app.screen.pane.activate_list("Breakpoints")
        await pilot.press("grave_accent", "d")
        assert app.browser.stops.breakpoints == []
        assert "●" not in text(app).splitlines()[1]
        await pilot.press("apostrophe", "delete")
        assert app.browser.places.bookmarks == ()
        assert "Bookmarks 0" in pane_of(app)[0]


async def test_space_switches_a_breakpoint_off_and_on():
    app = shown(AIMA)
    async with running(app) as pilot:
        app.browser.stops.add_breakpoint("cutoff")
        app.screen.pane.activate_list("Breakpoints")
        await pilot.press("0", "grave_accent", "space")
        assert app.screen.player.direction == 0
        assert "○ off" in text(app)
        assert "●" not in text(app).splitlines()[1]
        await pilot.press("escape", "right_parenthesis")
        assert "all breakpoints are off" in notice(app)
        await pilot.press("grave_accent", "space", "escape", "right_parenthesis")
        assert app.browser.location == Location(12, 5)
        assert "● on   1 of 2 hits  cutoff" in text(app)


async def test_hits_are_listed_and_the_one_in_hand_goes_with_the_keys():
    app = shown(AIMA)
    async with running(app) as pilot:
        await ask(pilot, "slash", "ply == 2")
        await pilot.press("grave_accent")
        assert "▐Hits 9▌" in pane_of(app)[0]
        assert pane_of(app)[2].split()[:5] == ["❯◆", "1", "2", "a1/b1", "entered"]
        await pilot.press("escape", "f", "f")
        assert pane_of(app)[4].split()[:3] == ["❯◆", "3", "6"]
        assert notice(app) == "hit 3 of 9"
        await pilot.press("grave_accent", "end")
        assert app.browser.selected == 12
        await pilot.press("enter", "F")
        assert notice(app) == "hit 8 of 9"


async def test_half_a_million_hits_are_painted_by_those_in_sight(monkeypatch):
    app, painted = shown(), []
    line = Finder.format_entry
    monkeypatch.setattr(Finder, "format_entry", lambda *asked: painted.append(asked[1]) or line(*asked))
    async with running(app) as pilot:
        await ask(pilot, "slash", "ply >= 0")
        await pilot.press("grave_accent", "end")
        count = len(app.browser.trace)
        assert f"Hits {count:,}" in pane_of(app)[0]
        assert app.browser.selected in app.browser.finder.hits.nodes[-1:]
        assert len(set(painted)) <= 2 * app.screen.query_one(ListsPane).size.height


async def test_a_key_that_a_list_has_no_use_for_is_the_screens():
    app = shown(AIMA)
    async with running(app) as pilot:
        await pilot.press("0", "apostrophe", "space")
        assert app.screen.player.direction == 1
        await pilot.press("space", "n")
        assert app.screen.query_one(ListsPane).has_focus
        assert app.browser.cursor.step == 1


async def test_tabs_and_entries_are_clicked():
    app = shown(AIMA)
    async with running(app) as pilot:
        for number in range(4):
            app.browser.go_to(Location(number, 0))
            app.browser.places.add_bookmark(f"m{number}", "")
        await pilot.press("end", "grave_accent")
        view = app.screen.query_one(ListsPane)
        await pilot.click(view, offset=(pane_of(app)[0].index("Bookmarks"), 0))
        assert "Bookmarks" in app.screen.pane.active_list.name
        await pilot.click(view, offset=(5, 2))
        assert app.browser.cursor.step == 1
        await pilot.press("escape")
        assert app.browser.cursor.step == 23
        await pilot.click(view, offset=(5, 3), times=2)
        assert app.browser.cursor.step == 2
        assert isinstance(app.focused, TreePane)


@pytest.mark.parametrize("width", [20, 40, 68, 80])
async def test_the_tab_in_front_is_in_sight_and_no_tab_is_cut(width):
    app = shown(AIMA)
    async with running(app, (width, 24)) as pilot:
        await pilot.press("grave_accent")
        for one in app.browser.lists:
            app.screen.pane.activate_list(one.name)
            app.screen.sync()
            tabs = pane_of(app)[0]
            assert f"▐{one.name} {one.count_text}".rstrip() + "▌" in tabs or width < len(tabs) + 2
            words = {word for word in tabs.strip("‹›▐▌ ").replace("▐", " ").replace("▌", " ").split() if word.isalpha()}
            assert words <= {other.name for other in app.browser.lists}


async def test_the_entry_in_hand_stays_in_sight():
    app = shown(AIMA)
    async with running(app) as pilot:
        for number in range(20):
            app.browser.go_to(Location(number, 0))
            app.browser.places.add_bookmark(f"m{number:02}", "")
        await pilot.press("apostrophe")
        for key, number in (("end", 19), ("up", 18), ("home", 0), ("pagedown", None), ("down", None)):
            await pilot.press(key)
            hand = [line[2:5] for line in pane_of(app) if line.startswith("❯")]
            assert len(hand) == 1
            assert number is None or hand == [f"m{number:02}"]


async def test_names_and_notes_are_data():
    app = shown(AIMA)
    async with running(app, (100, 30)) as pilot:
        for number, label in enumerate(HOSTILE):
            app.browser.go_to(Location(number, 0))
            app.browser.places.add_bookmark(label, label)
        await pilot.press("apostrophe")
        assert "[@click=app.quit]x[…" in text(app)
        assert "a␛]0;b␇c" in text(app)
        assert not {"\x1b", "\x07", "\u202e"} & set(text(app))
        assert notice(app) == ""


async def test_moves_are_counted_by_ply_and_by_move():
    app = shown()
    async with running(app, (120, 40)) as pilot:
        app.screen.pane.activate_list("Moves")
        await pilot.press("grave_accent")
        lines = pane_of(app)
        assert "▐Moves 10 + 9▌" in lines[0]
        assert lines[1].split() == ["ply,", "move", "visits", "nodes", "under", "share", "cutoffs", "first", "move"]
        assert lines[3].split() == ["ply", "1", "9", "18,296", ">99%", "8", "38%"]
        await pilot.press("end", "home", "down")
        assert app.browser.location == Location(1, 1)
        assert next(line for line in lines if "move a1" in line).split()[2:] == ["991", "17,050", "93%", "248", "100%"]


async def test_positions_are_listed_once_they_were_found():
    app = shown(position="a1/b1/c1/a2")
    async with running(app, (120, 40)) as pilot:
        app.screen.pane.activate_list("Positions")
        await pilot.press("grave_accent")
        visits = app.browser.trace.counts.visited
        assert pane_of(app)[1] == f"  s finds the same positions: it replays the search, {visits} nodes"
        await pilot.press("s")
        await until(pilot, lambda: app.browser.positions is not None)
        app.screen.sync()
        assert "visits" in pane_of(app)[1]
        most = int(pane_of(app)[2].strip("❯◆ ").split()[0])
        await pilot.press("home")
        assert len(app.browser.positions.visits(app.browser.selected)) == most > 1


async def test_what_takes_a_while_is_worked_out_in_the_background(monkeypatch):
    monkeypatch.setattr("tui.model.list_model.MAX_IMMEDIATE_NODES", 0)
    app = shown()
    async with running(app, (120, 40)) as pilot:
        app.screen.pane.activate_list("Moves")
        await pilot.press("grave_accent")
        await until(pilot, lambda: "▐Moves 10 + 9▌" in pane_of(app)[0])


async def test_a_list_tells_how_far_it_is_and_who_leaves_it_gives_it_up(monkeypatch):
    monkeypatch.setattr("tui.model.list_model.MAX_IMMEDIATE_NODES", 0)
    monkeypatch.setattr("tui.widgets.background_jobs.SECONDS_BETWEEN_PROGRESS", 0)
    halves, left = [threading.Event(), threading.Event()], threading.Event()

    def count(trace, beat):
        beat(40, 100)
        halves.pop().wait(60)
        try:
            beat(60, 100)
        except Cancelled:
            left.set()
            raise
        return by_ply(trace)

    monkeypatch.setattr("tui.model.counted_lists.by_ply", count)
    app = shown()
    async with running(app, (120, 40)) as pilot:
        first, second = halves
        app.screen.pane.activate_list("Moves")
        await pilot.press("grave_accent")
        await until(pilot, lambda: "▐Moves 12 %▌" in pane_of(app)[0])  # 40 of the 30 hundredths that plies are
        await pilot.press("left")
        assert "▐Positions▌" in pane_of(app)[0]
        assert "%" not in pane_of(app)[0]
        second.set()
        await until(pilot, left.is_set)
        await pilot.press("right")
        await until(pilot, lambda: "▐Moves 12 %▌" in pane_of(app)[0])
        first.set()
        await until(pilot, lambda: "▐Moves 10 + 9▌" in pane_of(app)[0])


async def test_escape_leaves_the_lists_and_then_closes_them():
    app = shown(AIMA)
    async with running(app, (80, 24)) as pilot:
        await pilot.press("grave_accent", "escape")
        assert app.screen.pane.is_open
        assert not app.screen.query_one(ListsPane).has_focus
        await pilot.press("escape")
        assert not app.screen.pane.is_open
        assert app.screen.query_one("#this-step").size.height > 0


def test_a_breakpoint_that_nothing_meets_is_never_hit_and_findings_are_unknown_until_they_were_looked_for():
    browser = Browser(tracer.trace(AIMA))
    browser.stops.add_breakpoint("value == 1000")
    browser.stops.add_breakpoint("cutoff")
    stops, findings = (next(one for one in browser.lists if one.name == name) for name in ("Breakpoints", "Findings"))
    lines = ["".join(piece for piece, _ in stops.format_entry(number, 80)) for number in (0, 1)]
    assert "never hit" in lines[0]
    assert lines[0].index("value ==") == lines[1].index("cutoff")
    assert findings.count_text == "?"
    browser.findings.show_findings([])
    assert findings.count_text == "0"
