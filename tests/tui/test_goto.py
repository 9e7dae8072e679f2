"""What can be typed into the prompt, and what is answered to everything else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import AIMA

import tracer
from tracer import PlyscopeError
from tui.model.explorer_state import Target, parse_target

TRACE = tracer.trace(AIMA)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12", Target(step=12)),
        (" 0 ", Target(step=0)),
        ("1_2", Target(step=12)),
        ("+3", Target(step=13)),
        ("-10", Target(step=0)),
        ("#7", Target(node=7)),
        ("# 12", Target(node=12)),
        ("2/1", Target(node=6)),
        ("/2", Target(node=5)),
        ("/", Target(node=0)),
    ],
)
def test_a_place_there_is(text, expected):
    assert parse_target(text, TRACE, 10) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "type where to go"),
        ("24", "there is no step 24: the last is 23"),
        ("+14", "there is no step 24"),
        ("-11", "there is no step -1"),
        ("#13", "there is no node 13: the last is 12"),
        ("2/9", "no move '9' at a2; there are: b1, b2, b3"),
        ("ten", "no move 'ten' at the root"),
        ("９", "no move"),
        ("9" * 4000, "no move"),
        ("\x1b[31m", "␛"),
    ],
)
def test_a_place_there_is_not(text, message):
    with pytest.raises(PlyscopeError) as caught:
        parse_target(text, TRACE, 10)
    assert message in str(caught.value)
    assert "\x1b" not in str(caught.value)


@given(st.text(max_size=60), st.integers(0, 23))
def test_any_text_is_a_place_or_a_message(text, step):
    try:
        found = parse_target(text, TRACE, step)
    except PlyscopeError:
        return
    assert (found.step is None) != (found.node is None)
    assert found.step is None or 0 <= found.step < TRACE.steps
    assert found.node is None or 0 <= found.node < len(TRACE)
