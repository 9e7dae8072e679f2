"""How large a game is at least, from lines of play at random: enough to know that a search of it cannot end.

A line multiplies the numbers of moves on its way (Knuth 1975). The mean of such products is the size of the tree, but
few lines have nearly all of it: the mean of their logarithms is less than the truth and stable.
"""

from __future__ import annotations

import math
from random import Random
from typing import Any, NamedTuple

from tracer.count.layers import LONGEST
from tracer.count.probes import ways_of
from tracer.games.rules import AnyGame, blame

LINES = 20
"""Lines of play, at most."""
MOVES = 60_000
"""Moves looked at for all of them: a second, of chess."""


class Outlook(NamedTuple):
    """What some lines of play show."""

    nodes: float
    """The decimal exponent of the nodes of the full tree, at least about."""
    positions: float
    """The same of different positions, where each side's moves lead to the same one in any order."""
    ends: bool
    """Whether a line ended before `LONGEST` plies."""


def outlook(game: AnyGame, start: Any) -> Outlook:
    """Estimate how large a game is. The same game gives the same estimate.

    Raises:
        GameError: the game misbehaved.

    >>> import tracer
    >>> game = tracer.game("random:b=10,d=12")
    >>> nodes, positions, ends = outlook(game, game.start())
    >>> round(nodes, 1), round(positions, 1), ends
    (12.0, 6.3, True)
    """
    ways, random, left = ways_of(game, whole=True), Random(0), MOVES
    nodes: list[float] = []
    positions: list[float] = []
    with blame(game):
        while len(nodes) < LINES and left > 0:
            state, line, most = start, 0.0, 0.0
            for ply in range(1, LONGEST + 1):
                moves = ways.amount(state)
                left -= max(moves, 1)
                if not moves or left < 0:
                    break
                state = ways.some(state, [random.randrange(moves)])[0]
                line += math.log10(moves)
                most = max(most, line - 2 * math.lgamma(ply / 2 + 1) / math.log(10))
            else:
                return Outlook(line, most, ends=False)
            nodes.append(line)
            positions.append(most)
    return Outlook(sum(nodes) / len(nodes), sum(positions) / len(nodes), ends=True)
