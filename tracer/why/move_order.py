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

MAX_REPLAYED_NODES = 2_000
"""Nodes of a recording in which the visits of a position are looked for without being asked."""
MAX_LISTED_MOVES = 4
"""Moves that a sentence names one by one."""


REASON_PHRASES = {
    "hash move": "the best one when the position was searched before",
    "killer": "it cut at this ply before",
}


class OrderedMove(NamedTuple):
    """A move, and what put it in its place."""

    child: int
    """The visit, or the pruned branch."""
    reason: str
    """`hash move`, `killer`, or empty; of a program of one's own what is so, in words."""
    history: float
    """How often it cut before, deeper visits counting more; 0 where that was not used."""


def move_order(trace: Trace, node: int, max_nodes: int = MAX_REPLAYED_NODES) -> list[OrderedMove]:
    """Return the moves of a node in the order in which they were searched, each with the reason for its place. O(n).

    The list is empty if

    - the node was not searched, or its moves have no learned order, such as noisy moves;
    - the search learns no order;
    - the search learns hash moves, and the visits of each position are unknown because the recording is long: it has
      no game, or more than `max_nodes` nodes.
    """
    columns, heuristics = trace.columns, _used_heuristics(trace)
    if not heuristics or node in trace.drivers or columns.status[node] != EXPANDED or not trace.columns.turn[node]:
        return []
    ply = trace.counts.paths.ply
    if trace.header.ours and _remaining_depths(trace, ply)[node] <= 0:
        return []
    if "hash" in heuristics and known_positions(trace) is None and (trace.game is None or len(trace) > max_nodes):
        return []
    children = _ordered_children(trace, node)
    moves = columns.move[children].tolist()
    hash_move = _find_hash_move(trace, node) if "hash" in heuristics else None
    earlier_cuts = _find_earlier_cutoffs(trace, node)
    killers = (
        _pick_killer_moves(columns.move[_refuting_children(trace, earlier_cuts[ply[earlier_cuts] == ply[node]])])
        if "killers" in heuristics
        else []
    )
    history: dict[int, float] = {}
    if "history" in heuristics:
        history = _history_scores(trace, earlier_cuts[columns.turn[earlier_cuts] == columns.turn[node]], ply)
    reasons = {**dict.fromkeys(killers, "killer"), **({} if hash_move is None else {hash_move: "hash move"})}
    return [
        OrderedMove(child, reasons.get(move, ""), history.get(move, 0.0))
        for child, move in zip(children, moves, strict=True)
    ]


def _used_heuristics(trace: Trace) -> set[str]:
    """By what a search orders its moves, as far as it is known."""
    if not trace.header.ours:
        return {"hash", "killers"} if trace.game is not None and trace.header.windowed else set()
    heuristics = set(str(trace.header.options.get("with", "")).split(",")) & {"hash", "killers", "history"}
    return heuristics if trace.header.search in ("deepening", "engine") else set()


def _ordered_children(trace: Trace, node: int) -> list[int]:
    """The first visit of each move of a node, or the branch that a cutoff skipped, in the order of the moves.

    Moves that no cutoff skipped are told last, wherever their place was, and so are left out.
    """
    columns, no_moves = trace.columns, trace.no_moves
    first_children: dict[int, int] = {}
    for child in trace.children(node):
        if columns.move.item(child) not in no_moves and not trace.skips[child]:
            first_children.setdefault(columns.move.item(child), child)
    return list(first_children.values())


def _remaining_depths(trace: Trace, ply: Ints) -> Ints:
    depth = remaining_depths(trace, ply)
    assert depth is not None, "an iteration is told its depth"
    return depth


def _mask_learning_nodes(trace: Trace, nodes: Ints) -> Bools:
    """Of some nodes, those whose moves were gone through: not where a null move or its verification made the cutoff.

    Nor among noisy moves alone, beyond the horizon.
    """
    columns, ply = trace.columns, trace.counts.paths.ply
    if trace.header.search != "engine" or not trace.header.ours:
        return np.ones(len(nodes), bool)
    refuting_children = _refuting_children(trace, nodes)
    is_learning: Bools = (_remaining_depths(trace, ply)[nodes] > 0) & ~np.isin(
        columns.move[refuting_children], list(trace.no_moves)
    )
    if columns.why is not None:
        is_learning &= columns.why[refuting_children] != Why.PROBE
    return is_learning


def _find_earlier_cutoffs(trace: Trace, node: int) -> Ints:
    """The nodes that were cut by a move and had returned before a node was entered, in the order in which they did."""
    columns = trace.columns
    nodes = np.flatnonzero(columns.cutoff[:node])
    nodes = nodes[columns.end[nodes] <= node]
    nodes = nodes[_mask_learning_nodes(trace, nodes)]
    return nodes[np.lexsort((-nodes, columns.end[nodes]))]


def _refuting_children(trace: Trace, nodes: Ints) -> Ints:
    return last_visits(trace.columns)[nodes]


def _pick_killer_moves(moves: Ints) -> list[int]:
    """The moves that cut last, newest first, each once."""
    killers: list[int] = []
    for move in reversed(moves.tolist()):
        if move not in killers:
            killers.append(move)
        if len(killers) == MAX_KILLERS:
            break
    return killers


def _history_scores(trace: Trace, cuts: Ints, ply: Ints) -> dict[int, float]:
    """By move what its cutoffs count."""
    depth = _remaining_depths(trace, ply)
    moves = trace.columns.move[_refuting_children(trace, cuts)]
    scores = np.bincount(moves, depth[cuts].astype(float) ** 2) if len(moves) else np.zeros(0)
    return {int(move): float(scores[move]) for move in np.flatnonzero(scores)}


def _find_hash_move(trace: Trace, node: int) -> int | None:
    """The best move of the last visit that searched a node's position before; None where there was none."""
    columns = trace.columns
    earlier_visits = positions_of(trace).visits(node)
    earlier_visits = earlier_visits[(earlier_visits < node) & (columns.status[earlier_visits] == EXPANDED)]
    earlier_visits = earlier_visits[columns.end[earlier_visits] <= node]
    earlier_visits = earlier_visits[_mask_learning_nodes(trace, earlier_visits)]
    if not len(earlier_visits):
        return None
    last_visit = int(earlier_visits[np.argmax(columns.end[earlier_visits] * len(columns) - earlier_visits)])
    values: dict[int, float] = {}
    for child in trace.children(last_visit):
        is_probe = columns.why is not None and columns.why[child] == Why.PROBE
        if columns.status[child] != PRUNED and columns.move.item(child) not in trace.no_moves and not is_probe:
            values[columns.move.item(child)] = columns.value.item(child)  # of several visits the last one holds
    return next((move for move, value in values.items() if value == columns.value[last_visit]), None)


def describe_move_order(trace: Trace, node: int, max_nodes: int = MAX_REPLAYED_NODES) -> str:
    """Why the first moves of a node came first, in a sentence; empty where nothing was learned, or nobody knows.

    As `move_order`; nobody knows where the game does not have the moves of the recording.
    """
    try:
        ordered_moves = move_order(trace, node, max_nodes)
    except PlyscopeError:
        return ""
    if not trace.header.ours:
        return _describe_observed_order(trace, node, ordered_moves)
    if not any(ordered_move.reason or ordered_move.history for ordered_move in ordered_moves):
        return ""
    reason_texts = [
        f"{clean(trace.label(ordered_move.child))} ({_format_reason(ordered_move)})"
        for ordered_move in ordered_moves
        if _format_reason(ordered_move)
    ]
    unranked_count = len(ordered_moves) - len(reason_texts)
    history_text = (
        [f"{len(reason_texts) - MAX_LISTED_MOVES:,} more by history"] if len(reason_texts) > MAX_LISTED_MOVES else []
    )
    unranked_text = [f"{unranked_count:,} in the game's own order"] if unranked_count else []
    return f"The order of moves: {', '.join([*reason_texts[:MAX_LISTED_MOVES], *history_text, *unranked_text])}."


def _format_reason(ordered_move: OrderedMove) -> str:
    return ordered_move.reason or (f"history {number(ordered_move.history)}" if ordered_move.history else "")


def _describe_observed_order(trace: Trace, node: int, ordered_moves: list[OrderedMove]) -> str:
    """What is so of the moves that a program of one's own searched earlier than the game has them; else empty."""
    if len(ordered_moves) < 2 or trace.game is None:
        return ""
    names = [clean(trace.label(ordered_move.child)) for ordered_move in ordered_moves]
    try:
        with blame(trace.game):
            game = trace.game
            game_order = [name for move in game.moves(trace.state(node)) if (name := clean(label(game, move))) in names]
    except PlyscopeError:
        return ""
    if len(game_order) != len(names):
        return ""
    early_moves = [
        f"{name} ({REASON_PHRASES[ordered_move.reason]})"
        for index, (ordered_move, name) in enumerate(zip(ordered_moves, names, strict=True))
        if ordered_move.reason and index < game_order.index(name)
    ]
    verb = "comes" if len(early_moves) == 1 else "come"
    if early_moves:
        return f"Its order is not the game's: earlier {verb} {', '.join(early_moves[:MAX_LISTED_MOVES])}."
    return ""
