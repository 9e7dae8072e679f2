"""How far a search came that was interrupted, how large its tree is, and what would shorten it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import tracer
from tracer.count.layers import TooMany
from tracer.count.perft import least_exponent
from tracer.count.probes import outlook
from tracer.count.sizes import Sizes
from tracer.diagnosis.likely_game import likely_game
from tracer.errors import PlyscopeError
from tracer.games.rules import AnyGame, blame, labels, utility
from tracer.recording.status import EXPANDED, OPEN, PRUNED, TABLE
from tracer.text import clean, percent

COUNTED = 30_000
"""Moves looked at to count the full tree: some hundredths of a second."""
PROBED = 60_000
"""Moves looked at for an estimate of a tree that is too large."""
TOGETHER = 2
"""Visits of each position, on the average, from which a table would shorten a search."""


def how_far(trace: tracer.Trace) -> list[str]:
    """Return what to print of a search that was interrupted: three lines at most."""
    if trace.columns.log is not None:
        return []
    visited = int(trace.columns.visited_before[-1])
    game, start, likely = trace.game, None, ""
    if game is not None:
        start = trace.start()
    elif (found := likely_game(trace)) is not None:
        game, start, likely = found.game, found.start, f"if the game is {clean(found.spec)}, "
    lines = [f"interrupted after {visited:,} nodes: {_root(trace, game, start)}"]
    size = None if game is None else _size(trace, game, start, visited)
    return [*lines, *([] if size is None else [f"{likely}{size}"]), *_shorter(trace, visited)]


def _root(trace: tracer.Trace, game: AnyGame | None, start: Any) -> str:
    """Return how many of the root's moves are done, in the iteration that was interrupted if there are some."""
    top, said = 0, ""
    if 0 in trace.drivers and (passes := trace.children(0)):
        top = passes[-1]
        said = f"in its last iteration, {clean(trace.label(top))}, "
    moves = {trace.columns.move.item(child): child for child in trace.children(top)}
    done = sum(trace.columns.status[child] != OPEN for child in moves.values())
    verb = "is" if done == 1 else "are"
    total = None if game is None else _legal(game, start)
    if total is None or total < len(moves):
        return f"{said}{done} {'move' if done == 1 else 'moves'} of the root {verb} done"
    return f"{said}{done} of {total} moves of the root {verb} done"


def _legal(game: AnyGame, start: Any) -> int | None:
    """Return the number of different moves at the root; None if the game is over or fails."""
    try:
        with blame(game):
            return None if utility(game, start) is not None else len(set(labels(game, game.moves(start))))
    except PlyscopeError:
        return None


def _size(trace: tracer.Trace, game: AnyGame, start: Any, visited: int) -> str | None:
    """Return the size of the full tree to the depth of the search, counted or estimated; None if the game fails."""
    depth = trace.header.depth
    to = "" if depth is None else f" to depth {depth}"
    try:
        try:
            with blame(game):
                nodes = sum(Sizes(game, COUNTED).levels(start, math.inf if depth is None else depth))
        except TooMany:
            exponent = _exponent(game, start, depth)
            return f"the full tree{to} has some 10^{exponent} nodes or more"
    except PlyscopeError:
        return None
    share = f"; {percent(visited / nodes)} of them were visited" if _visits_all(trace) and visited <= nodes else ""
    return f"the full tree{to} has {nodes:,} nodes{share}"


def _exponent(game: AnyGame, start: Any, depth: int | None) -> int:
    """Return the decimal exponent of the nodes of a tree that is too large to be counted, by an estimate.

    Raises:
        GameError: the game misbehaved.
    """
    if depth is None:
        return math.floor(outlook(game, start).nodes)
    return math.floor(least_exponent(game, start, depth, moves=COUNTED // 20, probed=PROBED))


def _visits_all(trace: tracer.Trace) -> bool:
    """Return whether a search visits each node of its tree once: it has no window, no table and no iterations."""
    return not (trace.header.windowed or _has_table(trace) or trace.drivers)


def _has_table(trace: tracer.Trace) -> bool:
    return trace.header.answers_from_elsewhere or bool((trace.columns.status == TABLE).any())


def _shorter(trace: tracer.Trace, visited: int) -> list[str]:
    """Return a line with what would shorten a search; nothing if it has all of that."""
    columns, ways = trace.columns, list[str]()
    players = {*columns.turn[columns.status == EXPANDED].tolist()}
    if not trace.header.windowed and players == {1, -1}:
        ways.append("alpha-beta")
    if trace.header.depth is None and columns.depth is None:
        ways.append("a depth limit")
    elif trace.header.depth is not None:
        ways.append(f"a depth limit of less than {trace.header.depth}")
    if columns.text is not None and not _has_table(trace):
        told = columns.text[(columns.status != PRUNED) & (columns.text >= 0)]
        different = len(np.unique(told))
        if len(told) >= TOGETHER * different:
            ways.append(f"a table, for {len(told):,} visits were of {different:,} positions")
    return [f"it would be shorter with {'; '.join(ways)}"] if ways else []
