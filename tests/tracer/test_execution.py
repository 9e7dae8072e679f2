"""Where the pseudo-code stands at each step: held against the variables of the searches themselves as they run."""

from typing import Any

import pytest
from hypothesis import given, settings
from strategies import AIMA, DEPTH_FIRST, PLAIN, WIKIPEDIA, Lattice, searched, variants
from watching import watched

import tracer
from tracer import Event, Header, Status, Trace
from tracer.games.rules import label
from tracer.searches.pseudocode import Tag
from tracer.text import number
from tracer.time.moments import event_at
from tracer.why.code_at_step import NO_VALUE_YET, list_variables, pseudocode_line, pseudocode_of, tag_at

LEAVES = {Status.TERMINAL: Tag.TERMINAL, Status.HORIZON: Tag.HORIZON, Status.TABLE: Tag.TABLE}
RUNS: list[tuple[Any, dict[str, Any]]] = [
    (AIMA, {}),
    (WIKIPEDIA, {}),
    ([[1], [2, [3, 4]]], {}),
    ("tictactoe", {"depth": 4, "max_nodes": 3_000}),
    (Lattice(4, 9), {}),
    (Lattice(4, 9), {"depth": 4}),
    ("random:b=3,d=5,seed=1,order=worst", {"depth": 4}),
]


def expected(trace: Trace, step: int, seen: dict[str, Any]) -> dict[str, str]:
    """What should be shown, from the variables of the running search."""
    shown = {name: number(seen[name]) for name in ("alpha", "beta") if name in seen}
    if trace.header.depth is not None:
        shown["depth"] = str(seen["depth"])
    looped = "move" in seen
    shown["best"] = number(seen["best"]) if looped else NO_VALUE_YET
    shown["best move"] = label(trace.game, seen["best_move"]) if looped else NO_VALUE_YET
    shown["move"] = label(trace.game, seen["move"]) if looped else NO_VALUE_YET
    shown["value"] = number(seen["value"]) if looped else NO_VALUE_YET
    shown["returns"] = number(seen["returns"]) if "returns" in seen else NO_VALUE_YET
    return shown


@given(searched())
@settings(max_examples=40)
def test_the_variables_are_those_of_the_running_search(drawn):
    case, options, window = drawn
    for search in PLAIN:
        for more in variants(search, window):
            trace, seen = watched(case.game, search, position=case.position, **options, **more)
            assert len(seen) == trace.steps
            for step in range(0, trace.steps, max(trace.steps // 60, 1)):
                shown = dict(list_variables(trace, step))
                mover = shown.pop("to move")
                assert mover.endswith("(its view)") == (tracer.SEARCHES[search].view == "mover")
                assert shown == expected(trace, step, seen[step])


def test_a_negamax_frame_shows_the_movers_numbers_and_says_so():
    ours = dict(list_variables(tracer.trace(AIMA), 12))
    theirs = dict(list_variables(tracer.trace(AIMA, "negamax-alphabeta"), 12))
    assert (ours["to move"], ours["alpha"], ours["beta"], ours["best"]) == ("MIN", "3", "∞", "2")
    assert (theirs["to move"], theirs["alpha"], theirs["beta"], theirs["best"]) == ("MIN (its view)", "−∞", "−3", "−2")


@given(searched())
def test_every_event_of_every_search_stands_on_a_line_that_its_tag_agrees_with(drawn):
    case, options, window = drawn
    for search in case.searches:
        for more in variants(search, window):
            trace = tracer.trace(case.game, search, position=case.position, **options, **more)
            lines = [pseudocode_line(trace, step) for step in range(trace.steps)]
            assert None not in lines
            for step, line in enumerate(lines):
                tag = tag_at(trace, step)
                assert line == tracer.SEARCHES[search].code.line(tag, driver=event_at(trace, step)[1] in trace.drivers)
                assert tag in allowed(trace, step)


def allowed(trace: Trace, step: int) -> set[Tag]:
    """The tags that may stand at an event, from the node alone."""
    event, index = event_at(trace, step)
    node = trace.node(index)
    if event is Event.ENTERED:
        return {Tag.ENTER}
    cut = node.parent if event is Event.PRUNED else node
    assert cut is not None
    last = [child.index for child in cut.children if child.status is not Status.PRUNED]
    if cut.cutoff and step == trace.left(last[-1]) + 1:
        return {Tag.CUT_AT_MAX if cut.turn == tracer.MAX else Tag.CUT_AT_MIN}
    return {Tag.PRUNE} if event is Event.PRUNED else {LEAVES.get(node.status, Tag.RETURN)}


@pytest.mark.parametrize("search", DEPTH_FIRST)
def test_no_marked_line_is_dead(search):
    reached, entry = set(), tracer.SEARCHES[search]
    learned = {"with_": "table"} if "with_" in entry.options else {}
    for game, options in RUNS:
        trace = tracer.trace(game, search, **options, **learned)
        reached |= {pseudocode_line(trace, step) for step in range(trace.steps)}
    if entry.chance:
        trace = tracer.trace("[(0.9:[2,2],0.1:[3,3]),(0.9:[1,1],0.1:[4,4])]", search)
        reached |= {pseudocode_line(trace, step) for step in range(trace.steps)}
    used = pseudocode_of(trace)  # with the lines of what all these runs have switched on
    assert reached == {*used.tags.values(), *used.driver.values()}


@pytest.mark.parametrize("search", DEPTH_FIRST)
def test_the_events_of_a_visit_go_down_the_page(search):
    for game, options in RUNS:
        trace = tracer.trace(game, search, **options)
        visits: dict[int, list[int]] = {}
        for step in range(trace.steps):
            event, node = event_at(trace, step)
            line = pseudocode_line(trace, step)
            assert line is not None
            frame = int(trace.columns.parent[node]) if event is Event.PRUNED else node
            visits.setdefault(frame, []).append(line)
        for frame, lines in visits.items():
            assert lines == sorted(lines)
            assert lines[0] == tracer.SEARCHES[search].code.line(Tag.ENTER, driver=frame in trace.drivers)
            assert len(lines) == 1 or lines[-1] > lines[0]


def test_the_code_of_a_trace_is_that_of_its_options():
    trace = tracer.trace(AIMA, fail="hard", cut=">")
    shown = pseudocode_of(trace)
    assert shown is not None
    assert any("best > beta" in line for line in shown.lines)
    assert "clamped" in shown.lines[-1]
    assert pseudocode_of(tracer.trace(AIMA)) == tracer.SEARCHES["alphabeta"].code


@pytest.mark.parametrize("search", ["my own", "alphabeta"])
def test_a_search_that_is_not_plyscopes_own_has_no_line_whatever_its_name_is(search):
    recorded = tracer.trace(AIMA)
    trace = Trace(recorded.columns, [], Header(search=search), labels=recorded.move_labels)
    assert (pseudocode_of(trace), pseudocode_line(trace, 12)) == (None, None)
    assert pseudocode_line(recorded, 12) is not None


def test_an_event_that_the_pseudo_code_lacks_has_no_line():
    recorded = tracer.trace(AIMA)
    header = tracer.trace(AIMA, "minimax").header
    trace = Trace(recorded.columns, [], header, labels=recorded.move_labels)
    assert pseudocode_line(trace, 12) is None
    assert pseudocode_line(trace, 0) == 0


def test_a_stopped_search_has_a_line_and_variables_at_its_last_step():
    trace = tracer.trace("tictactoe", max_nodes=5, depth=7)
    assert tag_at(trace, trace.steps - 1) is Tag.ENTER
    assert dict(list_variables(trace, trace.steps - 1))["depth"] == "3"


def test_what_outcomes_have_added_up_to_is_no_best_value():
    trace = tracer.trace("race:3,1,2", "star1", depth=4)
    for step in range(trace.steps):
        known, node = dict(list_variables(trace, step)), event_at(trace, step)[1]
        chance = trace.columns.turn[node] == 0
        assert ("so far" in known, "best" in known, "best move" in known) == (chance, not chance, not chance)
