"""Why the moves of a node were searched in their order: hash move, killers, history.

No search tells that. Of `deepening` and `engine` it follows from the recording: what had been learned as a node was
entered comes of the visits that had returned by then, in the order in which they did. Of a program of one's own nobody
knows what it goes by; where it does not keep the game's order, it is said what is so of the moves that come earlier.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tracer.count.transpositions import known_positions, positions_of
from tracer.errors import PlyscopeError
from tracer.games.rules import blame, label
from tracer.recording.columns import Bools, Ints, last_visits
from tracer.recording.node import remaining_depths
from tracer.recording.status import EXPANDED, PRUNED, Why
from tracer.searches.deepening import MAX_KILLERS
from tracer.text import clean, number
from tracer.tracing import Trace

AT_ONCE = 2_000
"""Nodes of a recording in which the visits of a position are looked for without being asked."""
LISTED = 4
"""Moves that a sentence names one by one."""


_SO = {"hash move": "the best one when the position was searched before", "killer": "it cut at this ply before"}


class Ranked(NamedTuple):
    """A move, and what put it in its place."""

    child: int
    """The visit, or the pruned branch."""
    reason: str
    """`hash move`, `killer`, or empty; of a program of one's own what is so, in words."""
    history: float
    """How often it cut before, deeper visits counting more; 0 where that was not used."""


def move_order(trace: Trace, node: int, at_once: int = AT_ONCE) -> list[Ranked]:
    """The moves of a node in the order in which they were searched, each with what put it there. O(n).

    None of a node that was not searched or has no moves in a learned order, such as noisy ones, and of a search that
    learns no order; nor where it learns hash moves and the visits of a position are not known in a long recording.

    Args:
        trace: the recording.
        node: the node.
        at_once: how many nodes make it long.
    """
    columns, used = trace.columns, _used(trace)
    if not used or node in trace.drivers or columns.status[node] != EXPANDED or not trace.columns.turn[node]:
        return []
    ply = trace.counts.paths.ply
    if trace.header.ours and _depths(trace, ply)[node] <= 0:
        return []
    if "hash" in used and known_positions(trace) is None and (trace.game is None or len(trace) > at_once):
        return []
    children = _in_order(trace, node)
    moves = columns.move[children].tolist()
    best = _hash_move(trace, node) if "hash" in used else None
    cuts = _cuts_before(trace, node)
    killers = _killers(columns.move[_refutations(trace, cuts[ply[cuts] == ply[node]])]) if "killers" in used else []
    history: dict[int, float] = {}
    if "history" in used:
        history = _history(trace, cuts[columns.turn[cuts] == columns.turn[node]], ply)
    reasons = {**dict.fromkeys(killers, "killer"), **({} if best is None else {best: "hash move"})}
    return [
        Ranked(child, reasons.get(move, ""), history.get(move, 0.0))
        for child, move in zip(children, moves, strict=True)
    ]


def _used(trace: Trace) -> set[str]:
    """By what a search orders its moves, as far as it is known."""
    if not trace.header.ours:
        return {"hash", "killers"} if trace.game is not None and trace.header.windowed else set()
    used = set(str(trace.header.options.get("with", "")).split(",")) & {"hash", "killers", "history"}
    return used if trace.header.search in ("deepening", "engine") else set()


def _in_order(trace: Trace, node: int) -> list[int]:
    """The first visit of each move of a node, or the branch that a cutoff skipped, in the order of the moves.

    Moves that no cutoff skipped are told last, wherever their place was, and so are left out.
    """
    columns, none = trace.columns, trace.no_moves
    found: dict[int, int] = {}
    for child in trace.children(node):
        if columns.move.item(child) not in none and not trace.skips[child]:
            found.setdefault(columns.move.item(child), child)
    return list(found.values())


def _depths(trace: Trace, ply: Ints) -> Ints:
    depth = remaining_depths(trace, ply)
    assert depth is not None, "an iteration is told its depth"
    return depth


def _learns(trace: Trace, nodes: Ints) -> Bools:
    """Of some nodes, those whose moves were gone through: not where a null move or its verification made the cutoff.

    Nor among noisy moves alone, beyond the horizon.
    """
    columns, ply = trace.columns, trace.counts.paths.ply
    if trace.header.search != "engine" or not trace.header.ours:
        return np.ones(len(nodes), bool)
    last = _refutations(trace, nodes)
    found: Bools = (_depths(trace, ply)[nodes] > 0) & ~np.isin(columns.move[last], list(trace.no_moves))
    if columns.why is not None:
        found &= columns.why[last] != Why.PROBE
    return found


def _cuts_before(trace: Trace, node: int) -> Ints:
    """The nodes that were cut by a move and had returned before a node was entered, in the order in which they did."""
    columns = trace.columns
    nodes = np.flatnonzero(columns.cutoff[:node])
    nodes = nodes[columns.end[nodes] <= node]
    nodes = nodes[_learns(trace, nodes)]
    return nodes[np.lexsort((-nodes, columns.end[nodes]))]


def _refutations(trace: Trace, nodes: Ints) -> Ints:
    """The last visited child of each of some nodes that were cut."""
    return last_visits(trace.columns)[nodes]


def _killers(moves: Ints) -> list[int]:
    """The moves that cut last, newest first, each once."""
    found: list[int] = []
    for move in reversed(moves.tolist()):
        if move not in found:
            found.append(move)
        if len(found) == MAX_KILLERS:
            break
    return found


def _history(trace: Trace, cuts: Ints, ply: Ints) -> dict[int, float]:
    """By move what its cutoffs count."""
    depth = _depths(trace, ply)
    moves = trace.columns.move[_refutations(trace, cuts)]
    sums = np.bincount(moves, depth[cuts].astype(float) ** 2) if len(moves) else np.zeros(0)
    return {int(move): float(sums[move]) for move in np.flatnonzero(sums)}


def _hash_move(trace: Trace, node: int) -> int | None:
    """The best move of the last visit that searched a node's position before; None where there was none."""
    columns = trace.columns
    same = positions_of(trace).visits(node)
    same = same[(same < node) & (columns.status[same] == EXPANDED)]
    same = same[columns.end[same] <= node]
    same = same[_learns(trace, same)]
    if not len(same):
        return None
    last = int(same[np.argmax(columns.end[same] * len(columns) - same)])
    values: dict[int, float] = {}
    for child in trace.children(last):
        probes = columns.why is not None and columns.why[child] == Why.PROBE
        if columns.status[child] != PRUNED and columns.move.item(child) not in trace.no_moves and not probes:
            values[columns.move.item(child)] = columns.value.item(child)  # of several visits the last one holds
    return next((move for move, value in values.items() if value == columns.value[last]), None)


def order_told(trace: Trace, node: int, at_once: int = AT_ONCE) -> str:
    """Why the first moves of a node came first, in a sentence; empty where nothing was learned, or nobody knows.

    As `move_order`; nobody knows where the game does not have the moves of the recording.
    """
    try:
        known = move_order(trace, node, at_once)
    except PlyscopeError:
        return ""
    if not trace.header.ours:
        return _observed(trace, node, known)
    if not any(one.reason or one.history for one in known):
        return ""
    told = [f"{clean(trace.label(one.child))} ({_reason(one)})" for one in known if _reason(one)]
    rest = len(known) - len(told)
    more = [f"{len(told) - LISTED:,} more by history"] if len(told) > LISTED else []
    others = [f"{rest:,} in the game's own order"] if rest else []
    return f"The order of moves: {', '.join([*told[:LISTED], *more, *others])}."


def _reason(one: Ranked) -> str:
    return one.reason or (f"history {number(one.history)}" if one.history else "")


def _observed(trace: Trace, node: int, known: list[Ranked]) -> str:
    """What is so of the moves that a program of one's own searched earlier than the game has them; else empty."""
    if len(known) < 2 or trace.game is None:
        return ""
    names = [clean(trace.label(one.child)) for one in known]
    try:
        with blame(trace.game):
            game = trace.game
            own = [name for move in game.moves(trace.state(node)) if (name := clean(label(game, move))) in names]
    except PlyscopeError:
        return ""
    if len(own) != len(names):
        return ""
    earlier = [
        f"{name} ({_SO[one.reason]})"
        for place, (one, name) in enumerate(zip(known, names, strict=True))
        if one.reason and place < own.index(name)
    ]
    verb = "comes" if len(earlier) == 1 else "come"
    return f"Its order is not the game's: earlier {verb} {', '.join(earlier[:LISTED])}." if earlier else ""
