"""Games that are over after a move that is answered without a call, as `if wins(after): return True` does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tracer.deciding.players import Players
from tracer.deciding.seen_values import Evidence
from tracer.deciding.thresholds import FEW
from tracer.games.rules import Turn


def ends_are_unseen(evidence: Evidence, players: Players, turns: Sequence[Turn | None]) -> bool:
    """Whether some calls return the best value there is though none below did, and others what one below did.

    And none returns less than the best below. Who always returns the best there is, begins with it by mistake.

    Args:
        evidence: the values.
        players: whose they are.
        turns: who moves at each call.
    """
    if not evidence.inner or not evidence.passing.plain:
        return False
    sign = [turn or 0 for turn in turns]
    mover = players.view == "mover"
    best = max(value for one in evidence.inner for value in (one.value, *one.below))
    least = min(value for one in evidence.inner for value in (one.value, *one.below))
    best = max(best, -least) if mover else best
    won: Counter[int] = Counter()
    less: Counter[int] = Counter()
    for one in evidence.inner:
        player = sign[one.number]
        if not player:
            return False
        if mover:
            value, below, most = one.value, -min(one.below), best
        elif player > 0:
            value, below, most = one.value, max(one.below), best
        else:
            value, below, most = -one.value, -min(one.below), -least
        if value < below or (value > below and value != most):
            return False
        won[0 if mover else player] += value > below
        less[0 if mover else player] += value < most
    return won.total() >= FEW and all(less[player] >= FEW for player in won if won[player])
