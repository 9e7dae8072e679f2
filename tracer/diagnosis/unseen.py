"""Moves that a sound search may have no call for: answered without one, or left out on purpose."""

from __future__ import annotations

from collections.abc import Callable

from tracer.diagnosis.case import Case
from tracer.diagnosis.truth import Truth, oracle
from tracer.games.rules import blame, label
from tracer.recording.columns import NO_DEPTH
from tracer.recording.status import EXPANDED, PRUNED

SELECTIVE = 2
"""Depths up to which searches leave out moves that promise little."""
_FEW = 3
"""Nodes at which the same number of moves was searched, from which that is the search's way."""


def account_by_unseen_moves(case: Case) -> Callable[[int], bool]:
    """Tells of a node whether moves that were not visited, with their true values, account for its value.

    They may have been answered before they were called: by a table, or where the game ends after them.
    """
    truth = oracle(case)

    def accounts(node: int) -> bool:
        unseen = _true_values(case, node, truth)
        if not unseen:
            return False
        pruned = {case.move[child] for child in case.children(node) if case.status[child] == PRUNED}
        known = [limits for move, limits in case.claims_by_move(node).items() if move >= 0 and move not in pruned]
        known += [(value, value) for value in unseen]
        best = max if case.turn[node] > 0 else min
        low, high = best(low for low, _ in known), best(high for _, high in known)
        claimed = case.claims[node]
        return claimed[0] <= low and claimed[1] >= high

    return accounts


def _true_values(case: Case, node: int, truth: Truth) -> list[float] | None:
    """The true values after the moves of a node that were not visited; None where one is not known."""
    game, legal = case.game, case.legal(node)
    if game is None or legal is None:
        return None
    inline = ends_are_not_called(case)
    gone = set(legal) - {case.trace.label(one) for one in (case.visits(node) if inline else case.children(node))}
    if not gone:
        return None
    state, remaining = case.state(node), case.remaining(node)
    with blame(game):
        after = [game.play(state, move) for move in game.moves(state) if label(game, move) in gone]
    left = None if remaining is None else remaining - 1
    values = [truth.of(one, case.ply[node] + 1, left) for one in after]
    found = [value for value in values if value is not None]
    return found if len(found) == len(values) else None


def ends_are_not_called(case: Case) -> bool:
    """Whether no call was made for a position in which the game is over."""
    return not any(case.places[node] >= 0 and case.utilities[case.places[node]] is not None for node in case.visited)


def end_the_game(case: Case, node: int) -> bool:
    """Whether all moves of a node that were not visited end the game."""
    gone, game, state = set(case.missing_moves(node)), case.game, case.state(node)
    if game is None:
        return False
    with blame(game):
        after = [game.play(state, move) for move in game.moves(state) if label(game, move) in gone]
        return all(game.utility(one) is not None for one in after)


def is_beam(case: Case, lacking: list[int]) -> bool:
    """Whether a search looks at a fixed number of moves at most, whatever the number of legal ones."""
    widths = {len({case.move[child] for child in case.visits(node)}) for node in lacking}
    if len(widths) != 1 or 1 in widths or len(lacking) < _FEW:
        return False
    width = widths.pop()
    legal = {len(case.legal(node) or []) for node in lacking}
    expanded = [node for node in case.in_time if case.status[node] == EXPANDED]
    most = max(len({case.move[child] for child in case.visits(node)}) for node in expanded)
    return most == width and (len(legal) > 1 or min(legal) > 2 * width)


def are_near_horizon(case: Case, nodes: list[int]) -> bool:
    """Whether nodes that left moves have a ply or two left, and others have more: what promises little is left."""
    if case.depth is None or not nodes:
        return False
    most = max(case.depth[node] for node in nodes)
    told = all(case.depth[node] != NO_DEPTH for node in nodes)
    return told and most <= SELECTIVE and any(case.depth[node] > most for node in case.expanded())


def are_remembered(case: Case, nodes: list[int]) -> bool:
    """Whether nodes may have the values of moves that a table answered before they were called, without a game.

    Then no position is searched twice, and each value is better than those of the visited moves, and had been found
    at the ply below.
    """
    texts = case.trace.columns.text
    if case.game is not None or texts is None:
        return False
    expanded = [(int(texts[node]), case.turn[node]) for node in case.expanded()]
    if len(set(expanded)) < len(expanded):
        return False
    found: dict[int, set[float]] = {}
    wanted = set(nodes)
    for node in case.in_time:
        if node in wanted:
            turn, value = case.turn[node], case.value[node]
            better = all(turn * value > turn * case.value[child] for child in case.visits(node))
            if not better or value not in found.get(case.ply[node] + 1, ()):
                return False
        found.setdefault(case.ply[node], set()).add(case.value[node])
    return True
