"""What the rules tell of a move that was played: that another one wins at once, or that a reply to it does."""

from __future__ import annotations

from collections.abc import Iterator
from math import isinf
from typing import Any

from tracer.diagnosis.case import Case
from tracer.games.rules import AnyGame, blame, labels, utility
from tracer.recording.status import PRUNED


def win_at_once(case: Case, chosen: int) -> str:
    """Return which move wins at once, beside a move that does not or after it; empty where none does.

    Of the replies only those count that were searched. Nothing is said where the game is not known.

    Args:
        case: the search.
        chosen: the node to which the move leads; its parent is a player's.

    Raises:
        GameError: the game misbehaved.
    """
    game, state, after = case.game, case.state(case.parent[chosen]), case.state(chosen)
    ends = {worth for worth in case.utilities if worth is not None}
    if game is None or state is None or after is None or not ends or any(map(isinf, ends)):
        return ""
    turn, played = int(case.turn[case.parent[chosen]]), case.label(chosen)
    name, other = ("MAX", "MIN") if turn > 0 else ("MIN", "MAX")
    with blame(game):
        if utility(game, after) is not None:
            return ""
        win = next(_wins(game, state, turn, max(end * turn for end in ends)), None)
        if win is not None:
            return f"{name} wins at once with {win}"
        seen = {case.label(child) for child in case.children(chosen) if case.status[child] != PRUNED}
        replies = _wins(game, after, -turn, max(-end * turn for end in ends))
        reply = next((one for one in replies if one in seen), None)
    return "" if reply is None else f"{other} wins at once with {played}/{reply}"


def _wins(game: AnyGame, state: Any, player: int, most: float) -> Iterator[str]:
    """Yield the labels of the moves with which a player, who is to move, ends the game and gets the most there is."""
    if int(game.turn(state)) != player:
        return
    moves = list(game.moves(state))
    for name, move in zip(labels(game, moves), moves, strict=True):
        worth = utility(game, game.play(state, move))
        if worth is not None and 0 < most <= worth * player:
            yield name
