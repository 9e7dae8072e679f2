"""Searches as engines have them, and whole games: nothing is said to be wrong with any of them."""

from __future__ import annotations

import contextlib
import io
from typing import Any

import pytest
from specimens import healthy_engines, moves_engine
from specimens.healthy_game import Lanes
from strategies import FAILS

import tracer
from tracer.attaching.attach_functions import attach
from tracer.time.landmarks import trace_at_step

WITHOUT_GAME = [
    "reductions",
    "probes",
    "shallower_first",
    "several_cuts",
    "static_cuts",
    "discounts",
    "later_wins_count_less",
    "interrupted",
]
WITH_GAME = [*WITHOUT_GAME, "asked_before", "ends_at_once"]
DEPTHS = (3, 4, 9)
WHOLE = [
    ("tictactoe", {"fail": "soft", "cut": ">"}),
    ("tictactoe", {"fail": "hard"}),
    ("tictactoe", {"depth": 5, "fail": "hard", "cut": ">"}),
    ("nim:1,3,5", {"fail": "hard", "cut": ">"}),
    ("nim:2,3,4", {"depth": 5, "cut": ">"}),
    ("connect4", {"depth": 4}),
    ("connect4", {"depth": 4, "fail": "hard", "window": (-1, 1)}),
]


def watched(name: str, seed: int, depth: int, game: Lanes | None) -> tracer.Trace:
    """One of the engines' searches of a random game, recorded from outside."""
    search = getattr(healthy_engines, name)
    ends = (-1, 0, 1) if name == "later_wins_count_less" else (-9, -4, 0, 2, 7)
    healthy_engines.game, healthy_engines.left = game or Lanes(seed, ends=ends), [30]
    healthy_engines.remembered.clear()
    with (
        contextlib.redirect_stderr(io.StringIO()),
        contextlib.suppress(TimeoutError),
        attach(search, state="state", turn=lambda frame: frame["state"][2], view="mover", game=game) as recording,
    ):
        search(healthy_engines.game.start(), depth, -100, 100)
    return recording.trace


def cries(trace: tracer.Trace) -> list[str]:
    """The errors, for the reader of a failure."""
    return [str(finding) for finding in tracer.check(trace) if finding.severity == "error"]


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", WITH_GAME)
def test_no_engine_has_an_error(name: str, depth: int) -> None:
    ends = (-1, 0, 1) if name == "later_wins_count_less" else (-9, -4, 0, 2, 7)
    for seed in range(4):
        assert cries(watched(name, seed, depth, Lanes(seed, ends=ends))) == [], seed


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", WITHOUT_GAME)
def test_no_engine_has_an_error_without_its_game(name: str, depth: int) -> None:
    for seed in range(4):
        assert cries(watched(name, seed, depth, None)) == [], seed


@pytest.mark.parametrize("game", ["tictactoe", None])
def test_no_null_move_is_taken_for_a_move(game: str | None) -> None:
    with (
        contextlib.redirect_stderr(io.StringIO()),
        attach(moves_engine.search, moves_engine.quiesce, game=game, turn="color", view="mover") as recording,
    ):
        moves_engine.solve()
    assert [cries(trace) for trace in recording.traces] == [[]] * len(recording.traces)


@pytest.mark.parametrize(("game", "options"), WHOLE, ids=str)
@pytest.mark.parametrize("search", ["alphabeta-memo", "minimax-memo", "alphabeta", "negamax-alphabeta"])
def test_whole_games_have_no_error_and_no_warning(search: str, game: str, options: dict[str, Any]) -> None:
    if search == "minimax-memo":
        options = {name: value for name, value in options.items() if name == "depth"}
    elif game == "tictactoe" and "memo" not in search:
        options = {"depth": 5, **options}  # a whole one without a table is a matter of minutes
    found = tracer.check(tracer.trace(game, search, **options))
    assert [str(finding) for finding in found if finding.severity != "note"] == []


@pytest.mark.parametrize("fail", FAILS)
def test_a_search_that_was_stopped_has_no_error(fail: str) -> None:
    whole = tracer.trace("nim:1,3,5", "alphabeta", fail=fail)
    for step in range(0, 300, 7):
        assert cries(trace_at_step(whole, step)) == []
