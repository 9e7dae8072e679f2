"""What is known of a value: the textbook's ranges, and never more than is true."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import AIMA, Case, minimax_value, searched

import tracer
import viz
from tracer.recording.status import PRUNED
from tracer.time.landmarks import trace_at_step
from viz.pictures.ranges import value_ranges

INF = math.inf


@given(searched(), st.data())
def test_the_true_value_lies_in_the_range_at_every_step(
    found: tuple[Case, dict[str, Any], Any], data: st.DataObject
) -> None:
    """Of every node that was met, by brute force."""
    case, options, _ = found
    whole = tracer.trace(case.game, position=case.position, **options)
    trace = trace_at_step(whole, data.draw(st.integers(0, whole.steps - 1)))
    depth = options["depth"]
    known = value_ranges(trace)
    for node in range(len(trace)):
        low, high = known[node]
        left = None if depth is None else depth - int(trace.columns.ply[node])
        assert low <= minimax_value(case.game, trace.state(node), left) <= high
        if trace.columns.status[node] == PRUNED:
            assert (low, high) == (-INF, INF)
    if trace is whole:
        assert known[0] == (trace.value, trace.value)


def test_a_subtree_has_its_own_ranges() -> None:
    trace = tracer.trace(AIMA)
    whole = value_ranges(trace)
    assert value_ranges(trace, 5) == {node: whole[node] for node in range(5, 9)}


def test_ranges_stand_in_place_of_windows() -> None:
    """At inner nodes; a node the search is in has its range alone."""
    trace = tracer.trace(AIMA)
    boxes = {box.name: box.lines for box in viz.picture(trace, step=3, ranges=True).boxes}
    assert boxes == {"n0": ("root", "[−∞, ∞]"), "n1": ("a1", "[−∞, 3]"), "n2": ("b1", "= 3")}
    assert viz.picture(trace, ranges=True).boxes[5].lines == ("a2", "≤ 2", "[−∞, 2]")
    assert viz.picture(trace, ranges=True, view="mover").boxes[5].lines == ("a2", "≥ −2", "[−2, ∞]")
    assert "what is known of it" in viz.picture(trace, ranges=True).note


def test_a_stopped_search_without_its_game_has_no_ranges() -> None:
    """For nobody knows which moves were still to come."""
    trace = tracer.trace(AIMA, max_nodes=3)
    lost = tracer.Trace(trace.columns, [], trace.header, None, labels=trace.move_labels)
    with pytest.raises(tracer.PlyscopeError, match="--game"):
        value_ranges(lost)
