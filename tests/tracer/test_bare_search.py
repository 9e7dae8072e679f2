"""A search does the same work whether it is recorded or not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import given
from strategies import AIMA, Case, columns_of, searched, variants

import tracer
from tracer.games.rules import AnyGame, BuiltIn, Turn

CALLS = ("turn", "utility", "moves", "play", "evaluate", "key")


class Logged:
    """A game that writes down every question it is asked. It is a user's game: each answer is checked."""

    def __init__(self, game: AnyGame) -> None:
        self.game, self.log = game, list[tuple[Any, ...]]()
        for name in CALLS:
            if hasattr(game, name):
                setattr(self, name, self._logged(name, getattr(game, name)))
        self.start, self.orders = game.start, getattr(game, "orders", {})
        if hasattr(game, "bounds"):
            self.bounds = game.bounds

    def _logged(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def asked(*question: Any) -> Any:
            self.log.append((name, *question))
            return function(*question)

        return asked

    def turn(self, state: Any) -> Turn: ...  # type: ignore[empty-body]
    def utility(self, state: Any) -> float | None: ...
    def moves(self, state: Any) -> list[Any]: ...  # type: ignore[empty-body]
    def play(self, state: Any, move: Any) -> Any: ...
    def start(self) -> Any: ...


class LoggedBuiltIn(Logged, BuiltIn):
    """The same as a game of the package, whose answers are taken as they are."""


@given(searched())
def test_a_bare_search_asks_the_game_what_a_recorded_one_asks(given_case: tuple[Case, dict[str, Any], Any]) -> None:
    case, options, window = given_case
    for search in case.searches:
        for variant in variants(search, window):
            for wrap in (Logged, LoggedBuiltIn):
                game, same = wrap(case.game), wrap(case.game)
                trace = tracer.trace(game, search, position=case.position, **options, **variant)
                result = tracer.search(same, search, position=case.position, **options, **variant)
                assert game.log == same.log
                assert result.value == trace.value
                assert result.best_move == trace.best_move


@given(searched())
def test_a_users_game_and_a_built_in_one_are_searched_alike(given_case: tuple[Case, dict[str, Any], Any]) -> None:
    case, options, _ = given_case
    for search in case.searches:
        built_in = tracer.trace(case.game, search, position=case.position, **options)
        own = tracer.trace(Logged(case.game), search, position=case.position, **options)
        own.game = case.game  # which has the labels
        assert columns_of(built_in) == columns_of(own)


def test_the_log_sees_every_visit() -> None:
    game = Logged(tracer.game("[[3,12,8],[2,4,6],[14,5,2]]"))
    trace = tracer.trace(game)
    visited = int(trace.columns.visited_before[-1])
    assert sum(call[0] == "turn" for call in game.log) >= visited == 11
    assert sum(call[0] == "play" for call in game.log) == visited - 1


def test_result_names_its_parts() -> None:
    assert tracer.search(AIMA) == tracer.Result(value=3, best_move="a1")
