"""A race with dice on a short track: two players come from its two ends, and who lands on an enemy takes him off.

Each has some runners before his end of the track. Chance throws a die, and the player moves one runner by it, all the
way off the other end if it reaches so far. A runner that lands on the square of an enemy's takes him out of the game.
The game is over when one player has no runner left to move; it is worth MAX's runners that got through less MIN's. So
runners go forward or vanish, and the game ends by itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from tracer.errors import PlyscopeError
from tracer.games.game_entry import GameEntry, Parameter, parse_whole_numbers
from tracer.games.rules import CHANCE, MAX, MIN, BuiltIn, Turn

MAX_SQUARES, MAX_RUNNERS, MAX_SIDES = 30, 6, 20
TAKEN_OFF = -1
"""Where a runner is that was taken."""


class RaceState(NamedTuple):
    """A position."""

    runners: tuple[tuple[int, ...], tuple[int, ...]]
    """How far the runners of MAX and of MIN came, least first; OUT where they were taken."""
    mover: Turn
    die: int
    """What the die shows; 0 before it is thrown: then chance moves."""


class Race(BuiltIn):
    """A race on some squares, with some runners and a die of some sides."""

    def __init__(self, squares: int = 5, runners: int = 2, sides: int = 3) -> None:
        limited_numbers = ((squares, MAX_SQUARES), (runners, MAX_RUNNERS), (sides, MAX_SIDES))
        if not all(1 <= number <= max_number for number, max_number in limited_numbers):
            limits = f"up to {MAX_SQUARES} squares, {MAX_RUNNERS} runners, {MAX_SIDES} sides"
            raise PlyscopeError(f"race: {limits}, not {squares}, {runners}, {sides}")
        self.squares, self.runners, self.sides = squares, runners, sides
        self.spec = f"race:{squares},{runners},{sides}"
        self.bounds = (-float(runners), float(runners))
        self._throws = [(face, 1 / sides) for face in range(1, sides + 1)]

    def start(self) -> RaceState:
        """All runners before the track, MAX to throw."""
        return RaceState(((0,) * self.runners, (0,) * self.runners), MAX, 0)

    def turn(self, state: RaceState) -> Turn:
        """Chance throws, then the player moves; where the game is over, whose throw it would be."""
        return state.mover if state.die or self.utility(state) is not None else CHANCE

    def utility(self, state: RaceState) -> float | None:
        """MAX's runners that are through less MIN's, where one of them has none left to move."""
        if all(any(0 <= distance <= self.squares for distance in side) for side in state.runners):
            return None
        finished_of_max, finished_of_min = (sum(distance > self.squares for distance in side) for side in state.runners)
        return float(finished_of_max - finished_of_min)

    def moves(self, state: RaceState) -> Sequence[int]:
        """How far the runner is that moves, each once; before the throw, what the die may show."""
        if not state.die:
            return [face for face, _ in self._throws]
        mover_runners = state.runners[state.mover is MIN]
        return sorted({distance for distance in mover_runners if 0 <= distance <= self.squares})

    def outcomes(self, state: RaceState) -> Sequence[tuple[int, float]]:
        """What the die may show."""
        return self._throws

    def play(self, state: RaceState, move: int) -> RaceState:
        """The die thrown, or a runner moved by it."""
        if not state.die:
            return state._replace(die=move)
        mover_runners, enemy_runners = state.runners if state.mover is MAX else state.runners[::-1]
        new_distance = min(move + state.die, self.squares + 1)
        moved_runners = list(mover_runners)
        moved_runners[moved_runners.index(move)] = new_distance
        # The square that is the k-th for one is the k-th from the end for the other.
        enemy_distance = self.squares + 1 - new_distance if new_distance <= self.squares else None
        remaining_enemies = tuple(
            sorted(TAKEN_OFF if distance == enemy_distance else distance for distance in enemy_runners)
        )
        sides = (tuple(sorted(moved_runners)), remaining_enemies)
        if state.mover is MAX:
            return RaceState(sides, MIN, 0)
        return RaceState((sides[1], sides[0]), MAX, 0)

    def evaluate(self, state: RaceState) -> float:
        """How far MAX's runners are, as parts of the way, less how far MIN's are."""
        distance_of_max, distance_of_min = (sum(max(distance, 0) for distance in side) for side in state.runners)
        return (distance_of_max - distance_of_min) / (self.squares + 1)

    def label(self, move: int) -> str:
        """The face of the die, or the square from which a runner moves; which of both follows from the position."""
        return str(move)

    def show(self, state: RaceState) -> str:
        """`0 0 | 0 2 MAX 3`: how far the runners are (`x` taken), who moves, and the die (`-` before the throw)."""
        runners_of_max, runners_of_min = (
            " ".join("x" if distance == TAKEN_OFF else str(distance) for distance in side) for side in state.runners
        )
        return f"{runners_of_max} | {runners_of_min} {state.mover.name} {state.die or '-'}"

    def parse(self, text: str) -> RaceState:
        """Read what `show` writes."""
        side_pattern = r"((?:\d{1,2}|x)(?: (?:\d{1,2}|x))*)"
        match = re.fullmatch(rf"{side_pattern} \| {side_pattern} (MAX|MIN) (\d{{1,2}}|-)", text.strip(), re.ASCII)
        if match is None:
            raise ValueError("a position is such as '0 3 | x 2 MAX -': the runners of both, who moves, the die")
        sides = [tuple(sorted(TAKEN_OFF if word == "x" else int(word) for word in match[k].split())) for k in (1, 2)]
        die = 0 if match[4] == "-" else int(match[4])
        if any(len(side) != self.runners or max(side) > self.squares + 1 for side in sides) or die > self.sides:
            raise ValueError(f"no such runners or die in {self.spec}")
        return RaceState((sides[0], sides[1]), Turn[match[3]], die)


def _make_race(text: str) -> Race:
    return Race(**parse_whole_numbers("race:5,2,3", text, "squares runners sides"))


ENTRY = GameEntry(
    name="race",
    make=_make_race,
    form="race[:5,2,3]",
    summary="A race with dice: squares, runners of each, sides of the die; enemies are taken off",
    parameters=(
        Parameter("squares", "squares of the track", "5", 1, MAX_SQUARES),
        Parameter("runners", "runners of each player", "2", 1, MAX_RUNNERS),
        Parameter("sides", "sides of the die", "3", 1, MAX_SIDES),
    ),
    test_specs=("race:1,1,2", "race:2,1,2", "race:5,2,3"),
)
