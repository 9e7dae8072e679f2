"""Two recordings aligned: the same as by hand, with a percentage, and once."""

import numpy as np
import pytest
from strategies import AIMA

import tracer
from tracer.comparing.comparison import compare
from tracer.comparing.topmost_differences import compare_pair, find_topmost_differences
from tracer.errors import Cancelled, PlyscopeError


def test_it_is_what_the_parts_are() -> None:
    a, b = tracer.trace("tictactoe", "minimax", depth=4), tracer.trace("tictactoe", depth=4)
    found, comparison = compare_pair(a, b), compare(a, b)
    assert np.array_equal(found.comparison.in_b, comparison.in_b)
    assert list(found.differences) == list(find_topmost_differences(comparison))


def test_it_tells_which_share_is_done_and_is_done_once() -> None:
    a, b = tracer.trace("tictactoe", "minimax", depth=5), tracer.trace("tictactoe", depth=5)
    heard: list[int] = []

    def beat(done: int, of: int) -> None:
        assert of == 100
        heard.append(done)

    found = compare_pair(a, b, beat)
    assert heard == sorted(heard)
    assert heard[0] == 0
    assert 100 > heard[-1] > 60
    assert len(set(heard)) > 8
    heard.clear()
    assert compare_pair(a, b, beat) is found
    assert heard == []
    assert compare_pair(a, tracer.trace("tictactoe", depth=5), beat) is not found
    assert heard != []


def test_one_that_is_given_up_ends_at_the_next_beat_and_nothing_is_kept() -> None:
    a, b = tracer.trace(AIMA, "minimax"), tracer.trace(AIMA)
    heard: list[int] = []

    def beat(done: int, _of: int) -> None:
        heard.append(done)
        if len(heard) == 3:
            raise Cancelled("given up")

    with pytest.raises(Cancelled):
        compare_pair(a, b, beat)
    assert len(heard) == 3
    assert a.known_answer(compare_pair) is None


def test_what_is_not_of_one_position_is_refused() -> None:
    with pytest.raises(PlyscopeError):
        compare_pair(tracer.trace("tictactoe", depth=1), tracer.trace("nim", depth=1))
