"""What happens without thinking: moves at random, and what chance decides. Both follow from a seed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tracer.errors import PlyscopeError
from tracer.games.rules import CHANCE as CHANCE_TURN
from tracer.games.rules import blame, rules
from tracer.playing.choice import CHANCE, Choice
from tracer.playing.match import Match


class AtRandom:
    """Plays legal moves at random: the same ones for the same seed, also after a move was taken back.

    Args:
        word: as it was named.
        seed: what the moves follow from.
    """

    def __init__(self, word: str, seed: int) -> None:
        self.word, self._seed = word, seed

    def choose(self, match: Match, cancelled: Callable[[], bool] = lambda: False) -> Choice | None:
        """One of the legal moves.

        Raises:
            PlyscopeError: the game is over.
        """
        legal = list(match.legal.values())
        if not legal:
            raise PlyscopeError("the game is over: there is nothing to choose")
        return Choice(move=Random(f"{self._seed} {len(match.choices)}").choice(legal), by=self.word)

    def close(self) -> None:
        """Nothing."""


class Chance:
    """Decides what nobody chooses, by its probabilities: the same for the same seed, also after a move was taken back.

    Args:
        seed: what it follows from.
    """

    word = CHANCE

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, match: Match, cancelled: Callable[[], bool] = lambda: False) -> Choice | None:
        """What chance decides in the position now.

        Raises:
            PlyscopeError: it is not chance that moves.
        """
        if not match.legal or match.turn != CHANCE_TURN:
            raise PlyscopeError("it is not chance that moves")
        with blame(match.game):
            outcomes, weights = zip(*rules(match.game, chance=True).outcomes(match.state), strict=True)
        random = Random(f"chance {self._seed} {len(match.choices)}")
        return Choice(move=random.choices(outcomes, weights)[0], by=CHANCE)

    def close(self) -> None:
        """Nothing."""
