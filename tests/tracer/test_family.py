"""The numbers of the search family, by the conventions of its papers.

Each number came out of two independent programs. A visit is one entry into a node; cutoffs are by `>=`, fail-soft, full
window, and also count after the last move. A driver above the passes is one visit more than the passes have.
"""

import math
from itertools import pairwise
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from laws import check_laws
from strategies import AIMA, WIKIPEDIA, Case, evaluated_trees, minimax_value, ragged_trees
from visits import scouted

import tracer
from tracer import Status, Trace
from tracer.condition.expression import parse_condition
from tracer.why.explain import why

INFINITY = math.inf
DEEPENED = "10 36 163 492 1692 3281 11612 13451 18297"
"""Alpha-beta on tic-tac-toe to depths 1 … 9."""


class Row(NamedTuple):
    """What a search visits: numbers by the names that `Counts` has for them."""

    game: Any
    search: str
    options: dict[str, Any]
    value: float
    counts: dict[str, int]
    passes: str = ""
    """Visits by pass."""

    def __str__(self) -> str:
        return f"{self.search} {self.options or ''} {str(self.game)[:12]}"


def visits(  # the columns of a table
    visited: int, distinct: int, leaves: int, cutoffs: int, pruning: int, skipped: int, re_searches: int
) -> dict[str, int]:
    return {
        "visited": visited,
        "distinct_nodes": distinct,
        "leaf_evaluations": leaves,
        "cutoffs": cutoffs,
        "pruning_cutoffs": pruning,
        "skipped_moves": skipped,
        "re_searches": re_searches,
    }


def driven(visited: int, distinct: int, leaves: int, hits: int, cutoffs: int, pruning: int) -> dict[str, int]:
    return {
        "visited": visited + 1,
        "distinct_nodes": distinct,
        "leaf_evaluations": leaves,
        "table_hits": hits,
        "cutoffs": cutoffs,
        "pruning_cutoffs": pruning,
    }


ORDER = "[(0.9:[2,2],0.1:[3,3]),(0.9:[1,1],0.1:[4,4])]"
SCALED = "[(0.9:[20,20],0.1:[30,30]),(0.9:[1,1],0.1:[400,400])]"
"""Russell and Norvig's pair: an order-preserving change of the leaves, and another move is best."""
LEARNED = "table,hash,killers,history"
ROWS = (
    # Marsland & Campbell 1982; Reinefeld 1983.
    Row(AIMA, "pvs", {}, 3, visits(11, 11, 7, 2, 1, 2, 0)),
    Row(WIKIPEDIA, "pvs", {}, 6, visits(32, 25, 11, 10, 5, 5, 2)),
    Row("tictactoe", "pvs", {}, 0, visits(17_080, 17_015, 6_825, 7_903, 3_912, 6_264, 3)),
    Row("random:b=3,d=6,order=best", "pvs", {}, -11, visits(125, 125, 53, 46, 46, 92, 0)),
    # Pearl 1980.
    Row(WIKIPEDIA, "scout", {}, 6, visits(35, 25, 12, 8, 4, 4, 2)),
    Row("tictactoe", "scout", {}, 0, visits(18_026, 17_027, 7_194, 8_321, 4_178, 6_645, 10)),
    # Plaat, Schaeffer, Pijls & de Bruin 1996.
    Row(AIMA, "mtdf", {"guess": INFINITY}, 3, driven(25, 11, 7, 8, 6, 5), "7 6 7 5"),
    Row(WIKIPEDIA, "mtdf", {"guess": 6}, 6, driven(27, 21, 7, 2, 11, 8), "15 12"),
    Row("tictactoe", "mtdf", {}, 0, driven(4_377, 4_342, 510, 1_839, 1_569, 1_127), "535 3842"),
    Row("tictactoe", "mtdf", {"table": "path"}, 0, driven(16_828, 16_769, 6_720, 25, 7_821, 3_821), "966 15862"),
    Row("tictactoe", "deepening", {}, 0, {"visited": 49_035, "passes": 9}, DEEPENED),
    Row("tictactoe", "deepening", {"with": "table"}, 0, {"visited": 17_150}, "10 36 163 405 1101 1782 4336 4450 4866"),
    Row("tictactoe", "deepening", {"with": LEARNED}, 0, {"visited": 6_855}, "10 26 104 178 725 693 2620 1161 1337"),
    Row(
        "tictactoe",
        "deepening",
        {"with": LEARNED, "aspiration": 0.5},
        0,
        {"visited": 6_307},
        "10 26 104 178 667 684 2031 1193 1413",
    ),
    # Michie 1966; Ballard 1983.
    Row(ORDER, "expectiminimax", {}, 2.1, {"visited": 15}),
    Row(SCALED, "expectiminimax", {}, 40.9, {"visited": 15}),
    Row(ORDER, "star1", {}, 2.1, {"visited": 11}),
    Row(SCALED, "star1", {}, 40.9, {"visited": 14}),
    Row(ORDER, "star2", {}, 2.1, {"visited": 15, "distinct_nodes": 11}),
)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_a_search_visits_what_its_papers_say(row: Row) -> None:
    trace = tracer.trace(row.game, row.search, **row.options)
    assert trace.value == pytest.approx(row.value, abs=1e-9)
    assert {name: getattr(trace.counts, name) for name in row.counts} == row.counts
    if row.passes:
        columns = trace.columns
        sizes = [columns.visited_before[columns.end[one]] - columns.visited_before[one] for one in trace.children(0)]
        assert sizes == list(map(int, row.passes.split()))
    plain = "expectiminimax" if tracer.SEARCHES[row.search].chance else "minimax"
    assert trace.counts.full_tree_nodes == tracer.trace(row.game, plain).counts.visited


def test_the_passes_of_sss_ask_for_its_merits() -> None:
    trace = tracer.trace(AIMA, "mtdf", guess=INFINITY)
    assert [trace.columns.beta[one] for one in trace.children(0)] == [INFINITY, 14, 5, 3]


def test_a_scout_and_its_re_search_say_so() -> None:
    trace = tracer.trace(WIKIPEDIA, "pvs")
    said = [[sentence.text for sentence in why(trace, child, trace.steps - 1)] for child in trace.children(0)]
    assert [any("A scout" in text for text in texts) for texts in said] == [False, True, False, True]
    assert "3 < 6 < ∞, so it is searched again" in " ".join(said[1])
    assert "It was searched again from 6: its scout had returned 6, 3 < 6 < ∞." in said[2]
    assert "it is not." in " ".join(said[3])


def test_a_window_that_alpha_beta_has_left_is_no_scout() -> None:
    """Whole numbers side by side are a null window in a program's own search, but only where it narrowed to them."""
    for window, said in {(0, 1): False, (1, 2): True}.items():
        record = tracer.Recorder()
        root = record.enter(None, 1, -2, 4)
        first = record.enter("a", -1, -2, 4)
        record.leave(first, 0, tracer.Status.TERMINAL)
        second = record.enter("b", -1, 0, 4)
        for move, ends, value in (("x", (0, 4), 1), ("y", window, 1)):
            leaf = record.enter(move, 1, *ends)
            record.leave(leaf, value, tracer.Status.TERMINAL)
        record.leave(second, 1, tracer.Status.EXPANDED)
        record.leave(root, 1, tracer.Status.EXPANDED)
        trace = Trace(*record.finish(), tracer.Header(search="own"))
        assert any("A scout" in sentence.text for sentence in why(trace, 4, trace.steps - 1)) == said


def test_a_driver_says_what_its_passes_prove_and_which_one_has_the_move() -> None:
    trace = tracer.trace(AIMA, "mtdf")
    said = [sentence.text for sentence in why(trace, 0, trace.steps - 1)]
    assert [trace.label(one) for one in trace.children(0)] == ["γ = 0", "γ = 3⁺"]
    assert any("at least 3 and at most 3" in text for text in said)
    assert any("pass γ = 0" in text for text in said)
    assert said[-1] == "This is the result of the search: move a1 is best."
    assert trace.find("a1").parent == trace.node(1)


def test_whole_numbers_side_by_side_are_a_null_window_of_a_program_of_ones_own() -> None:
    trace = scouted(str(WIKIPEDIA))
    again = next(node for node in range(len(trace)) if is_re_search(trace, node))
    before = [sentence.text for sentence in why(trace, int(again), trace.steps - 1)]
    assert any("It was searched again" in text for text in before)


def is_re_search(trace: Trace, node: int) -> bool:
    parent = int(trace.columns.parent[node])
    siblings = [] if parent < 0 else trace.children(parent)
    place = siblings.index(node) if siblings else 0
    same = place > 0 and trace.columns.move[siblings[place - 1]] == trace.columns.move[node]
    return bool(same and trace.columns.status[node] != Status.PRUNED)


def visited_paths(trace: Trace) -> set[tuple[str, ...]]:
    """The paths that were visited."""
    paths: list[tuple[str, ...]] = []
    parent, passes = trace.columns.parent, trace.passes
    for node in range(len(trace)):
        above = paths[parent[node]] if node else ()
        moved = node > 0 and int(trace.columns.move[node]) not in passes
        paths.append((*above, trace.label(node)) if moved else above)
    return {path for node, path in enumerate(paths) if trace.columns.status[node] != Status.PRUNED}


def true_value(case: Case, depth: int | None) -> float:
    return minimax_value(case.game, case.game.start(), depth)


@given(case=st.one_of(ragged_trees(), evaluated_trees()), cut=st.sampled_from([">=", ">"]))
def test_a_re_search_of_pvs_follows_its_scout_and_never_returns_less(case: Case, cut: str) -> None:
    for depth in case.depths:
        trace = tracer.trace(case.game, "pvs", depth=depth, cut=cut)
        check_laws(trace)
        assert trace.value == true_value(case, depth)
        columns = trace.columns
        again = 0
        for node in range(len(trace)):
            children = [child for child in trace.children(node) if columns.status[child] != Status.PRUNED]
            turn = int(columns.turn[node])
            for scout, child in pairwise(children):
                if columns.move[scout] != columns.move[child]:
                    continue
                again += 1
                assert columns.beta[scout] == math.nextafter(columns.alpha[scout], INFINITY)
                assert turn * columns.value[child] >= turn * columns.value[scout]
                low = columns.alpha[scout] if turn > 0 else columns.beta[scout]
                high = columns.beta[node] if turn > 0 else columns.alpha[node]
                assert turn * low < turn * columns.value[scout] <= turn * high
                assert columns.status[scout] not in (Status.TERMINAL, Status.HORIZON)
        assert trace.counts.re_searches == again
        if cut == ">=":
            assert visited_paths(trace) <= visited_paths(tracer.trace(case.game, "alphabeta", depth=depth))


@given(st.integers(1, 3), st.integers(1, 5), st.integers(0, 99))
def test_on_the_best_order_pvs_and_scout_search_the_minimal_tree_once(branching: int, depth: int, seed: int) -> None:
    spec = f"random:b={branching},d={depth},seed={seed},order=best"
    trace = tracer.trace(spec, "pvs")
    assert trace.counts.re_searches == 0
    assert trace.counts.leaves == trace.counts.minimal_leaves
    assert tracer.trace(spec, "scout").counts.re_searches == 0


@pytest.mark.parametrize("search", ["mtdf", "deepening", "engine"])
def test_an_iteration_is_no_ply(search: str) -> None:
    trace = tracer.trace(AIMA, search)
    assert trace.passes
    for node in trace:
        above = [one for one in trace.ancestry(node.index) if one and trace.node(one).kind != "pass"]
        assert node.ply == len(above)
    by_ply = trace.counts.by_ply()
    assert [row["ply"] for row in by_ply] == [0, 1, 2]
    assert by_ply[0]["visited"] == 1 + trace.counts.passes
    assert sum(row["visited"] for row in by_ply) == trace.counts.visited
    assert parse_condition("ply == 0").nodes(trace).tolist() == [one.ply == 0 for one in trace]
