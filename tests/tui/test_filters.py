"""What filters let through: masks closed under parents, alone and combined."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import AIMA, cases

import tracer
from tracer.recording.status import PRUNED
from tracer.tracing import Trace
from tui.model.row_order import Filters, mask_with_ancestors


def shown(trace: Trace, filters: Filters) -> set[int]:
    mask = filters.mask(trace.columns)
    return set(range(len(trace))) if mask is None else set(np.flatnonzero(mask).tolist())


def closed(trace: Trace, nodes: set[int]) -> set[int]:
    """The nodes and all above them, by walking up."""
    return {above for node in nodes for above in trace.ancestry(node)} | {0}


@given(case=cases(), seed=st.integers(0, 10**6))
def test_a_mask_is_closed_by_what_is_above_its_nodes(case, seed):
    trace = tracer.trace(case.game, "alphabeta", position=case.position)
    mask = np.random.default_rng(seed).random(len(trace)) < 0.1
    found = mask_with_ancestors(mask, trace.columns)
    assert set(np.flatnonzero(found).tolist()) == closed(trace, set(np.flatnonzero(mask).tolist()))


@given(case=cases())
def test_cutoffs_are_shown_with_what_refuted_them_and_what_they_pruned(case):
    trace = tracer.trace(case.game, "alphabeta", position=case.position)
    wanted: set[int] = set()
    for node in trace:
        if node.cutoff:
            children = trace.children(node.index)
            visited = [child for child in children if trace.node(child).status is not PRUNED]
            wanted |= {node.index, visited[-1], *(set(children) - set(visited))}
    assert shown(trace, Filters(only_cutoffs=True)) == closed(trace, wanted)


@given(
    case=cases(), pruned=st.booleans(), cutoffs=st.booleans(), plies=st.none() | st.integers(0, 5), seed=st.integers()
)
def test_combined_filters_show_what_each_of_them_shows_and_that_is_a_tree(case, pruned, cutoffs, plies, seed):
    trace = tracer.trace(case.game, "alphabeta", position=case.position)
    chosen = np.random.default_rng(abs(seed)).random(len(trace)) < 0.3 if seed % 2 else None
    both = Filters(hides_pruned=pruned, only_cutoffs=cutoffs, max_ply=plies, chosen_nodes=chosen)
    alone = (
        Filters(hides_pruned=pruned),
        Filters(only_cutoffs=cutoffs),
        Filters(max_ply=plies),
        Filters(chosen_nodes=chosen),
    )
    found = shown(trace, both)
    assert found == set.intersection(*(shown(trace, one) for one in alone))
    assert found == closed(trace, found)
    assert bool(both) == bool(both.descriptions)


def test_no_filter_needs_no_mask():
    assert Filters().mask(tracer.trace(AIMA).columns) is None
    assert not Filters()


def test_filters_have_names():
    some = Filters(
        hides_pruned=True, only_cutoffs=True, max_ply=3, chosen_nodes=np.ones(1, bool), chosen_name="breakpoint hits"
    )
    assert some.descriptions == ["no pruned branches", "only cutoffs", "ply ≤ 3", "only breakpoint hits"]


def test_a_mask_of_a_recording_that_has_grown_lets_nothing_new_through():
    trace = tracer.trace(AIMA)
    assert shown(trace, Filters(chosen_nodes=np.array([False, False, True]))) == {0, 1, 2}


@pytest.mark.parametrize("plies", [0, 1, 2])
def test_a_limit_of_plies_leaves_out_what_is_deeper(plies):
    trace = tracer.trace(AIMA)
    assert shown(trace, Filters(max_ply=plies)) == {node.index for node in trace if node.ply <= plies}
