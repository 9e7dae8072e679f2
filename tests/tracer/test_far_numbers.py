"""The family with numbers as far apart, as close and as large as floats are: nothing is lost, nobody blamed."""

import json
import math
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import AIMA

import tracer
import viz
from tracer import PlyscopeError
from tracer.recording.log_numbers import log_of, node_visits, numbers_by_log, total_values
from tracer.searches.contract import Search
from tracer.why.explain import why

LARGEST = sys.float_info.max
TINY = math.ulp(0.0)
CLOSE = [[0, TINY, -TINY], [1, math.nextafter(1, 2), math.nextafter(1, 0)], [10**15, 10**15 + 1]]
FAR = [[1e17, 1, -1e17, 0.5], [1e200, 1e-200, -1e200, 3], [0.1, 1e30, -1e30, 0.3]]
HUGE = [[LARGEST, -LARGEST, 1e308, -1e308, 0]]


def trees(pools: list[list[float]], plies: int = 4) -> st.SearchStrategy[Any]:
    """Trees with the numbers of one of some pools."""

    def of(pool: list[float]) -> st.SearchStrategy[Any]:
        tree: st.SearchStrategy[Any] = st.sampled_from(pool)
        for _ in range(plies):
            tree = st.one_of(st.sampled_from(pool), st.lists(tree, min_size=1, max_size=4))
        return st.lists(tree, min_size=1, max_size=4)

    return st.sampled_from(pools).flatmap(of)


def without_evaluation(search: Search) -> bool:
    """Whether a search has values of leaves alone in a tree that has no others."""
    return search.name != "puct"


SEARCHES = [name for name, search in tracer.SEARCHES.items() if without_evaluation(search)]


@given(trees([*FAR, *CLOSE, [0.1, 0.2, 0.3], [1, -1, 0]]), st.integers(0, 9))
def test_w_at_any_time_is_what_the_search_had_added_up(tree: Any, seed: int) -> None:
    trace = tracer.trace(tree, "uct", iterations=40, seed=seed)
    log, columns = log_of(trace.columns), trace.columns
    assert (trace.value, trace.best_move) == tracer.search(tree, "uct", iterations=40, seed=seed)
    for step in (0, 7, 20, trace.steps - 1):
        all_at_once = total_values(log, columns.end, step)
        for node in range(len(trace)):
            here = (log.node[: step + 1] >= node) & (log.node[: step + 1] < columns.end[node])
            results = log.x[: step + 1][here].tolist()
            total = 0.0
            for result in results:
                total += result
            assert node_visits(columns, node, step) == (len(results), total)
            assert all_at_once[node] == total
            # No further from the true sum than additions one by one can bring it.
            slack = len(results) * sys.float_info.epsilon * math.fsum(map(abs, results))
            assert abs(total - math.fsum(results)) <= slack
    assert not tracer.check(trace)


def test_what_is_small_is_not_lost_beside_what_is_large(tmp_path: Path) -> None:
    trace = tracer.trace([1e17, [0.5, 0.25], 1], "uct", iterations=60)
    log, columns = log_of(trace.columns), trace.columns
    assert not log.adds_exactly
    found = numbers_by_log(columns)
    for node in range(1, len(trace)):
        below = (log.node >= node) & (log.node < columns.end[node])
        exact = math.fsum(log.x[below].tolist())
        assert found["w"][node] == exact
        assert columns.value[node] == exact / np.count_nonzero(below)
    viz.draw(trace, tmp_path / "t.json")
    said = json.loads((tmp_path / "t.json").read_text())["nodes"]
    assert [one["w"] for one in said] == found["w"].tolist()
    assert trace.past(30).columns.value[1:].tolist() == [
        node_visits(columns, node, 30).mean for node in range(1, len(trace)) if trace.entered(node) <= 30
    ]


@pytest.mark.parametrize("leaf", [1e300, -LARGEST])
def test_results_that_do_not_add_up_are_refused_whether_recorded_or_not(leaf: float) -> None:
    runs: tuple[Any, ...] = (tracer.trace, tracer.search)
    for run in runs:
        with pytest.raises(PlyscopeError, match=r"too large to be added up: at most 1e\+250"):
            run([leaf, 1], "uct", iterations=9)


@given(trees(CLOSE), st.sampled_from(SEARCHES), st.sampled_from([">=", ">"]))
def test_numbers_side_by_side_blame_nobody(tree: Any, name: str, cut: str) -> None:
    search = tracer.SEARCHES[name]
    trace = tracer.trace(tree, name, **({"cut": cut} if cut in search.rule("cut") and search.windowed else {}))
    assert not [str(one) for one in tracer.check(trace) if one.severity != "note"]


@pytest.mark.parametrize("search", ["pvs", "scout", "mtdf", "engine"])
@pytest.mark.parametrize("tree", [[0, 0, TINY], [[[0], -TINY], 0], [[0, TINY], [TINY, TINY], [0]], [1, 1 + 2**-52]])
def test_a_scouted_leaf_that_stands_at_the_end_of_its_null_window_is_exact(search: str, tree: Any) -> None:
    assert tracer.check(tracer.trace(tree, search)) == []


@given(trees(HUGE), st.sampled_from([name for name in SEARCHES if name != "uct"]))
def test_numbers_as_large_as_they_go_warn_nobody(tree: Any, name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        trace = tracer.trace(tree, name)
        assert not [one for one in tracer.check(trace) if one.severity != "note"]
        trace.counts.summary()
        for node in range(len(trace)):
            assert why(trace, node, trace.steps - 1)


@pytest.mark.parametrize("search", ["sss", "dual"])
def test_merits_as_far_apart_as_they_go_warn_nobody(search: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert tracer.check(tracer.trace([-1e308, [LARGEST, -LARGEST], 1e308], search)) == []


@pytest.mark.parametrize("search", ["star1", "star2"])
@pytest.mark.parametrize("value", [7.0, 1e17, LARGEST, -LARGEST, TINY, 0.0])
def test_a_tree_with_one_value_has_bounds(search: str, value: float) -> None:
    trace = tracer.trace([[value, value], [value]], search)
    assert trace.value == value
    assert tracer.check(trace) == []


@pytest.mark.parametrize("search", ["star1", "star2"])
def test_rounding_brings_no_mean_beyond_the_least_and_the_greatest_value(search: str) -> None:
    outcomes = ",".join(f"1/10:{value}" for value in [0.1] * 10)
    for tree in (f"[({outcomes}),0.05]", f"({outcomes})"):
        trace = tracer.trace(tree, search, bounds="0,0.1")
        assert trace.value == 0.1
        assert tracer.check(trace) == []


def test_all_searches_are_told_apart_here() -> None:
    assert set(tracer.SEARCHES) - set(SEARCHES) == {"puct"}
    assert tracer.trace(AIMA, "puct", evaluate="zero").value is not None
