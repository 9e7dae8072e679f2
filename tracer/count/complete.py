"""Whether a search looked at every move of the game, but for those that a cutoff skipped."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tracer.count.paths import paths_of
from tracer.count.sizes import states
from tracer.errors import PlyscopeError
from tracer.games.rules import AnyGame, blame, labels
from tracer.recording.recording import Recording
from tracer.recording.status import EXPANDED

SAMPLE = 2_000
"""Paths looked at; of more, so many that lie evenly in the recording. Who leaves moves out does so all over."""


def lacks_moves(trace: Recording) -> bool:
    """Whether some path has a legal move that is neither visited nor pruned below it, as far as `SAMPLE` paths tell.

    Raises:
        PlyscopeError: the trace has no game.
        GameError: the game misbehaved.
    """
    paths, columns = paths_of(trace), trace.columns
    expanded = np.unique(paths.number[(columns.status == EXPANDED) & ~paths.drives])
    if len(expanded) > SAMPLE:
        expanded = expanded[np.linspace(0, len(expanded) - 1, SAMPLE).astype(np.int64)]
    steps = np.unique(paths.number)[1:]
    moves = np.bincount(paths.number[columns.parent[steps]], minlength=len(columns))
    return any(legal > moves[node] for node, legal in each_amount(trace, expanded.tolist()))


def each_amount(trace: Recording, nodes: list[int]) -> Iterator[tuple[int, int]]:
    """How many legal moves each of some nodes has, given in rising order.

    Raises:
        PlyscopeError: the trace has no game.
        GameError: the game misbehaved.
    """
    game = trace.need_game()
    return ((node, _amount(game, state)) for node, state in states(trace, nodes))


def legal_moves(trace: Recording, node: int) -> int | None:
    """How many legal moves a node has; None where nobody knows, and at a driver, which makes no moves. O(ply)."""
    if trace.game is None or node in trace.drivers:
        return None
    try:
        return _amount(trace.game, trace.state(node))
    except PlyscopeError:
        return None


def _amount(game: AnyGame, state: object) -> int:
    """Moves that are told apart: a trace knows them by their labels."""
    with blame(game):
        moves = list(game.moves(state))
    return len(set(labels(game, moves)))
