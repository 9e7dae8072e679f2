"""Who moves, as the user said: by the words of a variable, or by the name of the function."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import pytest
from proposals import proposed

from tracer.attaching.attach_functions import attach
from tracer.errors import PlyscopeError


def test_words_that_name_nobody_say_who_moves_in_a_negamax() -> None:
    def negamax(heap: int, player: str) -> int:
        return max(
            (-negamax(heap - take, "bob" if player == "ann" else "ann") for take in (1, 2) if take <= heap), default=-1
        )

    for first in ("ann", "bob"):
        with attach(negamax, turn="player") as recording:
            negamax(13, first)
        columns = recording.trace.columns
        assert columns.turn.tolist() == [1 - 2 * (ply % 2) for ply in columns.ply]


class Ann:
    """One of two players whose methods have one name."""

    other: Any

    def visit(self, node: int, depth: int) -> int:
        return node * 7919 % 17 if depth == 0 else max(self.other.visit(2 * node + k, depth - 1) for k in (0, 1))


class Bob:
    other: Any

    def visit(self, node: int, depth: int) -> int:
        return node * 7919 % 17 if depth == 0 else min(self.other.visit(2 * node + k, depth - 1) for k in (0, 1))


@pytest.mark.parametrize("turn", [{"Ann.visit": "MAX", "Bob.visit": "MIN"}, {Ann.visit: 1, Bob.visit: -1}])
@pytest.mark.parametrize("turned", [1, -1])
def test_functions_with_one_name_are_told_apart_by_what_they_stand_in(turn: dict[Any, Any], turned: int) -> None:
    told = dict(zip(turn, list(turn.values())[::turned], strict=True))
    ann, bob = Ann(), Bob()
    ann.other, bob.other = bob, ann
    with attach(Ann.visit, Bob.visit, turn=told) as recording:
        ann.visit(1, 8)
    columns = recording.trace.columns
    assert columns.turn.tolist() == [turned * (1 - 2 * (ply % 2)) for ply in columns.ply]


def test_a_command_tells_functions_with_one_name_apart(tmp_path: Path) -> None:
    program = tmp_path / "one_name.py"
    lines = [inspect.getsource(one) for one in (Ann, Bob)]
    lines += ["ann, bob = Ann(), Bob()", "ann.other, bob.other = bob, ann", "print(ann.visit(1, 8))"]
    program.write_text("\n".join(["from typing import Any", *lines]), encoding="utf-8")
    (trace,) = proposed(program)
    assert set(trace.columns.turn.tolist()) == {1, -1}


def test_a_player_of_a_function_that_is_none_is_refused() -> None:
    wanted = r"turn: no function is called 'vist' \(did you mean Ann.visit\?\); there are: Ann.visit"
    with pytest.raises(PlyscopeError, match=wanted), attach(Ann.visit, turn={"vist": "MAX"}):
        Ann().visit(0, 0)
