"""A game's numbers of any kind, and labels that are alike but for what is cut or drawn of them."""

from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from laws import check_laws

import tracer
from tracer import MAX, MIN, Header, Recorder, Status, Trace, Turn
from tracer.text import LABEL_LIMIT, clean, distinct

KINDS: list[list[Any]] = [
    [Decimal(1) / 3, Decimal(-1), Decimal(0), Decimal(2)],
    [np.float32(1 / 3), np.float32(-1), np.float32(0), np.float32(2)],
    [np.bool_(True), np.bool_(False)],
    [np.array(1), np.array(-3), np.array(0)],
    [Fraction(1, 3), Fraction(-2, 3), Fraction(0)],
]


class Game:
    """Two moves each, of these names, and values of any kind."""

    def __init__(self, values: list[Any], moves: list[str]) -> None:
        self.values, self.names = values, moves

    def start(self) -> tuple[str, ...]:
        return ()

    def turn(self, state: tuple[str, ...]) -> Turn:
        return MIN if len(state) % 2 else MAX

    def utility(self, state: tuple[str, ...]) -> Any:
        ways = [self.names.index(move) for move in state]
        return self.values[(3 * ways[0] + ways[1]) % len(self.values)] if len(ways) == 2 else None

    def moves(self, state: tuple[str, ...]) -> list[str]:
        return self.names

    def play(self, state: tuple[str, ...], move: str) -> tuple[str, ...]:
        return (*state, move)


@pytest.mark.parametrize("values", KINDS, ids=lambda values: type(values[0]).__name__)
@pytest.mark.parametrize("search", ["minimax", "alphabeta", "negamax-alphabeta", "alphabeta-memo"])
def test_values_of_any_kind_are_searched_and_judged(values: list[Any], search: str) -> None:
    options: list[dict[str, Any]] = [{}, {"fail": "hard"}, {"window": (-1, 2)}, {"fail": "hard", "window": (-1, 2)}]
    for chosen in options if "alphabeta" in search else options[:1]:
        trace = tracer.trace(Game(values, ["a", "b", "c"]), search, **chosen)
        assert [finding for finding in tracer.check(trace) if finding.severity != "note"] == []
        check_laws(trace)


@pytest.mark.parametrize("values", KINDS, ids=lambda values: type(values[0]).__name__)
def test_a_recorder_takes_values_of_any_kind(values: list[Any]) -> None:
    game, record = Game(values, ["a", "b", "c"]), Recorder(windowed=False)
    root = record.enter(None, MAX)
    worst = []
    for move in game.names:
        node = record.enter(move, MIN)
        found = [game.utility((move, reply)) for reply in game.names]
        for reply, value in zip(game.names, found, strict=True):
            record.leave(record.enter(reply, MAX), value, Status.TERMINAL)
        worst.append(min(found))
        record.leave(node, worst[-1])
    record.leave(root, max(worst))
    trace = Trace(*record.finish(), Header(windowed=False), game)
    assert trace.value == float(max(worst))
    assert not [finding for finding in tracer.check(trace) if finding.severity != "note"]


@pytest.mark.parametrize(
    "moves", [["x" * 5_000 + end for end in "123"], ["tab\tx", "tab␉x"], ["\u202e", "\u202d", "�"]]
)
def test_moves_that_look_alike_stay_apart(moves: list[str], tmp_path: Path) -> None:
    game = Game([1, 5, 3, 2], moves)
    trace = tracer.trace(game, "alphabeta")
    assert len(set(trace.move_labels)) == len(moves)
    assert max(map(len, trace.move_labels)) <= LABEL_LIMIT
    trace.save(tmp_path / "alike.plyscope")
    loaded = tracer.load(tmp_path / "alike.plyscope", game=game)
    assert loaded.counts.summary() == trace.counts.summary()
    assert [loaded.state(node) for node in range(len(trace))] == [trace.state(node) for node in range(len(trace))]
    assert [finding.disease for finding in tracer.check(loaded)] == []


@given(st.text(max_size=12), st.text(max_size=12))
def test_labels_differ_where_moves_do(one: str, other: str) -> None:
    assert (distinct(one) == distinct(other)) == (one == other)
    assert clean(distinct(one)) == distinct(one)
