"""Nodes with many children: nothing looks at all of them once for each of them."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from laws import check_laws

import tracer
from tracer import MAX, MIN, Header, Recorder, Status, Trace, Turn

FEW, MANY = 300, 1_200


class Wide:
    """One move of many, and the game is over. `asked` counts the questions about labels."""

    def __init__(self, width: int) -> None:
        self.width, self.asked = width, 0

    def start(self) -> tuple[int, ...]:
        return ()

    def turn(self, state: tuple[int, ...]) -> Turn:
        return MIN if state else MAX

    def utility(self, state: tuple[int, ...]) -> float | None:
        return state[0] * 7919 % 1000 - 500 if state else None

    def moves(self, state: tuple[int, ...]) -> range:
        return range(self.width)

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state, move)

    def label(self, move: int) -> str:
        self.asked += 1
        return str(move)


def lines_run(work: Callable[[], Any]) -> int:
    """How many lines of the program some work runs, those in comprehensions too: its time, on any machine."""
    count = 0

    def watch(_frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        count += event == "line"
        return watch

    before = sys.gettrace()
    sys.settrace(watch)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("search", ["minimax", "alphabeta", "alphabeta-memo"])
@pytest.mark.parametrize("judge", [tracer.check, check_laws])
def test_the_work_grows_as_the_tree_does(search: str, judge: Callable[[Trace], Any]) -> None:
    asked, lines = [], []
    for width in (FEW, MANY):
        game = Wide(width)
        trace = tracer.trace(game, search)
        game.asked = 0
        lines.append(lines_run(lambda trace=trace: judge(trace)))  # type: ignore[misc]
        asked.append(game.asked)
    assert asked[1] <= 6 * max(asked[0], FEW)
    assert lines[1] <= 6 * lines[0]


def test_a_file_asks_its_game_for_labels_once_a_node(tmp_path: Path) -> None:
    game = Wide(MANY)
    tracer.trace(game).save(tmp_path / "wide.plyscope")
    trace = tracer.load(tmp_path / "wide.plyscope", game=game)
    game.asked = 0
    assert trace.counts.positions == MANY + 1
    assert game.asked <= 3 * MANY


def skipping(width: int) -> Trace:
    """Every seventh move is left out, and others are searched twice, in a search without a window."""
    game, record = Wide(width), Recorder(windowed=False)
    root, best = record.enter(None, MAX), -1_000.0
    for move in range(width):
        for _ in range((move % 7 > 0) + (move % 11 == 0)):
            value = game.utility((move,)) or 0.0
            record.leave(record.enter(move, MIN), value, Status.TERMINAL)
            best = max(best, value)
    record.leave(root, best)
    return Trace(*record.finish(), Header(windowed=False), game)


def test_moves_left_out_of_many_are_found() -> None:
    few, many = skipping(FEW), skipping(MANY)
    assert "move-skipped" in {finding.disease for finding in tracer.check(many)}
    assert lines_run(lambda: tracer.check(many)) <= 6 * lines_run(lambda: tracer.check(few))
