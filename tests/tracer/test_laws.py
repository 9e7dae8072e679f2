"""The laws of a trace hold for every search with every option, and each of them can be broken."""

from dataclasses import replace
from typing import Any

import laws
import numpy as np
import pytest
from hypothesis import given
from laws import LAWS, LAWS_OF_COLUMNS, LawBroken, check_laws
from strategies import AIMA, WIKIPEDIA, Case, searched, variants

import tracer
from tracer.recording.columns import DTYPES, NO_DEPTH, Columns
from tracer.recording.status import EXPANDED, HORIZON, LOWER, OPEN, PRUNED, TABLE, TERMINAL, UPPER
from tracer.tracing import Trace


@given(searched())
def test_every_search_with_every_option_obeys_every_law(given_case: tuple[Case, dict[str, Any], Any]) -> None:
    case, options, window = given_case
    for search in case.searches:
        for variant in variants(search, window):
            check_laws(tracer.trace(case.game, search, position=case.position, **options, **variant))


@given(searched())
def test_a_stopped_search_obeys_every_law_wherever_it_was_stopped(given_case: tuple[Case, dict[str, Any], Any]) -> None:
    case, options, _ = given_case
    for search in case.searches:
        whole = tracer.trace(case.game, search, position=case.position, **options)
        for visits in {1, 2, 3, 5, 8, 13, len(whole) // 2, len(whole)} - {0}:
            check_laws(tracer.trace(case.game, search, position=case.position, max_nodes=visits, **options))


def test_fail_hard_with_the_strict_test_never_prunes() -> None:
    """A clamped value cannot lie beyond the window, so `>` never holds: the whole tree is visited."""
    trace = tracer.trace(WIKIPEDIA, fail="hard", cut=">")
    assert int(trace.columns.visited_before[-1]) == 33
    assert not trace.columns.cutoff.any()


def altered(trace: Trace, column: str, node: int, entry: Any, **header: Any) -> Trace:
    """The same trace with one entry of one column replaced."""
    columns = {name: np.array(getattr(trace.columns, name)) for name in DTYPES}
    columns[column][node] = entry
    moves = [trace.move(node) for node in range(1, len(trace))]
    numbered = list(dict.fromkeys(moves))
    columns["move"][1:] = [numbered.index(move) for move in moves]
    if column == "move":
        columns["move"][node] = entry
    changed = replace(trace.header, **header) if header else trace.header
    return Trace(Columns(**columns), numbered, changed, trace.game)


# 13 nodes: 0 root; 1 with 2, 3, 4; 5 with 6 and the pruned 7, 8; 9 with 10, 11, 12.
BREAKING = [
    (laws.ranges, "end", 1, 6, r"node 6 .*: parent 1, ply 2; it stands below node 0"),
    (laws.ranges, "end", 5, 10, r"it stands below node 0"),
    (laws.ranges, "end", 2, 4, r"node 2 \(a1/b1\): TERMINAL, but it has children"),
    (laws.ranges, "end", 3, 3, r"node 3 .*range 3 … 2 is not within"),
    (laws.ranges, "end", 12, 14, r"not within 0 … 12"),
    (laws.ranges, "end", 0, 12, r"not the whole trace"),
    (laws.windows, "alpha", 5, 9.0, r"node 6 \(a2/b1\): the window \(3, ∞\) is not inside \(9, ∞\)"),
    (laws.windows, "beta", 9, 3.0, r"node 9 \(a3\): the window \(3, 3\) is empty"),
    (laws.windows, "alpha", 2, np.nan, r"node 2 .*window \(\?, ∞\) is not inside"),
    (laws.windows, "value", 1, 4.0, r"node 5 \(a2\): .* is not inside \(4, ∞\), the running window of node 0"),
    (laws.values, "value", 2, 1.0, r"node 1 \(a1\): the value 3 is not its best child's 1"),
    (laws.values, "value", 0, 14.0, r"node 0 \(root\): the value 14 is not its best child's 3"),
    (laws.bounds, "value", 3, 2.0, r"node 1 \(a1\): the value is said to lie in \(3, 3\), .* only prove \(2, 2\)"),
    (laws.bounds, "value", 6, 4.0, r"node 5 \(a2\): the value is said to lie in \(−∞, 2\), .* \(−∞, 4\)"),
    (laws.cutoffs, "cutoff", 5, False, r"node 5 \(a2\): 2 branches are pruned without a cutoff"),
    (laws.cutoffs, "cutoff", 1, True, r"node 1 \(a1\): a cutoff, but child 4 returned 8, and 8 <= alpha −∞ is false"),
    (laws.cutoffs, "cutoff", 2, True, r"node 2 \(a1/b1\): a cutoff before any move was searched"),
    (laws.cutoffs, "value", 6, 4.0, r"node 5 \(a2\): a cutoff, but child 6 returned 4, and 4 <= alpha 3 is false"),
    (
        laws.cutoffs,
        "value",
        10,
        1.0,
        r"node 9 .*child 10 returned 1, and 1 <= alpha 3, but the search went on to child 12",
    ),
    (laws.cutoffs, "cutoff", 9, False, r"node 9 \(a3\): child 12 returned 2, and 2 <= alpha 3, but there is no cutoff"),
    (laws.cutoffs, "status", 3, PRUNED, r"visited after a branch was pruned"),
    (laws.principal_variation, "value", 2, 4.0, r"node 2 \(a1/b1\): on the principal variation with 4, not 3"),
    (laws.principal_variation, "status", 2, EXPANDED, r"node 2 .* this is no leaf"),
    (laws.moves, "move", 4, 1, r"node 4 \(a1/b1\): the move b1 comes twice below node 1"),
    (laws.moves, "turn", 9, 1, r"node 9 \(a3\): MAX moves, but the rules say"),
    (laws.leaves, "value", 2, 5.0, r"node 2 \(a1/b1\): the value is 5, not 3"),
    (laws.leaves, "status", 2, HORIZON, r"HORIZON, but the utility there is 3"),
    (laws.leaves, "status", 1, TERMINAL, r"TERMINAL, but the utility there is None"),
]


@pytest.mark.parametrize(("law", "column", "node", "entry", "message"), BREAKING)
def test_each_law_notices_what_breaks_it_and_names_the_node(
    law: laws.Law, column: str, node: int, entry: Any, message: str
) -> None:
    trace = tracer.trace(AIMA)
    law(trace)
    with pytest.raises(LawBroken, match=message):
        law(altered(trace, column, node, entry))


def test_where_a_value_equals_the_windows_end_the_cutoff_test_is_named() -> None:
    trace = tracer.trace([[3, 12, 8], [3, 4, 6], [14, 5, 2]])
    strict = replace(trace.header, options={"cut": ">"})
    with pytest.raises(LawBroken, match=r"3 < alpha 3 \(the test of this search is >\) is false"):
        laws.cutoffs(Trace(trace.columns, [], strict, labels=trace.move_labels))
    with pytest.raises(LawBroken, match=r"3 <= alpha 3 \(the test of this search is >=\), but there is no cutoff"):
        laws.cutoffs(altered(tracer.trace([[3, 12, 8], [4, 6, 3], [14, 5, 2]]), "cutoff", 5, False))
    with pytest.raises(LawBroken, match="the search has no windows"):
        laws.cutoffs(Trace(trace.columns, [], replace(trace.header, windowed=False), labels=trace.move_labels))


@pytest.mark.parametrize("function", ["entered", "left"])
def test_steps_that_are_not_numbered_one_by_one_are_noticed(function: str, monkeypatch: pytest.MonkeyPatch) -> None:
    true = getattr(Trace, function)
    monkeypatch.setattr(Trace, function, lambda trace, node: true(trace, node) + (node == 5))
    with pytest.raises(LawBroken, match="an event at step"):
        laws.steps(tracer.trace(AIMA))


def test_a_missing_legal_move_is_noticed() -> None:
    trace = tracer.trace(AIMA, "minimax")
    columns = {name: np.delete(np.array(getattr(trace.columns, name)), 12) for name in DTYPES}
    columns["end"] = np.minimum(columns["end"], 12)
    columns["move"] = columns["move"].astype(np.int32)
    moves = {int(trace.columns.move[node]): trace.move(node) for node in range(1, len(trace))}
    short = Trace(Columns(**columns), [moves[place] for place in sorted(moves)], trace.header, trace.game)
    laws.ranges(short)
    with pytest.raises(LawBroken, match=r"node 9 \(a3\): the legal move b3 is neither visited nor pruned"):
        laws.moves(short)


def test_a_move_that_is_not_legal_is_noticed() -> None:
    other = tracer.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2, 7]], "minimax")
    other.game = tracer.game("[[3,12,8],[2,4,6],[14,5,2]]")
    with pytest.raises(LawBroken, match=r"node 13 \(a3/b4\): b4 is no legal move there"):
        laws.moves(other)


def test_a_fail_hard_value_outside_its_window_is_noticed() -> None:
    trace = tracer.trace(AIMA, fail="hard", window=(0, 5))
    laws.values(trace)
    with pytest.raises(LawBroken, match=r"node 2 .* fail-hard value 6 lies outside the window \(0, 5\)"):
        laws.values(altered(trace, "value", 2, 6.0))


def test_an_exact_value_beside_a_pruned_branch_is_noticed() -> None:
    trace = altered(altered(tracer.trace(AIMA), "status", 4, PRUNED), "value", 4, np.nan)
    with pytest.raises(
        LawBroken, match=r"node 1 \(a1\): the value is said to lie in \(3, 3\), .* only prove \(−∞, 3\)"
    ):
        laws.bounds(trace)


def test_a_bound_that_the_window_does_not_give_is_noticed() -> None:
    """With the strict test announced, a value on the window's end counts as exact; here it was cut off."""
    trace = tracer.trace([[3, 12, 8], [3, 4, 6], [14, 5, 2]])
    laws.bounds(trace)
    with pytest.raises(LawBroken, match=r"node 5 \(a2\): the value is said to lie in \(3, 3\)"):
        laws.bounds(altered(trace, "value", 2, 3.0, options={"cut": ">"}))


def test_a_re_search_after_a_bound_is_no_repetition() -> None:
    """A scout that fails high is searched again at once, with a wider window: both visits are one move."""
    recorder = tracer.Recorder()
    root = recorder.enter(None, 1, -np.inf, np.inf)
    recorder.leave(recorder.enter("a1", -1, -np.inf, np.inf), 2, TABLE)
    scout = recorder.enter("a2", -1, 2, 3)
    recorder.leave(scout, 5, TABLE)
    recorder.leave(recorder.enter("a2", -1, 3, np.inf), 5, TABLE)
    recorder.leave(root, 5)
    columns, moves = recorder.finish()
    game = tracer.game("[[2, 9], [6, 5]]")
    check_laws(Trace(columns, moves, tracer.Header(), game))
    columns.value.setflags(write=True)
    columns.value[scout] = 2.5  # now the scout is exact, and to search the move again is a repetition
    with pytest.raises(LawBroken, match="comes twice"):
        laws.moves(Trace(columns, moves, tracer.Header(), game))


def test_passes_that_close_in_from_both_sides_prove_a_value_together() -> None:
    trace = tracer.trace(AIMA, "mtdf")
    passes = trace.children(0)
    assert [trace.bound(node) for node in passes] == [LOWER, UPPER]
    check_laws(trace)
    with pytest.raises(LawBroken, match=r"^node 0 .* lie in \(3, 3\), but its children only prove \(3, ∞\)"):
        laws.bounds(altered(trace, "beta", passes[1], 3.0))
    for told, holds in ((3, True), (2, False)):
        depth = np.full(len(trace), NO_DEPTH, np.int32)
        depth[passes] = told, 3
        deepened = trace.with_columns(replace(trace.columns, depth=depth), trace.header)
        if holds:
            check_laws(deepened)
        else:
            with pytest.raises(LawBroken, match=r"^node 0 "):
                laws.bounds(deepened)


def test_open_nodes_are_excused() -> None:
    trace = tracer.trace(WIKIPEDIA, max_nodes=9)
    assert int((trace.columns.status == OPEN).sum()) > 1
    check_laws(trace)


def test_without_a_game_the_laws_of_the_columns_are_held() -> None:
    trace = tracer.trace(AIMA)
    trace.game = None
    check_laws(trace)
    assert set(LAWS) - set(LAWS_OF_COLUMNS) == {laws.moves, laws.leaves, laws.full_tree}
    broken = altered(tracer.trace(AIMA), "value", 0, 14.0)
    broken.game = None
    with pytest.raises(LawBroken) as caught:
        check_laws(broken)
    assert caught.value.node == 0
