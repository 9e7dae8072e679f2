"""The explorer in best-first searches: what keys do and say there, and what is counted, without cutoffs and windows."""

import re

import numpy as np
import pytest
from screens import answer, notice, running, shown, text, until
from strategies import AIMA
from textual.widgets import Input

import tracer
from tracer.condition.watchpoint import parse_breakpoint
from tracer.questions.asking import question_at
from tracer.questions.question import format_answer
from tracer.recording.log_numbers import log_of
from tracer.text import number
from tracer.time.moments import best_child
from tracer.why.best_first_substeps import list_substeps
from tracer.why.explain import why
from tracer.why.selection_scores import compute_scores
from tui.model.best_first_keys import LOG_KEY_HELP, USELESS_LOG_ACTIONS, keys_for
from tui.model.browser import Browser
from tui.model.keys import all_keys
from tui.model.row_layout import Layout
from tui.model.row_line import make_line
from tui.screens.help import collect_help_groups
from tui.screens.prompt import Prompt
from tui.widgets.hint_strips import Footer

SEARCHES = {
    "uct": {"iterations": 120},
    "puct": {"iterations": 60},
    "pns": {},
    "dfpn": {},
    "sss": {},
}
FALSE = re.compile(r"cutoff|prune|alpha|beta|window", re.IGNORECASE)


def browser(search: str, game: str = "mnk:3,2,2") -> Browser:
    return Browser(tracer.trace(game, search=search, **SEARCHES[search]))


@pytest.mark.parametrize("search", SEARCHES)
def test_no_help_speaks_of_what_a_best_first_search_does_not_have(search):
    trace = browser(search).trace
    for title, pairs in collect_help_groups(trace).items():
        if title not in ("Stops and places", "Two searches side by side"):
            assert not [pair for pair in pairs if FALSE.search(" ".join(pair))], title
    actions = {key.action for keys in keys_for(trace).values() for key in keys}
    assert set(LOG_KEY_HELP) | USELESS_LOG_ACTIONS <= {key.action for key in all_keys()}
    assert actions == {key.action for key in all_keys()} - USELESS_LOG_ACTIONS


@pytest.mark.parametrize("key", ["slash", "semicolon"])
async def test_no_example_of_a_condition_is_of_a_cutoff(key):
    app = shown("mnk:3,2,2", search="uct", iterations=20)
    async with running(app) as pilot:
        await pilot.press(key)
        assert "ply == 2 and visited > 9" in answer(app)
        assert "cutoff and" not in answer(app)


@pytest.mark.parametrize("search", SEARCHES)
def test_no_key_of_time_speaks_of_cutoffs_but_to_say_that_there_are_none(search):
    view = browser(search)
    for key in all_keys():
        if key.action.startswith("time."):
            view.cursor.go_to_step(view.cursor.last // 2)
            notice = str(view.run_action(key.action))
            assert not FALSE.search(notice) or "has no cutoffs" in notice, (key.label, notice)


async def test_the_footer_and_the_hints_name_iterations():
    app = shown("mnk:3,2,2", "uct", iterations=40)
    async with running(app, (100, 40)):
        assert [key.word for key in app.screen.query_one(Footer).keys][:3] == ["step", "iteration", "best"]
        assert "cutoff" not in text(app)
        assert "windows" not in text(app)


@pytest.mark.parametrize("search", ["uct", "pns", "sss"])
def test_a_key_goes_to_each_change_of_a_nodes_numbers_and_of_its_parents(search):
    view = browser(search)
    node = view.trace.children(0)[0]
    view.cursor.go_to_start()
    view.select(node)
    rows = view.trace.landmarks.rows_about(node).tolist()
    seen = []
    while not view.run_action("time.next_window"):
        seen.append(view.cursor.step)
    assert seen == [row for row in rows if row > 0]
    assert view.selected == node
    assert "no change of this node's numbers after" in view.run_action("time.next_window")
    view.cursor.go_to_start()
    view.run_action("time.step_out")
    assert view.selected == 0
    assert view.cursor.step == next(row for row in view.trace.landmarks.rows_about(0) if row > 0)
    view.select(node)
    view.run_action("time.go_to_return")
    assert view.cursor.step == rows[-1]


@pytest.mark.parametrize("search", SEARCHES)
def test_the_key_of_causes_selects_the_child_that_is_best_at_the_step(search):
    view = browser(search)
    view.select(0)
    notice = view.run_action("time.select_cause")
    best = view.cursor.best_child(0)
    assert view.selected == (0 if best is None else best)
    assert bool(notice) == (best is None)


@pytest.mark.parametrize("search", SEARCHES)
def test_what_is_counted_by_a_step_is_what_there_is_by_then(search):
    view = browser(search)
    columns, log = view.trace.columns, view.trace.columns.log
    for step in range(0, view.trace.steps, max(view.trace.steps // 7, 1)):
        view.cursor.go_to_step(step)
        found = view.cursor.tally
        there = np.flatnonzero(columns.born <= step)
        parents = set(columns.parent[there[1:]].tolist())
        assert found["visited"] == len(there)
        assert found["leaves" if log.counts_visits else "frontier"] == len(there) - len(parents)
        if log.counts_visits:
            ended = log.node[: step + 1].tolist()
            assert found["visited again"] == len(ended) - len(set(ended))
    counts = view.trace.counts
    total = view.cursor.total_tally
    assert (total["visited"], total["leaves"]) == (counts.visited, counts.leaves)
    for name in ("iterations", "expansions", "states_taken"):
        if name in counts.best_first_counts and search != "dfpn":
            assert counts.best_first_counts[name] == total["states" if name == "states_taken" else "iterations"]


@pytest.mark.parametrize("search", SEARCHES)
def test_counts_by_ply_add_up_and_name_nothing_pruned(search):
    counts = browser(search).trace.counts
    levels = counts.by_ply()
    assert not [name for name in levels[0] if "prun" in name or "cutoff" in name or "table" in name]
    assert sum(level["visited"] for level in levels) == counts.visited
    assert sum(level["leaves"] for level in levels) == counts.leaves
    if "iterations" in counts.best_first_counts:
        assert levels[0]["visits"] == counts.best_first_counts["iterations"]


def test_without_a_window_the_same_key_goes_to_each_change_of_a_value():
    view = Browser(tracer.trace("piglet", search="expectiminimax", depth=4))
    node = next(one for one in view.trace.children(0))
    assert view.trace.columns.turn[node] == 0
    view.cursor.go_to_start()
    view.select(node)
    steps = []
    while not view.run_action("time.next_window"):
        steps.append(view.cursor.step)
    assert steps == [view.trace.left(child) + 1 for child in view.trace.children(node)]


def test_moves_are_sorted_by_their_visits_at_each_step_and_by_other_ways_when_asked():
    view = browser("uct", "tictactoe")
    columns = view.trace.columns
    for step in (0, 12, 60, 31, 119):
        view.cursor.go_to_step(step)
        view.rows.expand_to(1)
        shown_ = [node for node in view.rows.visible_nodes.tolist() if columns.parent[node] == 0]
        counted = columns.log.visits(columns.end, step)
        assert shown_ == sorted(view.trace.children(0), key=lambda node: -counted[node])
    assert view.tree.title_notes == []
    view.run_action("tree.next_order")
    assert [node for node in view.rows.visible_nodes.tolist() if columns.parent[node] == 0] == view.trace.children(0)
    assert view.tree.title_notes == ["in the order of the search"]
    for _ in range(3):
        view.run_action("tree.next_order")
    assert view.tree.title_notes == []


def test_other_searches_have_no_order_by_visits():
    for view in (browser("pns"), Browser(tracer.trace("nim:1,2"))):
        seen = [view.tree.sorting.value]
        while not view.run_action("tree.next_order") and view.tree.sorting.value not in seen:
            seen.append(view.tree.sorting.value)
        assert seen == ["in the order of the search", "by value", "by nodes"]


def test_what_was_open_is_found_again_though_the_moves_stand_in_another_order():
    view = browser("uct", "tictactoe")
    view.rows.collapse_all()
    node = next(one for one in view.trace.children(0) if view.rows.can_expand(one))
    view.rows.expand(node)
    before, kept = view.view_state, set(view.rows.visible_nodes.tolist())
    view.cursor.go_to_step(20)
    view.rows.collapse_all()
    view.restore_view(before)
    assert set(view.rows.visible_nodes.tolist()) == kept


@pytest.mark.parametrize("search", ["uct", "puct"])
def test_a_row_has_visits_prior_mean_and_what_is_added_and_the_one_with_most_is_chosen_next(search):
    view = browser(search, "tictactoe")
    view.cursor.go_to_step(40)
    layout = Layout.fit_to_width(view.trace, 100)
    assert layout.number_columns == (("N", "U") if search == "uct" else ("N", "P", "U"))
    names = {name for name, _ in collect_help_groups(view.trace)["Columns"]}
    assert set(layout.format_title(100).split()) - {"node"} <= names
    rows = {node: make_line(view, node, layout) for node in view.trace.children(0)}
    counted = view.trace.columns.log.visits(view.trace.columns.end, 40)
    sums = {}
    for node, row in rows.items():
        assert row.log_numbers[0] == f"{counted[node]}"
        added, total = (
            float(row.log_numbers[-1]),
            float(row.note.partition(" · ")[0].removeprefix("Q + U = ").replace("−", "-")),
        )
        sums[node] = total
        assert total == pytest.approx(
            float(row.value[2:].replace("−", "-")) + added if counted[node] else added, abs=2e-3
        )
        (mine,) = [one for one in compute_scores(view.trace, 0, 41) if one.child == node]
        assert (added, total) == (pytest.approx(mine.exploration, rel=1e-3), pytest.approx(mine.total, rel=1e-3))
    leaf = view.trace.columns.log.node[41]
    chosen = next(node for node in rows if node <= leaf < view.trace.columns.end[node])
    assert sums[chosen] == max(sums.values())


def test_a_node_that_is_made_says_by_which_proof_numbers_its_parent_was_chosen():
    """At each level the least number of the player to move, as it was when the iteration began, and the next one."""
    trace = browser("pns").trace
    log, seen = trace.columns.log, 0
    for step in range(1, trace.steps):
        node = int(log.node[step])
        if trace.entered(node) != step:
            continue
        begun = step
        while log.iteration[begun - 1] == log.iteration[step]:
            begun -= 1
        told = list_substeps(trace, step)
        assert told[-1].text.startswith("expand ")
        for said, _, child in told[:-1]:
            above = trace.columns.parent[child]
            numbers = log.x if trace.columns.turn[above] > 0 else log.y
            known = {}
            for row in range(begun):
                known[int(log.node[row])] = numbers[row]
            brothers = [known[one] for one in trace.children(above)]
            assert f"{number(min(brothers))}, the least" in said
            assert trace.children(above)[brothers.index(min(brothers))] == child
            seen += 1
    assert seen > 30


def test_where_min_chooses_the_sums_are_max_s_view_and_the_least_is_chosen():
    """In rows, in the parts of the step, and in sentences; moves that no iteration has tried are counted in the row."""
    view = browser("uct", "tictactoe")
    trace, log = view.trace, view.trace.columns.log
    for step in range(60, 120):
        way = trace.ancestry(log.node.item(step))
        if len(way) < 4:
            continue
        view.cursor.go_to_step(step - 1)
        chosen, layout = way[2], Layout.fit_to_width(trace, 110)
        rows = {child: make_line(view, child, layout) for child in trace.children(way[1])}
        sums = {
            child: row.note.partition(" · ")[0].removeprefix("Q − U = ").replace("−", "-")
            for child, row in rows.items()
        }
        assert float(sums[chosen]) == min(map(float, sums.values()))
        told = next(part.text for part in list_substeps(trace, step) if part.node == chosen)
        least = next(one for one in compute_scores(trace, way[1], step) if one.child == chosen)
        assert least.total == min(one.total for one in compute_scores(trace, way[1], step))
        assert f"the least: {least.describe()}" in told
        assert any(
            f"{least.describe()} " in one.text and "MIN takes the least" in one.text for one in why(trace, chosen, step)
        )
        for child, row in rows.items():
            state = trace.state(child)
            there = [one for one in trace.children(child) if trace.entered(one) < step]
            left = 0 if trace.game.utility(state) is not None else len(trace.game.moves(state)) - len(there)
            assert (f"{left} untried" in row.note) == (left > 0 and bool(there))
        break
    else:
        raise AssertionError("no iteration goes through MIN's moves")


@pytest.mark.parametrize("search", SEARCHES)
def test_a_change_of_the_best_child_is_where_a_walk_through_all_steps_sees_it(search):
    trace = browser(search).trace
    for node in (0, trace.children(0)[-1]):
        best = [best_child(trace, node, step) for step in range(trace.steps)]
        seen = [step for step in range(trace.steps) if best[step] is not None and best[step] != (None, *best)[step]]
        assert parse_breakpoint("best changes", node).hits(trace).steps.tolist() == seen
        rows = parse_breakpoint(f"changes at #{node}").hits(trace).steps.tolist()
        assert rows == trace.landmarks.rows_about(node).tolist()
        assert rows


async def test_predicting_says_why_a_best_first_search_is_not_asked_about():
    app = shown("mnk:3,2,2", "dfpn")
    async with running(app, (100, 30)) as pilot:
        await pilot.press("Q")
        assert "best-first" in notice(app)
        assert app.browser.predicting is None


@pytest.mark.parametrize("search", ["uct", "puct", "pns", "sss"])
async def test_what_a_best_first_search_does_next_is_asked_and_marked(search):
    app = shown(AIMA if search == "sss" else "mnk:3,2,2", search, **SEARCHES[search])
    async with running(app, (100, 40)) as pilot:
        browser = app.browser
        step = next(step for step in range(3, browser.trace.steps) if question_at(browser.trace, step) is not None)
        browser.cursor.go_to_step(step)
        await pilot.press("Q")
        await until(pilot, lambda: isinstance(app.screen, Prompt))
        asked = browser.question
        assert asked is not None
        app.screen.query_one(Input).value = format_answer(asked.right)
        await pilot.press("enter")
        await until(pilot, lambda: browser.cursor.step == step + 1)
        assert browser.predicting is not None
        assert browser.predicting.score.text == "1 of 1 right"


def test_the_row_of_an_outcome_has_its_probability():
    view = Browser(tracer.trace("piglet", search="star1", depth=6))
    layout, columns = Layout.fit_to_width(view.trace, 100), view.trace.columns
    outcomes = [node for node in range(1, len(view.trace)) if not columns.turn[columns.parent[node]]]
    assert outcomes
    for node in range(len(view.trace)):
        assert make_line(view, node, layout).note.startswith("p 0.5") == (node in outcomes)
    view.cursor.go_to_start()
    assert make_line(view, outcomes[0], layout).note == "not reached"


async def test_two_best_first_searches_side_by_side_have_their_keys_too():
    app = shown("mnk:3,2,2", "uct", iterations=30, against=tracer.trace("mnk:3,2,2", "uct", iterations=40))
    async with running(app, (120, 30)) as pilot:
        assert [key.word for key in app.screen.query_one(Footer).keys][1:3] == ["step", "iteration"]
        assert "iterations" in text(app)
        assert "cutoff" not in text(app)
        await pilot.press("question_mark")
        assert "next iteration" in text(app)


def test_what_a_search_after_all_gave_is_a_mean_where_it_is_one():
    for search, sign in (("uct", "≈"), ("sss", "=")):
        view = browser(search)
        view.what_if_traces[0] = view.trace
        assert view.describe_what_if(0).startswith(f"what if: {sign} ")


def test_what_a_random_game_gave_is_told_from_the_value_of_a_game_that_is_over():
    trace = tracer.trace("nim:1,2", "uct", iterations=150)
    log, told = log_of(trace.columns), set()
    for step in range(trace.steps):
        (said,) = (part.text for part in list_substeps(trace, step) if part.text.startswith("value "))
        is_over = trace.columns.status[log.node[step]] == tracer.Status.TERMINAL
        assert said.endswith(" of a random game") is not is_over
        told.add(bool(is_over))
    assert told == {False, True}


def test_a_call_that_comes_again_says_with_which_numbers_the_one_before_left():
    trace = tracer.trace("nim:1,2,3", "dfpn")
    again = 0
    for node in range(1, len(trace)):
        brothers = [one for one in trace.children(int(trace.columns.parent[node])) if one < node]
        before = [one for one in brothers if trace.label(one) == trace.label(node)]
        said = [sentence for sentence in why(trace, node, trace.steps - 1) if "Called again" in sentence.text]
        assert len(said) == bool(before)
        if before:
            rows = log_of(trace.columns).rows_of(before[-1])
            pn, dn = log_of(trace.columns).x[rows[-1]], log_of(trace.columns).y[rows[-1]]
            assert f"left with pn {number(pn)}, dn {number(dn)}," in said[0].text
            assert said[0].node == before[-1]
            again += 1
    assert again
