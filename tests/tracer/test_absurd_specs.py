"""Absurd specs, positions and options: numbers of thousands of digits, null characters, sizes that nobody means."""

from typing import Any

import pytest

import tracer
from tracer import PlyscopeError

HUGE = "9" * 5_000
"""More digits than Python turns into a number."""
LONG = "x" * 5_000
LONGEST_MESSAGE = 1_000
SPECS = [
    *(f"random:{word}={HUGE}" for word in ("b", "d", "seed", "order", "turn")),
    *(f"{name}:{HUGE}" for name in ("tictactoe", "mnk", "connect4", "nim", "random")),
    *(f"nim:1,{HUGE}", f"connect4:4,4,{HUGE}", f"mnk:rows={HUGE}", "nim:" + "1," * 5_000, "nim:-1", "mnk:0,0,0"),
    *("random:b=1000000,d=3", "random:d=999999999", "connect4:999999999,4,4", "mnk:999999999,1,1"),
    *(f"[{HUGE}]", f'{{"value":{HUGE}}}', "[" * 100_000, "[1e400]", f'[["{LONG}"]]'),
    *("a\0b", "a\0.json", "a\0.py", "/tmp/a\0/b.py:G", f"{LONG}.json", f"{LONG}.py", LONG, f"{LONG}:x", f"os:{LONG}"),
]
OPTIONS: list[dict[str, Any]] = [
    *({"order": order} for order in (f"random:{HUGE}", f"random:-{HUGE}", HUGE, "a\0b")),
    *({"position": text} for text in (HUGE, f"{HUGE},{HUGE}", f"#{HUGE}", "a\0b", "b2/" * 5_000)),
]


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec[:20].replace("\0", "␀"))
def test_an_absurd_spec_is_refused_with_one_line(spec: str) -> None:
    with pytest.raises(PlyscopeError) as caught:
        tracer.game(spec)
    assert "\n" not in str(caught.value)
    assert "\0" not in str(caught.value)
    assert len(str(caught.value)) < LONGEST_MESSAGE


@pytest.mark.parametrize("spec", ["tictactoe", "connect4", "nim:1,2", "[[1,2],3]", "random:b=2,d=2"])
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: str(options)[:24].replace("\0", "␀"))
def test_an_absurd_option_is_refused_with_one_line(spec: str, options: dict[str, Any]) -> None:
    with pytest.raises(PlyscopeError) as caught:
        tracer.search(spec, **options)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < LONGEST_MESSAGE


def test_the_largest_games_are_made_at_once() -> None:
    for spec in ("mnk:26,26,26", "connect4:20,20,4", "random:b=1000,d=10000", "nim:" + ",".join(["1000"] * 26)):
        assert tracer.search(spec, depth=0).best_move is None
