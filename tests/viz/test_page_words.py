"""What the page says: word for word what Python says, whatever was searched."""

from __future__ import annotations

import contextlib
import json
import math
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
import scout
from hostile import hostile_trace
from narrow import narrowed
from pages import Open, by_hand, told
from strategies import AIMA, DEPTH_FIRST, WIKIPEDIA, Lattice, bushy_tree, variants

import tracer
from tracer.attaching.attach_functions import attach
from tracer.text import number, window_text
from tracer.tracing import Trace
from tracer.why.explain import event, explain, why
from tracer.why.selective_reasons import FUTILE, NULL, reason_code
from viz.page import script

PROBED = "[(1/2:[3,4],1/2:[3,5]),(1/3:[1,0],1/3:[0,3],1/3:[5,6])]"
PROBED_MORE = '{"turn":"MIN","children":[(1/4:[2,1],3/4:[0,4]),(1/2:[3,1],1/2:[1,3]),(1/2:[0,0],1/2:[1,9])]}'
"""Probes that cut and such that do not, of either player, and one that fails."""


def traces() -> Iterator[Trace]:
    """Searches of every kind: all forms of the search, windows, tests, tables, stops."""
    lattice = Lattice(3, 8)
    for search in DEPTH_FIRST:
        for options in variants(search, (-1, 4)):
            yield tracer.trace(WIKIPEDIA if search in ("alphabeta", "minimax") else AIMA, search, **options)
        yield tracer.trace(lattice, search, depth=4)
        yield tracer.trace(json.dumps(bushy_tree(5, evaluated=True)), search, depth=3)
    for fail, cut in (("hard", ">"), ("hard", ">="), ("soft", ">")):
        yield tracer.trace(lattice, "alphabeta-memo", fail=fail, cut=cut)
        yield tracer.trace("mnk:2,3,2", "alphabeta", fail=fail, cut=cut, window=(-1, 1))
    with scout.registered():
        yield tracer.trace([[2, 3], [[4, 9], [5, 0], [1]], [[7, 8], [6, 6]]], scout.SEARCH.name)
    yield tracer.trace("nim:1,2,3", "engine", depth=5, with_="null,lmr,quiescence,futility")
    yield tracer.trace("nim:1,2,2", "engine", depth=5, with_="null,verify")
    for position in (PROBED, PROBED_MORE):
        yield tracer.trace(position, "star2")
        yield tracer.trace(position, "star1", bounds="-1,9")
    yield tracer.trace("tictactoe", max_nodes=900)
    yield tracer.trace("tictactoe", "minimax", max_nodes=50)
    yield tracer.trace("connect4", depth=3)
    yield from by_hand()
    yield from valueless()
    yield left_pass()
    yield hostile_trace()
    yield narrowed("mnk:2,3,2", 2, "minimax")


def left_pass() -> Trace:
    """Return a deepening whose time is over in its second pass."""

    def best(node: Any, depth: int, first: bool) -> Any:
        if not isinstance(node, list) or depth == 0:
            return node if depth else 0
        found = []
        for child in node:
            if child == 5:
                raise TimeoutError
            found.append(best(child, depth - 1, not first))
        return max(found) if first else min(found)

    def deepen(tree: Any) -> None:
        with contextlib.suppress(TimeoutError):
            for depth in (1, 2, 3):
                best(tree, depth, True)

    with attach(best) as recording:
        deepen([[3, 4], [7, 5]])
    return recording.trace


def valueless() -> Iterator[Trace]:
    """Own code of which some calls return no number: leaves and inner nodes; and cutoffs told in part."""

    def best(node: Any, first: bool, alpha: float, beta: float) -> Any:
        if not isinstance(node, list):
            return None if node == "a" else node
        found: Any = None
        for child in node:
            value = best(child, not first, alpha, beta)
            if value is not None:
                found = value if found is None else (max if first else min)(found, value)
                alpha, beta = (max(alpha, value), beta) if first else (alpha, min(beta, value))
            if alpha >= beta:
                break
        return found

    for tree in ([[7, 3], ["a", 5], [4, 8]], [[2, 7], ["a"], [4, 1, 6]], [["a", "a"], [3, "a"]]):
        with attach(best) as recording:
            best(tree, True, -math.inf, math.inf)
        yield recording.trace
    with attach(best, game=[[3, 12, 8], [2, 4, 6], [14, 5, 2]]) as recording:
        best([[3, 12, 8], [2, 4, 6], [3, 5, 9]], True, -99, 99)
    assert recording.trace.header.skipped_in_part
    yield recording.trace


def test_the_last_pass_that_ended_gave_the_value_where_another_was_left() -> None:
    trace = left_pass()
    assert len(trace.children(0)) == 2
    assert explain(trace.root).startswith("Exactly 0: pass depth 1, the last one that ended, returned 0.\n")


def test_a_call_that_returned_no_number_has_ended_without_a_value() -> None:
    trace = next(valueless())
    told = [event(trace, step) for step in range(trace.steps)]
    told += [one.text for node in range(len(trace)) for step in range(trace.steps) for one in why(trace, node, step)]
    assert "a2/b1 ended without a value" in told
    assert not any("?" in text or "nan" in text for text in told)


def pairs(trace: Trace) -> list[tuple[int, int]]:
    """Nodes and steps: all of a small trace, else some anywhere, at the end, and where something happens."""
    if len(trace) * trace.steps <= 600:
        return [(node, step) for node in range(len(trace)) for step in range(trace.steps)]
    luck = Random(len(trace))
    steps = [luck.randrange(trace.steps) for _ in range(60)]
    nodes = [luck.randrange(len(trace)) for _ in steps]
    happening = [(trace.at(step).path[-1].node, step) for step in steps]
    return [*zip(nodes, steps, strict=True), *((node, trace.steps - 1) for node in nodes), *happening]


def test_every_step_and_every_reason_is_told_as_python_tells_it(tab: Any) -> None:
    for trace in traces():
        asked = pairs(trace)
        found = told(tab, trace, asked)
        assert found["steps"] == trace.steps, trace
        assert found["events"] == [event(trace, step) for step in range(trace.steps)], trace
        wanted = [[list(sentence) for sentence in why(trace, node, step)] for node, step in asked]
        for place, sentences in enumerate(wanted):
            assert found["why"][place] == sentences, (trace, asked[place])


def test_what_a_selective_search_did_is_told_with_its_numbers(tab: Any) -> None:
    nim = tracer.trace("nim:1,2,3", "engine", depth=6, with_="null,verify,futility", margin=0.1)
    worst = tracer.trace("random:b=3,d=5,seed=1,order=worst", "engine", with_="futility", margin=2)
    seen: set[int] = set()
    for trace in (nim, worst):
        asked = [(node, trace.steps - 1) for node in range(len(trace)) if reason_code(trace, node) in (FUTILE, NULL)]
        found = told(tab, trace, asked)
        for place, (node, step) in enumerate(asked):
            wanted = [list(sentence) for sentence in why(trace, node, step)]
            assert found["why"][place] == wanted
            numbered = [text for text, *_ in wanted if re.match(r"Evaluation [−\d]|[−\d.]+ [<>] (alpha|beta) ", text)]
            seen |= {reason_code(trace, node)} if numbered else set()
            assert numbered or reason_code(trace, node) == NULL
    assert seen == {FUTILE, NULL}


def test_numbers_are_written_as_python_writes_them(tab: Any) -> None:
    luck = Random(4)
    ties = [1.0625, 1.0635, 1234.5, 1235.5, 0.5 + 2**-10, 9999.5, 99995.0, 0.00012345, 2.5e-7]
    numbers = [*ties, 1e15, 1e16, 123456789012345.0, 0.1, 1 / 3, -0.0, 1e-5, 1e-4, 12345.678, 1e300, 5e-324, 0.99999]
    numbers += [luck.uniform(-10, 10) * 10.0 ** luck.randint(-12, 18) for _ in range(2_000)]
    numbers += [luck.randint(1, 2**20) / 2 ** luck.randint(0, 24) for _ in range(2_000)]
    numbers += [-found for found in numbers]
    found = tab.evaluate(
        f"(numbers) => {{ {script.join_modules()} return numbers.map(rooms.numbers.number); }}", numbers
    )
    assert found == [number(value) for value in numbers]
    ends = tab.evaluate(
        f"() => {{ {script.join_modules()} return [NaN, Infinity, -Infinity].map(rooms.numbers.number); }}"
    )
    assert ends == [number(value) for value in (math.nan, math.inf, -math.inf)]


def test_each_step_shows_its_explanation_and_the_reasons_at_its_node(open_page: Open) -> None:
    trace = tracer.trace(AIMA)
    page = open_page(trace, "#step=0")
    for step in sorted({*range(trace.steps)} - {*trace.landmarks.skipped_along.tolist()}):
        assert (page.step, page.event) == (step, event(trace, step))
        assert page.counts()["pruned branches"][0] == f"{trace.past(step).counts.pruned_branches}"
        cut = trace.landmarks.cut_at(step)
        node = trace.at(step).node.index if cut is None else cut
        assert page.sentences == [sentence.text for sentence in why(trace, node, step)]
        page.press("n")
    assert page.step == trace.steps - 1
    page.press(*"b" * 10)
    assert page.step == 12


def test_counts_so_far_and_in_the_end(open_page: Open) -> None:
    trace = tracer.trace("tictactoe")
    page = open_page(trace, f"#step={trace.steps - 1}")
    counts, total = page.counts(), trace.counts
    assert counts["visited"] == ("18,297", "18,297")
    assert counts["leaves"] == (f"{total.leaves:,}",) * 2
    assert counts["pruning cutoffs"] == ("4,237", "4,237")
    assert page.text(".counts-panel p").startswith("Besides, 3,943 cutoffs in the end come after a last move")
    assert counts["pruned branches"] == ("6,930", "6,930")
    assert counts["pruned nodes"] == ("531,649", "531,649")
    page.press("0")
    assert page.counts()["visited"] == ("1", "18,297")
    assert page.counts()["pruned nodes"][0] == "0"


def test_the_board_is_the_position_of_the_selected_node(open_page: Open) -> None:
    page = open_page(tracer.trace("tictactoe", max_nodes=400), "#step=3")
    label = page.page.locator(".position svg.board").get_attribute("aria-label")
    assert label == "Board, row by row: X O X; empty empty empty; empty empty empty"
    assert page.page.locator(".position .fresh").count() == 1
    assert page.page.locator(".frames svg.board").count() == 4
    assert page.page.locator(".frames li:nth-child(4) svg.board path.x").count() == 2
    textual = open_page(tracer.trace(Lattice(1, 4)), "#step=0")
    assert textual.text("pre.board") == "rung 0, MAX\n"


def test_a_page_without_positions_says_so(open_page: Open) -> None:
    plain = tracer.trace("tictactoe", max_nodes=50)
    trace = Trace(plain.columns, plain.move_labels, plain.header, labels=plain.move_labels)
    assert open_page(trace).text(".position p") == "The recording has no game, so it has no positions."


def test_positions_below_the_last_ply_that_fits_are_missing_and_it_says_so(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viz.page.boards.MAX_REPLAYED_NODES", 12)
    page = open_page(tracer.trace("tictactoe", "minimax", depth=2), "#step=2")
    assert page.text(".position p") == "There is no board in this page below ply 1: the positions are too many."
    assert page.page.locator(".position .board").count() == 0


def test_windows_of_the_open_path(open_page: Open) -> None:
    page = open_page(tracer.trace(AIMA), "#step=12")
    assert page.page.locator(".frames .ends").all_text_contents() == ["(3, ∞)", "α 3 ≥ β 2"]
    assert page.page.locator(".frames .closed").count() == 1
    label = page.page.locator(".frames button").nth(1).get_attribute("aria-label")
    assert label == "ply 1, a2, MIN, window α 3 ≥ β 2, best 2"
    plain = open_page(tracer.trace(AIMA, "minimax"), "#step=12")
    assert plain.page.locator(".frames .bar").count() == 0
    assert "best 3" in plain.text(".frames")
    leaf = open_page(tracer.trace(AIMA, "minimax"), "#step=3")
    assert leaf.page.locator(".frames .ends").all_text_contents() == ["no value yet", "no value yet", "returned 3"]


def test_ends_of_windows_are_written_as_python_writes_them(tab: Any) -> None:
    luck = Random(5)
    ends = [0.0, 3.0, 5.0, -2.5, 0.1, 1 / 3, 1e-5, 123456.75, 1e16, *(luck.uniform(-9, 9) for _ in range(50))]
    ends += [math.nextafter(end, towards) for end in ends for towards in (-math.inf, math.inf)]
    pairs = [(one, other) for one in ends[:40] + ends[-40:] for other in ends]
    call = f"(pairs) => {{ {script.join_modules()} return pairs.map(([a, b]) => rooms.why.windowText(a, b)); }}"
    assert tab.evaluate(call, pairs) == [window_text(*pair) for pair in pairs]
