"""The explorer in best-first searches: what keys do and say there, and what is counted, without cutoffs and windows."""

from __future__ import annotations

import re

import numpy as np
import pytest
from screens import running, shown, text

import tracer
from tui.model.browser import Browser
from tui.model.keys import all_keys
from tui.model.keys_of_log import NOTHING_THERE, OF_LOG, keys_of
from tui.screens.help import groups
from tui.widgets.footer import Footer

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
    for title, pairs in groups(trace).items():
        if title not in ("Stops and places", "Two searches side by side"):
            assert not [pair for pair in pairs if FALSE.search(" ".join(pair))], title
    actions = {key.action for keys in keys_of(trace).values() for key in keys}
    assert set(OF_LOG) | NOTHING_THERE <= {key.action for key in all_keys()}
    assert actions == {key.action for key in all_keys()} - NOTHING_THERE


@pytest.mark.parametrize("search", SEARCHES)
def test_no_key_of_time_speaks_of_cutoffs_but_to_say_that_there_are_none(search):
    view = browser(search)
    for key in all_keys():
        if key.action.startswith("time."):
            view.cursor.go(view.cursor.last // 2)
            notice = str(view.do(key.action))
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
    view.cursor.start()
    view.select(node)
    rows = view.trace.landmarks.rows_about(node).tolist()
    seen = []
    while not view.do("time.next_window"):
        seen.append(view.cursor.step)
    assert seen == [row for row in rows if row > 0]
    assert view.selected == node
    assert "no change of this node's numbers after" in view.do("time.next_window")
    view.cursor.start()
    view.do("time.step_out")
    assert view.selected == 0
    assert view.cursor.step == next(row for row in view.trace.landmarks.rows_about(0) if row > 0)
    view.select(node)
    view.do("time.go_to_return")
    assert view.cursor.step == rows[-1]


@pytest.mark.parametrize("search", SEARCHES)
def test_the_key_of_causes_selects_the_child_that_is_best_at_the_step(search):
    view = browser(search)
    view.select(0)
    notice = view.do("time.select_cause")
    best = view.cursor.best_child(0)
    assert view.selected == (0 if best is None else best)
    assert bool(notice) == (best is None)


@pytest.mark.parametrize("search", SEARCHES)
def test_what_is_counted_by_a_step_is_what_there_is_by_then(search):
    view = browser(search)
    columns, log = view.trace.columns, view.trace.columns.log
    for step in range(0, view.trace.steps, max(view.trace.steps // 7, 1)):
        found = view.cursor.tally_of_log(step)
        there = np.flatnonzero(columns.born <= step)
        parents = set(columns.parent[there[1:]].tolist())
        assert found["visited"] == len(there)
        assert found["frontier"] == len(there) - len(parents)
        if log.counts_visits:
            ended = log.node[: step + 1].tolist()
            assert found["visited again"] == len(ended) - len(set(ended))
    counts = view.trace.counts
    total = view.cursor.tally_of_log(view.cursor.last)
    assert (total["visited"], total["leaves"]) == (counts.visited, counts.leaves)
    for name in ("iterations", "expansions", "states_taken"):
        if name in counts.of_log and search != "dfpn":
            assert counts.of_log[name] == total["states" if name == "states_taken" else "iterations"]


@pytest.mark.parametrize("search", SEARCHES)
def test_counts_by_ply_add_up_and_name_nothing_pruned(search):
    counts = browser(search).trace.counts
    levels = counts.by_ply()
    assert not [name for name in levels[0] if "prun" in name or "cutoff" in name or "table" in name]
    assert sum(level["visited"] for level in levels) == counts.visited
    assert sum(level["leaves"] for level in levels) == counts.leaves
    if "iterations" in counts.of_log:
        assert levels[0]["visits"] == counts.of_log["iterations"]


def test_without_a_window_the_same_key_goes_to_each_change_of_a_value():
    view = Browser(tracer.trace("piglet", search="expectiminimax", depth=4))
    node = next(one for one in view.trace.children(0))
    assert view.trace.columns.turn[node] == 0
    view.cursor.start()
    view.select(node)
    steps = []
    while not view.do("time.next_window"):
        steps.append(view.cursor.step)
    assert steps == [view.trace.left(child) + 1 for child in view.trace.children(node)]
