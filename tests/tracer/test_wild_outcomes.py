"""What games say of chance, bounds, priors and noisy moves: what is odd is refused in one line."""

import math
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import tracer
from tracer import CHANCE, MAX, GameError, PlyscopeError


class Dice:
    """MAX throws a die, or a lighter one; what it shows is his."""

    bounds: Any = (-1.0, 1.0)

    def start(self) -> str:
        return "begin"

    def turn(self, state: str) -> Any:
        return MAX if state == "begin" else CHANCE

    def utility(self, state: str) -> float | None:
        return float(state) if state.lstrip("-").isdigit() else None

    def moves(self, state: str) -> Any:
        return ["die", "light"] if state == "begin" else [outcome for outcome, _ in self.outcomes(state)]

    def play(self, state: str, move: str) -> str:
        return str(move)

    def outcomes(self, state: str) -> Any:
        return [("1", 0.75), ("-1", 0.25)] if state == "light" else [("1", 0.5), ("-1", 0.5)]

    def evaluate(self, state: str) -> float:
        return 0.0


def endless(state: str) -> Iterator[tuple[str, float]]:
    while True:
        yield "1", 0.5


@pytest.mark.parametrize("search", ["expectiminimax", "star1", "star2"])
@pytest.mark.parametrize(
    ("outcomes", "problem"),
    [
        (lambda state: 1 / 0, "Dice raised ZeroDivisionError"),
        (lambda state: None, "pairs of an outcome and its probability"),
        (lambda state: [("1", 0.5, 3)], "pairs of an outcome and its probability"),
        (lambda state: [("1", "half"), ("-1", 0.5)], "pairs of an outcome and its probability"),
        (lambda state: [("1", -0.5), ("-1", 1.5)], "not above 0"),
        (lambda state: [("1", math.nan), ("-1", 0.5)], "not above 0"),
        (lambda state: [("1", math.inf), ("-1", 0.5)], "add up to inf"),
        (lambda state: [("1", 0.5), ("-1", 0.4)], "add up to 0.9, not to 1"),
        (lambda state: [([1], 0.5), ([2], 0.5)], "not hashable"),
        (lambda state: [("1", 0.5), ("1", 0.5)], "offers the move 1 twice"),
        (lambda state: [], "no moves"),
    ],
)
def test_outcomes_that_cannot_be_are_refused(search: str, outcomes: Callable[[str], Any], problem: str) -> None:
    game = Dice()
    game.outcomes = outcomes  # type: ignore[method-assign]
    with pytest.raises(GameError, match=problem):
        tracer.trace(game, search)


@pytest.mark.parametrize("search", ["expectiminimax", "star1"])
def test_moves_and_outcomes_without_an_end_are_refused(search: str) -> None:
    game = Dice()
    game.outcomes = game.moves = endless  # type: ignore[method-assign]
    with pytest.raises(GameError, match=r"moves\(\) gives more than 1,000,000 moves"):
        tracer.trace(game, search)
    game.moves = lambda state: ["die"] if state == "begin" else ["1", "-1"]  # type: ignore[method-assign]
    with pytest.raises(GameError, match="gives others than outcomes"):
        tracer.trace(game, search)


@pytest.mark.parametrize("search", ["star1", "star2"])
def test_so_many_outcomes_that_their_windows_take_too_long_are_refused(search: str) -> None:
    game = Dice()
    game.moves = lambda state: ["die"] if state == "begin" else range(10_001)  # type: ignore[method-assign]
    game.outcomes = lambda state: [(k, 1 / 10_001) for k in range(10_001)]  # type: ignore[method-assign]
    with pytest.raises(PlyscopeError, match="10,001 outcomes this search would take too long"):
        tracer.trace(game, search)
    game.play = lambda state, move: str(move) if state == "begin" else "1"  # type: ignore[method-assign]
    assert tracer.search(game, "expectiminimax").value == pytest.approx(1)


@pytest.mark.parametrize("search", ["star1", "star2"])
@pytest.mark.parametrize(
    "bounds", [5, ("a", "b"), (math.nan, 1), (1, -1), (-math.inf, math.inf), (1,), "-1,1", (10**400, 1)]
)
def test_bounds_that_cannot_be_are_refused(search: str, bounds: Any) -> None:
    game = Dice()
    game.bounds = bounds
    with pytest.raises(GameError, match="they must be two numbers, the least and the greatest"):
        tracer.trace(game, search)
    assert tracer.trace(game, "expectiminimax").value == 0.5


class Nim:
    """A game with a property of its own beside the rules of Nim."""

    def __init__(self, **own: Any) -> None:
        self.nim = tracer.game("nim:1,2")
        vars(self).update(own)

    def __getattr__(self, name: str) -> Any:
        if name in ("spec", "title", "bounds") or name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.nim, name)


@pytest.mark.parametrize(
    ("priors", "problem"),
    [
        (lambda state: 1 / 0, "raised ZeroDivisionError"),
        (lambda state: None, r"priors\(\) of the game gives None"),
        (lambda state: ["a"] * 3, "gives .'a', 'a', 'a'."),
        (lambda state: [-1] * 3, "a number from 0 to 1 for each move"),
        (lambda state: [math.nan] * 3, "a number from 0 to 1 for each move"),
        (lambda state: [0.5], "a number from 0 to 1 for each move"),
        (endless, "a number from 0 to 1 for each move"),
        (3, "priors is not a function"),
    ],
)
def test_priors_that_cannot_be_are_refused(priors: Any, problem: str) -> None:
    with pytest.raises(PlyscopeError, match=problem):
        tracer.trace(Nim(priors=priors, evaluate=lambda state: 0.0), "puct", iterations=20)


@pytest.mark.parametrize(
    ("own", "problem"),
    [
        ({"noisy": lambda state, move: 1 / 0}, "raised ZeroDivisionError"),
        ({"noisy": lambda state: True}, "raised TypeError"),
        ({"noisy": 4}, "noisy is not a function"),
        ({"null": lambda state: 1 / 0}, "raised ZeroDivisionError"),
        ({"null": lambda state: state}, "a position in which the same player moves"),
        ({"null": lambda: None}, "raised TypeError"),
        ({"null": 4}, "null is not a function"),
    ],
)
def test_null_moves_and_noisy_ones_that_cannot_be_are_refused(own: dict[str, Any], problem: str) -> None:
    words = "quiescence" if "noisy" in own else "null"
    with pytest.raises(PlyscopeError, match=problem):
        tracer.trace(Nim(evaluate=lambda state: 0.0, **own), "engine", depth=4, **{"with": words})


def test_random_games_throw_dice_as_their_outcomes_are_likely() -> None:
    trace = tracer.trace(Dice(), "expectiminimax", depth=1, evaluate="rollouts:4000")
    values = {trace.label(child): trace.columns.value[child] for child in trace.children(0)}
    assert values["die"] == pytest.approx(0, abs=0.06)
    assert values["light"] == pytest.approx(0.5, abs=0.06)
