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
from tracer.games.entry import Entry, Parameter, whole_numbers
from tracer.games.rules import CHANCE, MAX, MIN, BuiltIn, Turn

MOST_SQUARES, MOST_RUNNERS, MOST_SIDES = 30, 6, 20
OUT = -1
"""Where a runner is that was taken."""


class Track(NamedTuple):
    """A position."""

    runners: tuple[tuple[int, ...], tuple[int, ...]]
    """How far the runners of MAX and of MIN came, least first; OUT where they were taken."""
    mover: Turn
    die: int
    """What the die shows; 0 before it is thrown: then chance moves."""


class Race(BuiltIn):
    """A race on some squares, with some runners and a die of some sides."""

    def __init__(self, squares: int = 5, runners: int = 2, sides: int = 3) -> None:
        given = ((squares, MOST_SQUARES), (runners, MOST_RUNNERS), (sides, MOST_SIDES))
        if not all(1 <= number <= most for number, most in given):
            limits = f"up to {MOST_SQUARES} squares, {MOST_RUNNERS} runners, {MOST_SIDES} sides"
            raise PlyscopeError(f"race: {limits}, not {squares}, {runners}, {sides}")
        self.squares, self.runners, self.sides = squares, runners, sides
        self.spec = f"race:{squares},{runners},{sides}"
        self.bounds = (-float(runners), float(runners))
        self._throws = [(face, 1 / sides) for face in range(1, sides + 1)]

    def start(self) -> Track:
        """All runners before the track, MAX to throw."""
        return Track(((0,) * self.runners, (0,) * self.runners), MAX, 0)

    def turn(self, state: Track) -> Turn:
        """Chance throws, then the player moves; where the game is over, whose throw it would be."""
        return state.mover if state.die or self.utility(state) is not None else CHANCE

    def utility(self, state: Track) -> float | None:
        """MAX's runners that are through less MIN's, where one of them has none left to move."""
        if all(any(0 <= far <= self.squares for far in side) for side in state.runners):
            return None
        mine, others = (sum(far > self.squares for far in side) for side in state.runners)
        return float(mine - others)

    def moves(self, state: Track) -> Sequence[int]:
        """How far the runner is that moves, each once; before the throw, what the die may show."""
        if not state.die:
            return [face for face, _ in self._throws]
        own = state.runners[state.mover is MIN]
        return sorted({far for far in own if 0 <= far <= self.squares})

    def outcomes(self, state: Track) -> Sequence[tuple[int, float]]:
        """What the die may show."""
        return self._throws

    def play(self, state: Track, move: int) -> Track:
        """The die thrown, or a runner moved by it."""
        if not state.die:
            return state._replace(die=move)
        own, others = state.runners if state.mover is MAX else state.runners[::-1]
        to = min(move + state.die, self.squares + 1)
        left = list(own)
        left[left.index(move)] = to
        # The square that is the k-th for one is the k-th from the end for the other.
        met = self.squares + 1 - to if to <= self.squares else None
        hit = tuple(sorted(OUT if far == met else far for far in others))
        sides = (tuple(sorted(left)), hit)
        if state.mover is MAX:
            return Track(sides, MIN, 0)
        return Track((sides[1], sides[0]), MAX, 0)

    def evaluate(self, state: Track) -> float:
        """How far MAX's runners are, as parts of the way, less how far MIN's are."""
        mine, others = (sum(max(far, 0) for far in side) for side in state.runners)
        return (mine - others) / (self.squares + 1)

    def label(self, move: int) -> str:
        """The face of the die, or the square from which a runner moves; which of both follows from the position."""
        return str(move)

    def show(self, state: Track) -> str:
        """`0 0 | 0 2 MAX 3`: how far the runners are (`x` taken), who moves, and the die (`-` before the throw)."""
        mine, others = (" ".join("x" if far == OUT else str(far) for far in side) for side in state.runners)
        return f"{mine} | {others} {state.mover.name} {state.die or '-'}"

    def parse(self, text: str) -> Track:
        """Read what `show` writes.

        Raises:
            ValueError: it is no such text, or of another track.
        """
        side = r"((?:\d{1,2}|x)(?: (?:\d{1,2}|x))*)"
        found = re.fullmatch(rf"{side} \| {side} (MAX|MIN) (\d{{1,2}}|-)", text.strip(), re.ASCII)
        if found is None:
            raise ValueError("a position is such as '0 3 | x 2 MAX -': the runners of both, who moves, the die")
        sides = [tuple(sorted(OUT if word == "x" else int(word) for word in found[k].split())) for k in (1, 2)]
        die = 0 if found[4] == "-" else int(found[4])
        if any(len(side) != self.runners or max(side) > self.squares + 1 for side in sides) or die > self.sides:
            raise ValueError(f"no such runners or die in {self.spec}")
        return Track((sides[0], sides[1]), Turn[found[3]], die)


def _make(text: str) -> Race:
    return Race(**whole_numbers("race:5,2,3", text, "squares runners sides"))


ENTRY = Entry(
    name="race",
    make=_make,
    form="race[:5,2,3]",
    summary="A race with dice: squares, runners of each, sides of the die; enemies are taken off",
    parameters=(
        Parameter("squares", "squares of the track", "5", 1, MOST_SQUARES),
        Parameter("runners", "runners of each player", "2", 1, MOST_RUNNERS),
        Parameter("sides", "sides of the die", "3", 1, MOST_SIDES),
    ),
    small=("race:1,1,2", "race:2,1,2", "race:5,2,3"),
)
