"""What is worth knowing of the move that was chosen: a longer win, and a loss that comes too soon."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from tracer.diagnosis.case import Case
from tracer.diagnosis.finding import NOTE, Disease, Symptom
from tracer.errors import PlyscopeError
from tracer.games.rules import MAX, MIN, AnyGame, blame, key, label, utility
from tracer.recording.slices import slices
from tracer.recording.status import EXPANDED, TERMINAL
from tracer.text import number

LONGER = Disease(
    "longer-win",
    NOTE,
    "The chosen move wins, but another one wins in fewer plies: all wins have the same value, or later ones a better.",
    "Make quick wins worth more: for instance 10 - ply for a win and ply - 10 for a loss, or best * 0.99 a ply.",
)
GIVEN_UP = Disease(
    "lost-given-up",
    NOTE,
    "All moves lose, and the chosen one loses in fewer plies than another: all losses have the same value, or later "
    "ones a worse.",
    "Make late losses worth more: for instance ply - 10 for a loss and 10 - ply for a win.",
)
DISEASES: tuple[Disease, ...] = (LONGER, GIVEN_UP)
BUDGET = 100_000
"""Positions after which no more is asked: a second or two."""

_Name = tuple[Hashable, int, int | None]
"""A position's key, who moves there, and the depth that is left."""


class _TooMany(PlyscopeError):  # noqa: N818  # it ends a search that has become too long
    """The budget is spent, or a position is repeated on its own path."""


class Outcome(NamedTuple):
    """How a game ends if each player hurries to win and delays a loss."""

    winner: int
    """1 for MAX, -1 for MIN, 0 for a draw or where the depth ends first."""
    plies: int
    """In how many plies it is over; 0 where nobody wins."""


def examine(case: Case) -> Iterator[Symptom]:
    """The root, if a better move than the chosen one has the same value."""
    backwards = list(_backwards(case))
    yield from backwards
    if backwards:
        return
    game, turn = case.game, case.turn[0]
    line = case.trace.principal_variation
    if game is None or case.broken or turn not in (MAX, MIN) or case.status[0] != EXPANDED or len(line) < 2:
        return
    result = _result(case)
    if not result or case.trace.header.stopped is not None:
        return
    played = case.trace.played if case.trace.played_at == 0 else None
    chosen = case.trace.label(line[1] if played is None else played)
    try:
        with blame(game):
            found = _outcomes(game, case.trace.start(), case.remaining(0))
    except _TooMany:
        return
    mine = found.get(chosen)
    if mine is None or mine.winner != result:
        return
    if mine.winner == turn:
        best = min((one for one in found.items() if one[1].winner == turn), key=lambda one: one[1].plies)
        if best[1].plies < mine.plies:
            yield Symptom(LONGER, 0, lambda: _say(chosen, "wins", mine, best))
    elif all(one.winner == -turn for one in found.values()):
        best = max(found.items(), key=lambda one: one[1].plies)
        if best[1].plies > mine.plies:
            yield Symptom(GIVEN_UP, 0, lambda: _say(chosen, "loses", mine, best))


def _backwards(case: Case) -> Iterator[Symptom]:
    """The leaves after which wins are worth the more, or losses the less, the later they come."""
    if case.game is None:
        return
    if len({abs(utility) for utility in case.utilities if utility}) != 1:
        return  # a greater win is worth more, whenever it comes
    for sign, disease in ((1, LONGER), (-1, GIVEN_UP)):
        counts: dict[int, dict[float, int]] = {}
        for node, payoff in case.once(_ends):
            if payoff * sign > 0:
                counts.setdefault(case.ply[node], {}).setdefault(sign * case.value[node], node)
        if len(counts) < 2 or any(len(values) > 1 for values in counts.values()):
            continue
        told = [next(iter(counts[ply].items())) for ply in sorted(counts)]
        if all(one[0] < other[0] for one, other in pairwise(told)):
            yield Symptom(disease, told[-1][1], partial(_say_backwards, case, sign, told[0][1], told[-1][1]))


def _ends(case: Case) -> list[tuple[int, float]]:
    """The first leaf of each ply, payoff and value at which the game is over, with the payoff."""
    columns = case.columns
    leaves = np.flatnonzero((columns.status == TERMINAL) & ~np.isnan(case.payoffs) & ~np.isnan(columns.value))
    first: dict[tuple[float, ...], int] = {}
    for part in slices(len(leaves), case.beat):
        nodes = leaves[::-1][part]
        kinds = zip(*(of[nodes].tolist() for of in (case.trace.columns.ply, case.payoffs, columns.value)), strict=True)
        first.update(zip(kinds, nodes.tolist(), strict=True))
    return sorted((leaf, payoff) for (_, payoff, _), leaf in first.items())


def _say_backwards(case: Case, sign: int, soon: int, late: int) -> str:
    values = (
        f"{number(case.value[soon])} at ply {case.ply[soon]} and {number(case.value[late])} at ply {case.ply[late]}"
    )
    who, delays = ("MAX", "MAX puts it off and MIN hurries") if sign > 0 else ("MIN", "MIN puts it off and MAX hurries")
    return f"a win of {who} counts {values}: so {delays} to it"


def _say(chosen: str, what: str, mine: Outcome, best: tuple[str, Outcome]) -> str:
    other = "wins" if what == "wins" else "loses only"
    return f"{chosen} {what} in {mine.plies} {_plies(mine.plies)}, {best[0]} {other} in {best[1].plies}"


def _plies(count: int) -> str:
    return "ply" if count == 1 else "plies"


def _result(case: Case) -> int:
    """Who wins by the root's value: 0 where nobody does, or where not all wins have the same value."""
    told: dict[float, float] = {}
    if (case.columns.status[np.isnan(case.payoffs)] == TERMINAL).any():
        return 0  # a leaf of which the game knows nothing
    for node, payoff in case.once(_ends):
        if told.setdefault(payoff, case.value[node]) != case.value[node]:
            return 0
    sizes = {abs(utility) for utility in told if utility}
    if sizes == {0.5}:
        return 0  # a draw, where a win pays 1 and a loss 0
    if len(sizes) != 1 or not case.alpha[0] <= case.value[0] <= case.beta[0]:
        return 0
    won = {utility for utility, value in told.items() if value == case.value[0]}
    return _sign(won.pop()) if len(won) == 1 else 0


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _outcomes(game: AnyGame, start: Any, remaining: int | None) -> dict[str, Outcome]:
    """How the game ends after each move.

    Raises:
        _TooMany: there are too many positions, or one is repeated.
    """
    memo: dict[_Name, Outcome] = {}
    less = None if remaining is None else remaining - 1
    return {label(game, move): _later(_outcome(game, game.play(start, move), less, memo)) for move in game.moves(start)}


def _outcome(game: AnyGame, start: Any, remaining: int | None, memo: dict[_Name, Outcome]) -> Outcome:
    """How the game ends from a position on. Without recursion, for games may be thousands of plies deep."""
    keyed = key(game)

    def name(state: Any, left: int | None) -> _Name:
        return keyed(state), int(game.turn(state)), left

    wanted, open_ = name(start, remaining), set[_Name]()
    waiting: list[tuple[_Name, Any, list[_Name] | None]] = [(wanted, start, None)]
    while waiting:
        place, state, below = waiting.pop()
        if below is not None:
            memo[place] = _chosen(place[1], [memo[child] for child in below])
            open_.discard(place)
        elif place not in memo:
            left = place[2]
            payoff = utility(game, state)
            if payoff is not None or (left is not None and left <= 0):
                memo[place] = Outcome(_sign(payoff or 0.0), 0)
                continue
            if place in open_ or place[1] not in (MAX, MIN) or len(memo) + len(open_) >= BUDGET:
                raise _TooMany
            open_.add(place)
            after = [game.play(state, move) for move in game.moves(state)]
            names = [name(one, None if left is None else left - 1) for one in after]
            waiting.append((place, state, names))
            waiting += [(child, one, None) for child, one in zip(names, after, strict=True)]
    return memo[wanted]


def _chosen(turn: int, outcomes: list[Outcome]) -> Outcome:
    """The best of the outcomes after a player's moves: the quickest win, else a draw, else the latest loss."""
    return _later(max(outcomes, key=lambda one: (turn * one.winner, -turn * one.winner * one.plies)))


def _later(outcome: Outcome) -> Outcome:
    return outcome._replace(plies=outcome.plies + 1) if outcome.winner else outcome
