"""Steps of a debugger: over a call, into it, out of it and back, held against the events one by one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import AIMA, ragged_trees

import tracer
from tracer.time.moments import Event, event_at
from tracer.tracing import Trace
from tui.adapter.inspection import FIRST, LAST, Walk
from tui.model.browser import Browser

Place = tuple[int, int]
"""A step, and the call that is looked at."""


def places(trace: Trace) -> list[Place]:
    """All places in their order: where a call is about to make another one, and then where that begins; and so on."""
    found: list[Place] = []
    skipping = -1
    for step in range(trace.steps):
        event, node = event_at(trace, step)
        above = int(trace.columns.parent[node])
        if event is Event.ENTERED:
            found += [(step, above)] if above >= 0 else []
            found.append((step, node))
        elif event is Event.RETURNED:
            found.append((step, node))
        elif skipping != above:  # all that is skipped in a row is one
            found.append((step, above))
        skipping = above if event is Event.PRUNED else -1
    return found


def walk_of(trace: Trace, place: Place) -> tuple[Walk, Browser]:
    browser = Browser(trace)
    walk = Walk(browser)
    walk.go(*place)
    assert (browser.cursor.step, walk.call) == place
    return walk, browser


def is_inside(trace: Trace, node: int, above: int) -> bool:
    return above <= node < trace.columns.end[above]


@given(case=ragged_trees(), search=st.sampled_from(["minimax", "alphabeta", "pvs", "mtdf"]), data=st.data())
def test_steps_go_to_the_next_place_of_their_kind(case, search, data) -> None:
    trace = tracer.trace(case.game, search)
    all_places = places(trace)
    number = data.draw(st.integers(0, len(all_places) - 1))
    step, call = here = all_places[number]
    after = all_places[number + 1 :]
    above = int(trace.columns.parent[call])
    leaves = event_at(trace, step) == (Event.RETURNED, call)

    walk, browser = walk_of(trace, here)
    notice = walk.over()
    mine = above if leaves else call
    wanted = next((place for place in after if place[1] == mine), None)
    assert (browser.cursor.step, walk.call) == (wanted or here)
    assert notice == ("" if wanted else LAST)

    walk, browser = walk_of(trace, here)
    walk.into()
    executing = [place for place in after if place[0] > step or place[1] != call]
    innermost = [place for place in executing if place == (place[0], max(c for s, c in all_places if s == place[0]))]
    assert (browser.cursor.step, walk.call) == (innermost[0] if innermost else here)

    walk, browser = walk_of(trace, here)
    walk.out()
    outside = next((place for place in after if place[1] == above and place[0] > trace.left(call)), None)
    assert (browser.cursor.step, walk.call) == (outside or (trace.steps - 1, 0))

    walk, browser = walk_of(trace, here)
    notice = walk.back()
    before = [place for place in all_places if place[0] < step]
    assert browser.cursor.step == (before[-1][0] if before else 0)
    assert notice == ("" if before else FIRST)

    walk, browser = walk_of(trace, here)
    walk.restart(call)
    assert (browser.cursor.step, walk.call) == (trace.entered(call), call)


def test_places_are_in_the_order_of_their_keys() -> None:
    trace = tracer.trace(AIMA)
    keys = [walk_of(trace, place)[0].key for place in places(trace)]
    assert keys == sorted(set(keys))


@pytest.mark.parametrize("search", ["sss", "pns", "uct"])
def test_a_best_first_search_is_stepped_by_its_rows(search: str) -> None:
    trace = tracer.trace(AIMA, search)
    browser = Browser(trace)
    walk = Walk(browser)
    walk.go(0)
    for step in range(1, 8):
        walk.over() if step % 2 else walk.into()
        assert browser.cursor.step == step
    walk.back()
    assert browser.cursor.step == 6
