"""The trace as it was: a valid trace of its own, of the first nodes, whose last step is the one asked for."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from laws import check_laws
from strategies import AIMA, Case, searched, variants

import tracer
from tracer.recording.status import OPEN, PRUNED
from tracer.time.landmarks import trace_at_step
from tracer.time.moments import Phase, last_pruned_together, node_reached_at, phase


@given(searched(), st.data())
def test_the_past_is_a_trace_that_ends_at_its_step(
    found: tuple[Case, dict[str, Any], tuple[float, float]], data: st.DataObject
) -> None:
    """Each node is what it was; every law of a trace holds."""
    case, options, window = found
    search = data.draw(st.sampled_from(case.searches))
    variant = data.draw(st.sampled_from(list(variants(search, window))))
    trace = tracer.trace(case.game, search, position=case.position, **options, **variant)
    step = data.draw(st.integers(0, trace.steps - 1))
    earlier = trace_at_step(trace, step)
    check_laws(earlier)
    assert earlier.steps == 1 + step + (last_pruned_together(trace, step) - node_reached_at(trace, step))
    for node in range(len(trace)):
        then = phase(trace, node, step)
        if then is Phase.AHEAD:
            assert node >= len(earlier)
            continue
        assert earlier.label(node) == trace.label(node)
        status = earlier.columns.status[node]
        assert (status == OPEN) == (then is Phase.OPEN or trace.columns.status[node] == OPEN)
        assert (status == PRUNED) == (then is Phase.PRUNED)
        if then is Phase.RETURNED:
            assert earlier.columns.value[node] == trace.columns.value[node]
        cut = trace.columns.cutoff[node] and trace.landmarks.cutoff_step(node) <= step
        assert earlier.columns.cutoff[node] == cut


def test_the_last_step_is_the_trace_itself() -> None:
    """Nothing is copied."""
    trace = tracer.trace(AIMA)
    assert trace_at_step(trace, trace.steps - 1) is trace


def test_a_step_that_is_not_there_is_refused() -> None:
    """With the steps there are."""
    trace = tracer.trace(AIMA)
    for step in (-1, trace.steps):
        with pytest.raises(IndexError, match=f"has steps 0 to {trace.steps - 1}"):
            trace_at_step(trace, step)


def test_the_moves_of_a_past_are_the_moves_of_the_trace() -> None:
    """Also where two moves have one label, which alone could not tell them apart."""
    trace = tracer.trace("tictactoe")
    earlier = trace_at_step(trace, 1_000)
    assert earlier.header.stopped == "at step 1,000"
    assert earlier.node(len(earlier) - 1).state == trace.node(len(earlier) - 1).state
    assert np.array_equal(earlier.columns.move, trace.columns.move[: len(earlier)])
