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
from tracer.games.entry import Entry, Parameter, whole_numbers
from tracer.games.rules import CHANCE, MAX, MIN, BuiltIn, Turn

MOST_POINTS, MOST_TURNS = 1_000, 10_000
ROLL, HOLD = "roll", "hold"
Throw = int | str
"""One of the two moves, or what a throw shows: the points that it adds, but the first face of a die loses all."""


class Standing(NamedTuple):
    """A position."""

    scores: tuple[int, int]
    """The points of MAX and of MIN."""
    total: int
    """The points of this turn."""
    mover: Turn
    """Whose turn it is."""
    thrown: bool
    """Whether the die is in the air: then chance moves."""
    turns: int
    """Turns that are left, this one too, until it is a draw."""


class Pig(BuiltIn):
    """Pig to a number of points, within a number of turns."""

    bounds = (0.0, 1.0)
    _name, _goal = "pig", 20
    _faces: Sequence[tuple[int, float]] = tuple((face, 1 / 6) for face in range(1, 7))
    """What a throw may show; the first one loses the turn."""
    _names: Mapping[Throw, str] = MappingProxyType({})
    """What faces are called that are no numbers."""

    def __init__(self, points: int | None = None, turns: int = 100) -> None:
        points = self._goal if points is None else points
        if not 1 <= points <= MOST_POINTS or not 1 <= turns <= MOST_TURNS:
            limits = f"1 to {MOST_POINTS} points and 1 to {MOST_TURNS} turns"
            raise PlyscopeError(f"{self._name}: {limits}, not {points} and {turns}")
        self.points, self.turns = points, turns
        self.spec = f"{self._name}:{points}" + (f",{turns}" if turns != 100 else "")

    def start(self) -> Standing:
        """No points, MAX to move."""
        return Standing((0, 0), 0, MAX, False, self.turns)

    def turn(self, state: Standing) -> Turn:
        """Who has the turn, or chance while the die is in the air."""
        return CHANCE if state.thrown else state.mover

    def utility(self, state: Standing) -> float | None:
        """1 where MAX has won, 0 where MIN has, 1/2 where no turn is left."""
        for player, value in zip(state.scores, (1.0, 0.0), strict=True):
            if player >= self.points:
                return value
        return None if state.turns else 0.5

    def moves(self, state: Standing) -> Sequence[Throw]:
        """Roll or hold: a turn begins with a roll, and who has enough holds. Of a thrown die, what it may show."""
        if state.thrown:
            return [face for face, _ in self._faces]
        if state.total + state.scores[state.mover is MIN] >= self.points:
            return [HOLD]
        return [ROLL, HOLD] if state.total else [ROLL]

    def outcomes(self, state: Standing) -> Sequence[tuple[Throw, float]]:
        """What the die may show."""
        return self._faces

    def play(self, state: Standing, move: Throw) -> Standing:
        """The die thrown, or seen, or the turn given away."""
        if not state.thrown and move == ROLL:
            return state._replace(thrown=True)
        if state.thrown and move != self._faces[0][0]:
            return state._replace(total=state.total + int(move), thrown=False)
        own, others = state.scores if state.mover is MAX else state.scores[::-1]
        own += 0 if state.thrown else state.total
        scores, after = ((own, others), MIN) if state.mover is MAX else ((others, own), MAX)
        return Standing(scores, 0, after, False, state.turns - 1)

    def evaluate(self, state: Standing) -> float:
        """Half the chances each, moved by who is how much nearer to the goal, the total of the turn counted."""
        mine, others = state.scores
        lead = mine - others + state.mover * state.total
        return min(max(0.5 + lead / (2 * self.points), 0.0), 1.0)

    def label(self, move: Throw) -> str:
        """`roll`, `hold`, or the face of the die."""
        return self._names.get(move, str(move))

    def show(self, state: Standing) -> str:
        """`3-0 +4 MAX rolls, 97 turns left`: points, the total of the turn, whose turn, `rolls` with the die thrown."""
        doing = "rolls" if state.thrown else "moves"
        mine, others = state.scores
        return f"{mine}-{others} +{state.total} {state.mover.name} {doing}, {state.turns} turns left"

    def tell(self, state: Standing) -> Sequence[str]:
        """The points of both, those of the turn, whether the die is in the air, and the turns that are left."""
        return [
            *(
                f"{side.name} has {score} of {self.points}"
                for side, score in zip((MAX, MIN), state.scores, strict=True)
            ),
            "",
            f"{state.mover.name} has the turn",
            f"  +{state.total} if held" + (", and throws" if state.thrown else ""),
            f"{state.turns} turns left",
        ]

    def parse(self, text: str) -> Standing:
        """Read what `show` writes.

        Raises:
            ValueError: it is no such text, or nobody could stand so.
        """
        form = r"(\d{1,4})-(\d{1,4}) \+(\d{1,4}) (MAX|MIN) (moves|rolls), (\d{1,5}) turns left"
        found = re.fullmatch(form, text.strip(), re.ASCII)
        if found is None:
            raise ValueError("a position is such as '3-0 +4 MAX moves, 97 turns left'")
        mine, others, total, turns = (int(found[group]) for group in (1, 2, 3, 6))
        most = self.points + max(face for face, _ in self._faces)
        if max(mine, others, total) >= most or turns > self.turns:
            raise ValueError(f"nobody has so many points or turns in {self.spec}")
        return Standing((mine, others), total, Turn[found[4]], found[5] == "rolls", turns)


class Piglet(Pig):
    """Pig with a coin: heads is a point, tails loses the turn."""

    _name, _goal = "piglet", 2
    _faces = ((0, 0.5), (1, 0.5))
    _names = MappingProxyType({0: "tails", 1: "heads"})


def make(kind: type[Pig], text: str) -> Pig:
    """The game from the text behind the colon.

    Raises:
        PlyscopeError: the parameters are wrong.
    """
    return kind(**whole_numbers(f"{kind.__name__.lower()}:20,100", text, "points turns"))


ENTRY = Entry(
    name="pig",
    make=partial(make, Pig),
    form="pig[:20,100]",
    summary="Pig, a game of dice: roll or hold, first to 20 points, drawn after 100 turns",
    parameters=(
        Parameter("points", "points that win", "20", 1, MOST_POINTS),
        Parameter("turns", "turns until it is a draw", "100", 1, MOST_TURNS),
    ),
    small=("pig:3,2", "pig:20"),
)
