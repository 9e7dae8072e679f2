"""Pig: roll a die as often as one dares; who first has so many points wins. And Piglet, the same with a coin.

Each throw adds to the total of the turn, which becomes the player's when he holds; a throw of 1 (or tails) loses it.
Either way it is the other one's turn. Who comes first to the goal wins. Neller & Presser (2004) solved it; Piglet to 2
is won by who begins with probability 4/7. A value is the probability that MAX wins. So that the game ends, it is drawn
(1/2) after a number of turns.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from tracer.errors import PlyscopeError
from tracer.games.game_entry import GameEntry, Parameter, parse_whole_numbers
from tracer.games.rules import CHANCE, MAX, MIN, BuiltIn, Turn

MAX_POINTS, MAX_TURNS = 1_000, 10_000
ROLL, HOLD = "roll", "hold"
PigMove = int | str
"""One of the two moves, or what a throw shows: the points that it adds, but the first face of a die loses all."""


class PigState(NamedTuple):
    """A position."""

    scores: tuple[int, int]
    """The points of MAX and of MIN."""
    turn_points: int
    """The points of this turn."""
    mover: Turn
    """Whose turn it is."""
    is_die_rolling: bool
    """Whether the die is in the air: then chance moves."""
    turns: int
    """Turns that are left, this one too, until it is a draw."""


class Pig(BuiltIn):
    """Pig to a number of points, within a number of turns."""

    bounds = (0.0, 1.0)
    _game_name, _default_points = "pig", 20
    _face_chances: Sequence[tuple[int, float]] = tuple((face, 1 / 6) for face in range(1, 7))
    """What a throw may show; the first one loses the turn."""
    _face_names: Mapping[PigMove, str] = MappingProxyType({})
    """What faces are called that are no numbers."""

    def __init__(self, points: int | None = None, turns: int = 100) -> None:
        points = self._default_points if points is None else points
        if not 1 <= points <= MAX_POINTS or not 1 <= turns <= MAX_TURNS:
            limits = f"1 to {MAX_POINTS} points and 1 to {MAX_TURNS} turns"
            raise PlyscopeError(f"{self._game_name}: {limits}, not {points} and {turns}")
        self.points, self.turns = points, turns
        self.spec = f"{self._game_name}:{points}" + (f",{turns}" if turns != 100 else "")

    def start(self) -> PigState:
        """No points, MAX to move."""
        return PigState((0, 0), 0, MAX, False, self.turns)

    def turn(self, state: PigState) -> Turn:
        """Who has the turn, or chance while the die is in the air."""
        return CHANCE if state.is_die_rolling else state.mover

    def utility(self, state: PigState) -> float | None:
        """1 where MAX has won, 0 where MIN has, 1/2 where no turn is left."""
        for player, value in zip(state.scores, (1.0, 0.0), strict=True):
            if player >= self.points:
                return value
        return None if state.turns else 0.5

    def moves(self, state: PigState) -> Sequence[PigMove]:
        """Roll or hold: a turn begins with a roll, and who has enough holds. Of a thrown die, what it may show."""
        if state.is_die_rolling:
            return [face for face, _ in self._face_chances]
        if state.turn_points + state.scores[state.mover is MIN] >= self.points:
            return [HOLD]
        return [ROLL, HOLD] if state.turn_points else [ROLL]

    def outcomes(self, state: PigState) -> Sequence[tuple[PigMove, float]]:
        """What the die may show."""
        return self._face_chances

    def play(self, state: PigState, move: PigMove) -> PigState:
        """The die thrown, or seen, or the turn given away."""
        if not state.is_die_rolling and move == ROLL:
            return state._replace(is_die_rolling=True)
        if state.is_die_rolling and move != self._face_chances[0][0]:
            return state._replace(turn_points=state.turn_points + int(move), is_die_rolling=False)
        mover_points, opponent_points = state.scores if state.mover is MAX else state.scores[::-1]
        mover_points += 0 if state.is_die_rolling else state.turn_points
        scores, next_mover = (
            ((mover_points, opponent_points), MIN) if state.mover is MAX else ((opponent_points, mover_points), MAX)
        )
        return PigState(scores, 0, next_mover, False, state.turns - 1)

    def evaluate(self, state: PigState) -> float:
        """Half the chances each, moved by who is how much nearer to the goal, the total of the turn counted."""
        points_of_max, points_of_min = state.scores
        lead = points_of_max - points_of_min + state.mover * state.turn_points
        return min(max(0.5 + lead / (2 * self.points), 0.0), 1.0)

    def label(self, move: PigMove) -> str:
        """`roll`, `hold`, or the face of the die."""
        return self._face_names.get(move, str(move))

    def show(self, state: PigState) -> str:
        """`3-0 +4 MAX rolls, 97 turns left`: points, the total of the turn, whose turn, `rolls` with the die thrown."""
        action = "rolls" if state.is_die_rolling else "moves"
        points_of_max, points_of_min = state.scores
        points = f"{points_of_max}-{points_of_min} +{state.turn_points}"
        return f"{points} {state.mover.name} {action}, {state.turns} turns left"

    def tell(self, state: PigState) -> Sequence[str]:
        """The points of both, those of the turn, whether the die is in the air, and the turns that are left."""
        return [
            *(
                f"{side.name} has {score} of {self.points}"
                for side, score in zip((MAX, MIN), state.scores, strict=True)
            ),
            "",
            f"{state.mover.name} has the turn",
            f"  +{state.turn_points} if held" + (", and throws" if state.is_die_rolling else ""),
            f"{state.turns} turns left",
        ]

    def parse(self, text: str) -> PigState:
        """Read what `show` writes."""
        pattern = r"(\d{1,4})-(\d{1,4}) \+(\d{1,4}) (MAX|MIN) (moves|rolls), (\d{1,5}) turns left"
        match = re.fullmatch(pattern, text.strip(), re.ASCII)
        if match is None:
            raise ValueError("a position is such as '3-0 +4 MAX moves, 97 turns left'")
        points_of_max, points_of_min, turn_points, turns = (int(match[group]) for group in (1, 2, 3, 6))
        score_limit = self.points + max(face for face, _ in self._face_chances)
        if max(points_of_max, points_of_min, turn_points) >= score_limit or turns > self.turns:
            raise ValueError(f"nobody has so many points or turns in {self.spec}")
        return PigState((points_of_max, points_of_min), turn_points, Turn[match[4]], match[5] == "rolls", turns)


class Piglet(Pig):
    """Pig with a coin: heads is a point, tails loses the turn."""

    _game_name, _default_points = "piglet", 2
    _face_chances = ((0, 0.5), (1, 0.5))
    _face_names = MappingProxyType({0: "tails", 1: "heads"})


def make_pig_game(game_class: type[Pig], text: str) -> Pig:
    """The game from the text behind the colon."""
    return game_class(**parse_whole_numbers(f"{game_class.__name__.lower()}:20,100", text, "points turns"))


ENTRY = GameEntry(
    name="pig",
    make=partial(make_pig_game, Pig),
    form="pig[:20,100]",
    summary="Pig, a game of dice: roll or hold, first to 20 points, drawn after 100 turns",
    parameters=(
        Parameter("points", "points that win", "20", 1, MAX_POINTS),
        Parameter("turns", "turns until it is a draw", "100", 1, MAX_TURNS),
    ),
    test_specs=("pig:3,2", "pig:20"),
)
