"""What is worth knowing of the chosen move, a longer win or a loss that comes too soon, and of the passes before it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from tracer.deciding.thresholds import FEW
from tracer.diagnosis.case import Case
from tracer.diagnosis.finding import NOTE, Disease, Symptom
from tracer.diagnosis.truth import NOT_COMPUTED, Minimax, get_truth
from tracer.diagnosis.wording import plural, symptoms
from tracer.games.rules import MAX, MIN, blame, label
from tracer.recording.slices import slices
from tracer.recording.status import EXPANDED, TERMINAL

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
SKIPPED_DEPTH = Disease(
    "depth-skipped",
    NOTE,
    "An iterative deepening leaves a depth out: each of its other iterations goes as much deeper as the one before.",
    "Look at what begins an iteration: the loop over depths, and whatever ends or leaves out one of them, such as a "
    "window that failed. Where time was short and the jump is meant, all is well.",
)
DISEASES: tuple[Disease, ...] = (LONGER, GIVEN_UP, SKIPPED_DEPTH)


def examine(case: Case) -> Iterator[Symptom]:
    """Yield the root, if a better move than the chosen one has the same value, and a depth that was left out."""
    yield from _find_skipped_depths(case)
    backwards = list(_find_backward_payoffs(case))
    yield from backwards
    if backwards:
        return
    game, turn = case.game, case.turn[0]
    line = case.trace.principal_variation
    if game is None or case.broken_nodes or turn not in (MAX, MIN) or case.status[0] != EXPANDED or len(line) < 2:
        return
    result = _find_winner(case)
    if not result or case.trace.header.stopped is not None:
        return
    played = case.trace.played if case.trace.decision_node == 0 else None
    chosen = case.trace.label(line[1] if played is None else played)
    less, start = case.get_remaining_depth(0), case.trace.start()
    minimax = Minimax(
        game, lambda payoff, ply, _left: _get_sign(payoff) / ply, lambda _state: 0.0, get_truth(case).budget
    )
    with blame(game):
        after = {label(game, move): game.play(start, move) for move in game.moves(start)}
        found = {name: minimax.value(one, 1, None if less is None else less - 1) for name, one in after.items()}
    if chosen not in found or not {None, NOT_COMPUTED}.isdisjoint(found.values()):
        return
    best = max(found, key=lambda move: turn * found[move])
    if _get_sign(found[chosen]) == _get_sign(found[best]) == result and found[best] != found[chosen]:
        mine, its = (round(1 / abs(found[move])) for move in (chosen, best))
        one, other = ("wins", "wins") if result == turn else ("loses", "loses only")
        said = f"{{chosen}} {one} in {plural(mine, 'ply', 'plies')}, {{best}} {other} in {its}"
        yield from symptoms(LONGER if result == turn else GIVEN_UP, case, [0], said, chosen=chosen, best=best)


def _find_skipped_depths(case: Case) -> Iterator[Symptom]:
    """Yield the iteration that is deeper than the one before by more than all others are."""
    first = dict[int, int]()
    for node, depth in zip(*case.iterations, strict=True):
        first.setdefault(depth, node)
    steps = {deeper: deeper - depth for depth, deeper in pairwise(first)}
    usual = min(steps.values(), default=0)
    odd = [depth for depth, step in steps.items() if step != usual]
    if len(odd) == 1 and len(steps) > FEW and usual > 0:
        before = odd[0] - steps[odd[0]]
        template = (
            f"the iteration to depth {odd[0]} comes after that to depth {before}: others go {usual} deeper each time"
        )
        yield from symptoms(SKIPPED_DEPTH, case, [first[odd[0]]], template)


def _find_backward_payoffs(case: Case) -> Iterator[Symptom]:
    """Yield the leaves after which wins are worth the more, or losses the less, the later they come."""
    if case.game is None:
        return
    if len({abs(utility) for utility in case.payoff_by_position if utility}) != 1:
        return  # a greater win is worth more, whenever it comes
    for sign, disease in ((1, LONGER), (-1, GIVEN_UP)):
        counts: dict[int, dict[float, int]] = {}
        for node, payoff in case.once(_find_ends):
            if payoff * sign > 0:
                counts.setdefault(case.ply[node], {}).setdefault(sign * case.value[node], node)
        if len(counts) < 2 or any(len(values) > 1 for values in counts.values()):
            continue
        told = [next(iter(counts[ply].items())) for ply in sorted(counts)]
        if all(one[0] < other[0] for one, other in pairwise(told)):
            who, other = ("MAX", "MIN") if sign > 0 else ("MIN", "MAX")
            said = (
                f"a win of {who} counts {{soon:value}} at ply {{soon:ply}} and {{node:value}} at ply {{node:ply}}: so "
                f"{who} puts it off and {other} hurries to it"
            )
            yield from symptoms(disease, case, [told[-1][1]], said, soon=told[0][1])


def _find_ends(case: Case) -> list[tuple[int, float]]:
    """Return the first leaf of each ply, payoff and value at which the game is over, with the search's payoff."""
    columns = case.columns
    leaves = np.flatnonzero((columns.status == TERMINAL) & ~np.isnan(case.payoffs) & ~np.isnan(columns.value))
    first: dict[tuple[float, ...], int] = {}
    for part in slices(len(leaves), case.beat):
        nodes = leaves[::-1][part]
        kinds = zip(*(of[nodes].tolist() for of in (case.trace.columns.ply, case.payoffs, columns.value)), strict=True)
        first.update(zip(kinds, nodes.tolist(), strict=True))
    return sorted((leaf, payoff) for (_, payoff, _), leaf in first.items())


def _find_winner(case: Case) -> int:
    """Who wins by the root's value: 0 where nobody does, or where not all wins have the same value."""
    told: dict[float, float] = {}
    if (case.columns.status[np.isnan(case.payoffs)] == TERMINAL).any():
        return 0  # a leaf of which the game knows nothing
    for node, payoff in case.once(_find_ends):
        if told.setdefault(payoff, case.value[node]) != case.value[node]:
            return 0
    sizes = {abs(utility) for utility in told if utility}
    if sizes == {0.5}:
        return 0  # a draw, where a win pays 1 and a loss 0
    if len(sizes) != 1 or not case.alpha[0] <= case.value[0] <= case.beta[0]:
        return 0
    won = {utility for utility, value in told.items() if value == case.value[0]}
    return _get_sign(won.pop()) if len(won) == 1 else 0


def _get_sign(value: float) -> int:
    return (value > 0) - (value < 0)
