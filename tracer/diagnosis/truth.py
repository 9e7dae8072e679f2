"""The oracle: what each position is worth, by a memoised minimax of its own under the search's depth and evaluation."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property
from typing import Any

from tracer.diagnosis.case import Case
from tracer.diagnosis.claimed import claimed_draws
from tracer.diagnosis.finding import NOTE, Disease, Symptom
from tracer.diagnosis.payoffs import evaluation, payoff
from tracer.games.adapters.position import Position
from tracer.games.rules import MAX, MIN, AnyGame, BuiltIn, blame, key, optional, utility

BUDGET = 300_000
"""Positions after which the oracle knows no more: a few seconds."""
PRICE = 10
"""What a position costs whose rules are those of another program, which take that many times as long or more."""
SPENT = Disease(
    "budget-spent",
    NOTE,
    "The true value of some positions was not computed, as that takes more positions than a check looks at: what the "
    "truth would show there is not judged.",
    "Check a recording to a smaller depth, or of a position nearer to the end of the game, where that matters.",
)
_ABSENT = object()
_Name = tuple[Hashable, int, int | None]
"""A position's key, its ply and the depth that is left there."""


class Truth:
    """The true values of the nodes of a case.

    Args:
        case: a search with its game.
        budget: how many pairs of position and remaining depth may be worked out.
    """

    def __init__(self, case: Case, budget: int = BUDGET) -> None:
        self._case = case
        game: object = case.game
        quick = isinstance(game, BuiltIn) and not isinstance(case.state(0), Position)
        self.budget = self._left = budget // (1 if quick else PRICE)
        self.unknown = 0
        """Values that were asked for and not computed, as the budget was spent."""
        self._payoff, self._evaluate = payoff(case), evaluation(case)
        self._memo: dict[_Name, float | None] = {}

    @cached_property
    def is_its_own(self) -> bool:
        """Whether values depend on more than positions and depth: on what is left out on purpose, or on repetitions."""
        return self._case.trace.selective or bool(claimed_draws(self._case))

    def value(self, node: int) -> float | None:
        """The minimax value of a node's position under the depth that the search has left there; None if unknown."""
        state = self._case.state(node)
        return None if state is None else self.of(state, self._case.ply[node], self._case.remaining(node))

    def of(self, state: Any, ply: int, remaining: int | None) -> float | None:
        """The minimax value of a position.

        Args:
            state: the position, as the game has it.
            ply: its distance from the root.
            remaining: the depth left; None for no limit.

        Returns:
            The value, MAX's view; None where the budget is spent, or an evaluation is not known.

        Raises:
            GameError: the game misbehaved.
        """
        game = self._case.game
        if game is None or self.is_its_own:
            return None
        with blame(game):
            found: float | None = self._search(state, ply, remaining)
        if found is _ABSENT:
            self.unknown += 1
            return None
        return found

    def _search(self, state: Any, ply: int, remaining: int | None) -> Any:
        """Without recursion, for games may be thousands of plies deep."""
        game = self._case.game
        assert game is not None
        keyed, children = key(game), optional(game, "children")
        wanted = (keyed(state), ply, remaining)
        # A position stands here twice: before its children are known, and, with their names, once they are.
        waiting: list[tuple[_Name, Any, list[_Name] | None]] = [(wanted, state, None)]
        while waiting:
            name, place, below = waiting.pop()
            if name in self._memo:
                continue
            if below is not None:
                best = _best(int(game.turn(place)), [self._memo[child] for child in below])
                decay = self._case.decay
                self._memo[name] = best if best is None or decay is None else decay.taken(best)
                continue
            if self._left <= 0:
                return _ABSENT
            self._left -= 1
            leaf = self._leaf(place, name[1], name[2])
            if leaf is not _ABSENT:
                self._memo[name] = leaf
                continue
            less = None if name[2] is None else name[2] - 1
            after = children(place) if children is not None else _played(game, place)
            names = [(keyed(one), name[1] + 1, less) for one in after]
            waiting.append((name, place, names))
            waiting += [(child, one, None) for child, one in zip(names, after, strict=True) if child not in self._memo]
        return self._memo[wanted]

    def _leaf(self, state: Any, ply: int, remaining: int | None) -> Any:
        game = self._case.game
        assert game is not None
        worth = utility(game, state)
        if worth is not None:
            return self._payoff(worth, ply)
        if remaining is not None and remaining <= 0:
            return self._evaluate(state) if remaining == 0 else None
        return _ABSENT


def uncomputed(case: Case) -> list[Symptom]:
    """What is said of values that were asked for and not computed; nothing where there are none."""
    truth = case.known(Truth)
    if truth is None or not truth.unknown:
        return []
    values = f"{truth.unknown:,} true value{'s were' if truth.unknown > 1 else ' was'} not computed"
    return [Symptom(SPENT, 0, lambda: f"{values}: that takes more than {truth.budget:,} positions")]


def _played(game: AnyGame, state: Any) -> list[Any]:
    return [game.play(state, move) for move in game.moves(state)]


def oracle(case: Case) -> Truth:
    """The oracle of a case, which all examiners share: what one has asked, another need not work out again."""
    return case.once(Truth)


def _best(turn: int, values: list[float | None]) -> float | None:
    """The best for the player to move; None at a chance node, or where one is not known."""
    known = [value for value in values if value is not None]
    if len(known) < len(values) or turn not in (MAX, MIN):
        return None
    return max(known) if turn == MAX else min(known)
