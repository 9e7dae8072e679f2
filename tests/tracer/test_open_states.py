"""OPEN of SSS* and DUAL* as it follows from the rows: its first state is the one that was taken."""

import pytest
from strategies import WIKIPEDIA

import tracer
from tracer.recording.log_numbers import OpenStates, log_of
from tracer.why.executed_lines import describe_open_list


@pytest.mark.parametrize("search", ["sss", "dual"])
@pytest.mark.parametrize("game", [WIKIPEDIA, "nim:1,2,3", "random:b=3,d=5"])
def test_the_first_state_of_open_is_the_one_that_is_taken(game: object, search: str) -> None:
    trace = tracer.trace(game, search)
    log, states = log_of(trace.columns), OpenStates(trace.columns)
    for step in range(len(log)):
        waiting = states.states_at(step)
        assert (waiting[0].node, waiting[0].merit) == (log.node[step], log.x[step])
        assert len(waiting) <= states.max_states
    assert (waiting[0].node, len(waiting)) == (0, 1)


def test_it_is_told_by_what_a_state_was_the_next_one() -> None:
    trace = tracer.trace(WIKIPEDIA, "sss")
    assert describe_open_list(trace, 0) == "take the root LIVE ∞, the only state in OPEN"
    assert describe_open_list(trace, 1) == (
        "take a1 LIVE ∞, the highest merit of 3 states in OPEN, leftmost; then a2 LIVE ∞, a3 LIVE ∞"
    )
    assert describe_open_list(trace, 17) == (
        "take a1/b1/c2/d1 SOLVED 7, the highest merit of 5 states in OPEN; "
        "then a2/b1/c1/d1 SOLVED 6, a2/b1/c2/d1 SOLVED 6, a1/b1/c1/d1 SOLVED 5, a3/b1/c1/d1 SOLVED 5"
    )
    assert describe_open_list(tracer.trace(WIKIPEDIA), 3) is None
